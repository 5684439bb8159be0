import Media

/// The number of the lease under which a `JobDirectory` and all its copies write.
package final class WritingEpoch: Sendable {
    private let epoch = Locked<Int?>(nil)

    /// The number; nil without a lease.
    package var value: Int? { epoch.withLock { $0 } }

    /// Sets the number for further documents.
    func set(_ number: Int?) { epoch.withLock { $0 = number } }
}
