import Foundation

/// A temporary folder that is removed with its files when this object is released.
final class ScratchFolder {
    private let url: URL

    /// Its path.
    var path: String { url.path }

    /// Creates it in the folder of temporary files.
    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "granary-workload-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// The path of a file in it, which is removed if it is there.
    func fresh(_ name: String) -> String {
        let file = url.appending(path: name)
        try? FileManager.default.removeItem(at: file)
        return file.path
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
