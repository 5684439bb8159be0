import Media

/// The number of the lease that a job directory's value, and all copies of it, write under.
package final class WritingEpoch: Sendable {
    private let epoch = Locked<Int?>(nil)

    /// The number; nil where there is no lease.
    package var value: Int? { epoch.withLock { $0 } }

    /// Writes under another one from now on.
    func set(_ number: Int?) { epoch.withLock { $0 = number } }
}
