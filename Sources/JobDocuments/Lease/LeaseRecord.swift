import Jobs

/// A lease that a coordinator took, and what it found: `leases/NNNNNN.json`.
///
/// Its number is higher than those of all leases before it, and no two coordinators ever have the same one, also when
/// both believe that they hold the lock: the document is published under a name that the first one wins.
struct LeaseRecord: Hashable, Sendable, Codable {
    /// Version of this layout that this build writes and reads.
    static let currentVersion = 1

    /// Version of the layout.
    var version: Int
    /// Number of the lease, from 1.
    var epoch: Int
    /// The last lease that began the job anew, or 0: results of units that began before it do not count.
    var restart: Int
    /// SHA-256 of the documents of earlier coordinators that counted when the lease was taken, by path within the
    /// folder.
    var adopted: [String: String]
    /// Who took it.
    var holder: LeaseHolder
}

extension LeaseRecord: CheckedDocument {
    var flaw: String? { (1...Int.max / 2).contains(epoch) && restart >= 0 ? nil : "it is no lease: number \(epoch)" }
}
