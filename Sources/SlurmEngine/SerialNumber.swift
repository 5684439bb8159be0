import Media

/// Numbers from 1 on, each once.
final class SerialNumber: Sendable {
    private let last = Locked(0)

    /// The next one.
    func next() -> Int {
        last.withLock { last in
            last += 1
            return last
        }
    }
}
