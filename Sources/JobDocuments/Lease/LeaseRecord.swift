import Jobs

/// A lease that a coordinator took, and the documents that counted then: `leases/NNNNNN.json`.
///
/// Its number is higher than those of all earlier leases. Two coordinators never have the same number, even if both
/// believe that they hold the lock, because only the first can publish the document under its name.
struct LeaseRecord: Hashable, Sendable, Codable {
    /// Version of the layout that this build reads and writes.
    static let currentVersion = 1

    /// Version of the layout.
    var version: Int
    /// Number of the lease, from 1.
    var epoch: Int
    /// Number of the last lease that restarted the job, or 0. Results of units that started before that lease do not
    /// count.
    var restart: Int
    /// SHA-256 of the documents of earlier coordinators that counted when the lease was taken, by path within the job
    /// directory.
    var adopted: [String: String]
    /// Who took it.
    var holder: LeaseHolder
}

extension LeaseRecord: CheckedDocument {
    var flaw: String? {
        (1...Int.max / 2).contains(epoch) && restart >= 0 ? nil : "it is not a valid lease: number \(epoch)"
    }
}
