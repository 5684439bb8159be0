import Foundation

/// A file that a session creates, and that is removed with its owner unless it is to be kept.
final class SessionFile {
    let url: URL
    private let isKept: Bool
    /// True after the file was created or opened: a file of somebody else is never removed.
    var wasCreated = false

    init(_ url: URL?, suffix: String, isKept: Bool) {
        let temporary = FileManager.default.temporaryDirectory.appending(path: "granary-\(UUID().uuidString).\(suffix)")
        self.url = url ?? temporary
        self.isKept = isKept && url != nil
    }

    deinit { close() }

    /// Removes the file unless it is to be kept.
    func close() {
        guard wasCreated, !isKept else { return }
        wasCreated = false
        // It may be gone already. A file that cannot be removed is left over, which harms nobody.
        try? FileManager.default.removeItem(at: url)
    }
}
