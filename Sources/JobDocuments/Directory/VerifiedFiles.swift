import Media
import Platform
import Storage

/// Published files whose checksum held, remembered as long as their size and time of writing stay the same.
package final class VerifiedFiles: Sendable {
    /// What must stay the same.
    struct Mark: Hashable, Sendable {
        let path: String
        let sha256: String
        let byteCount: Int64
        let modificationTime: Int64
    }

    private let marks = Locked<Set<Mark>>([])

    /// Whether the file was seen to be good.
    func contains(_ mark: Mark) -> Bool { marks.withLock { $0.contains(mark) } }

    /// Remembers that it is.
    func insert(_ mark: Mark) { marks.withLock { _ = $0.insert(mark) } }

    /// Forgets all: somebody found one of them damaged.
    package func forget() { marks.withLock { $0 = [] } }
}

extension VerifiedFiles.Mark {
    /// What a published file looks like at a path now; nil when there is none.
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
