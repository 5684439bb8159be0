import Media

/// Counts up from 1; each number is returned once.
final class SerialNumber: Sendable {
    private let last = Locked(0)

    /// The next number.
    func next() -> Int {
        last.withLock { last in
            last += 1
            return last
        }
    }
}
