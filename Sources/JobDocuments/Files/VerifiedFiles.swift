import Media
import Platform
import Storage

/// Published files with a valid checksum, remembered while their size and modification time do not change.
package final class VerifiedFiles: Sendable {
    /// The properties that must not change.
    struct Mark: Hashable, Sendable {
        let path: String
        let sha256: String
        let byteCount: Int64
        let modificationTime: Int64
    }

    private let marks = Locked<Set<Mark>>([])

    /// Whether the file was valid.
    func contains(_ mark: Mark) -> Bool { marks.withLock { $0.contains(mark) } }

    /// Remembers a valid file.
    func insert(_ mark: Mark) { marks.withLock { _ = $0.insert(mark) } }

    /// Forgets all files, because one of them was found damaged.
    package func forget() { marks.withLock { $0 = [] } }
}

extension VerifiedFiles.Mark {
    /// The current properties of a published file; nil if it is missing.
    init?(_ file: PublishedFile, at path: String) {
        guard let status = FileStatus(path: path) else { return nil }
        self.init(
            path: path,
            sha256: file.sha256,
            byteCount: status.byteCount,
            modificationTime: status.modificationTime
        )
    }
}
