import Media

/// The number of the lease under which a `LeaseLedger` and all its copies write.
final class WritingEpoch: Sendable {
    private let epoch = Locked<Int?>(nil)

    /// The number; nil without a lease.
    var value: Int? { epoch.withLock { $0 } }

    /// Sets the number for further documents.
    func set(_ number: Int?) { epoch.withLock { $0 = number } }
}
