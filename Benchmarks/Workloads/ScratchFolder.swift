import Foundation

/// A folder for files that go when it does.
final class ScratchFolder {
    private let url: URL

    /// Where it is.
    var path: String { url.path }

    /// Makes one where temporary files belong.
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
