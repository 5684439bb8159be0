import Media

/// Published files whose checksum held, remembered as long as their size and time of writing stay the same.
final class VerifiedFiles: Sendable {
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
}
