import Checksums
package import Foundation
package import Jobs
import Media
import Storage

/// The numbered leases of a job: who may replace its documents, and which of them count.
///
/// A coordinator takes the next number when it takes the lock. It writes the number into the documents that only
/// coordinators replace. So a document of a coordinator that lost its lock can be recognised, and does not count.
package struct LeaseLedger: Sendable {
    private let paths: JobPaths
    private let writing = WritingEpoch()

    /// Creates a value that writes without a lease.
    init(_ paths: JobPaths) { self.paths = paths }

    /// The number of the lease under which this value and its copies write; nil without a lease.
    package var epoch: Int? { writing.value }

    // MARK: - Taking a lease

    /// The newest lease; nil if no coordinator with a numbered lease has run the job. Throws if it cannot be read: then
    /// nobody may conclude that there is none.
    ///
    /// - Parameter tries: how often a listed record may be missing, with 10 ms in between.
    func newest(tries: Int = 1000) throws(FarmError) -> LeaseRecord? {
        var missing = ""
        // The newest lease may be followed by another and removed before it is read.
        for _ in 0..<tries {
            guard let epoch = try epochs().last else { return nil }
            let path = paths.lease(epoch)
            guard let found = try DocumentFile(path).read(LeaseRecord.self, version: LeaseRecord.currentVersion) else {
                missing = path
                // A network file system may list a removed file for a while.
                Thread.sleep(forTimeInterval: 0.01)
                continue
            }
            guard found.epoch == epoch else { throw DocumentFile(path).unreadable("it is for lease \(found.epoch)") }
            return found
        }
        throw FarmError(
            .notRead,
            attempted: "read the newest lease of the job",
            subject: missing,
            cause: "its folder lists it, but it does not exist",
            remedy: "Check the file system of the job directory, and run the job again."
        )
    }

    /// Takes the next number, records which documents of earlier coordinators count, and writes under that number from
    /// now on.
    ///
    /// The caller must just have taken the lock.
    ///
    /// - Parameters:
    ///   - restarts: true if the job is restarted.
    ///   - tries: how many numbers may be lost to other coordinators.
    func begin(_ holder: LeaseHolder, restarts: Bool, tries: Int = 100) throws -> Int {
        try JobFiles.createFolder(paths.leasesFolder)
        for _ in 0..<tries {
            let before = try newest()
            let epoch = (before?.epoch ?? 0) + 1
            let record = LeaseRecord(
                version: LeaseRecord.currentVersion,
                epoch: epoch,
                restart: restarts ? epoch : before?.restart ?? 0,
                adopted: try adoptable(under: before),
                holder: holder
            )
            guard try DocumentFile(paths.lease(epoch)).publish(record), try newest()?.epoch == epoch else { continue }
            for older in try epochs() where older < epoch { try JobFiles.remove(paths.lease(older)) }
            writing.set(epoch)
            return epoch
        }
        throw FarmError(
            .inUse,
            attempted: "take the lease of the job",
            subject: paths.leasesFolder,
            cause: "other coordinators took \(tries) leases in the meantime, or their records are not listed",
            remedy: "Check the file system of the job directory, and that one coordinator runs the job."
        )
    }

    /// Makes a unit write under the number of the newest lease. A unit never loses it: what it publishes is true for
    /// the files that it names, whoever started it.
    package func writeUnderNewest() throws(FarmError) { writing.set(try newest()?.epoch) }

    /// Throws if somebody has taken a lease since the one under which this value writes.
    package func confirm() throws {
        guard let mine = epoch, let newest = try newest(), newest.epoch > mine else { return }
        throw LeaseError(
            code: .lost,
            subject: paths.leasesFolder,
            cause: "lease \(mine) was followed by lease \(newest.epoch): \(newest.holder)"
        )
    }

    // MARK: - Which documents count

    /// Adds the number of the current lease to a document.
    func stamped<Document: Encodable>(_ document: Document) -> StampedDocument<Document> {
        StampedDocument(document: document, epoch: epoch)
    }

    /// Why an existing document does not count; nil if it does.
    package func refusal(of path: String, _ data: Data) throws(FarmError) -> String? {
        guard let writer = writer(of: path), writer == .unit || writer == .leaseHolder, let lease = try newest() else {
            return nil
        }
        let epoch = Self.epoch(of: data)
        if writer == .unit {
            guard epoch < lease.restart else { return nil }
            return "\(path): its unit started under lease \(epoch), before lease \(lease.restart) restarted the job"
        }
        if epoch >= lease.epoch || lease.adopted[name(of: path)] == Self.sha256(data) { return nil }
        return "\(path): a coordinator wrote it under lease \(epoch) after it had lost it to lease \(lease.epoch)"
    }

    /// Why the document at a path does not count; nil if it does or if there is none.
    package func refusal(of path: String) throws(FarmError) -> String? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        return try refusal(of: path, data)
    }

    /// Who writes the document at a path; nil where all of them count.
    private func writer(of path: String) -> JobDocument.Writer? {
        // Units write the findings of the verification, one document each.
        path.hasPrefix(paths.verifyFolder + "/") ? .unit : paths.document(at: path)?.writer
    }

    /// The documents that count under a lease, with their SHA-256.
    private func adoptable(under lease: LeaseRecord?) throws -> [String: String] {
        var adopted: [String: String] = [:]
        for document in JobDocument.allCases where document.writer == .leaseHolder {
            let path = paths.path(of: document)
            guard let data = FileManager.default.contents(atPath: path) else { continue }
            let sha256 = Self.sha256(data)
            let counts = lease.map { Self.epoch(of: data) >= $0.epoch || $0.adopted[document.rawValue] == sha256 }
            if counts ?? true { adopted[document.rawValue] = sha256 }
        }
        return adopted
    }

    /// Numbers of the recorded leases, ascending; none if the folder is missing. Throws if they cannot be listed.
    /// Files with other names are ignored.
    private func epochs() throws(FarmError) -> [Int] {
        try JobFiles.entries(of: paths.leasesFolder, strictly: true).compactMap { name in
            guard name.hasSuffix(".json"), let epoch = Int(name.dropLast(".json".count)), epoch > 0,
                paths.lease(epoch) == "\(paths.leasesFolder)/\(name)"
            else { return nil }
            return epoch
        }.sorted()
    }

    private func name(of path: String) -> String { String(path.dropFirst(paths.path.count + 1)) }

    private struct Stamp: Decodable { var epoch: Int? }

    /// The number of the lease under which a document was written; 0 for documents from before leases had numbers.
    private static func epoch(of data: Data) -> Int { (try? JSONDecoder().decode(Stamp.self, from: data))?.epoch ?? 0 }

    private static func sha256(_ data: Data) -> String {
        let bytes = [UInt8](data)
        // Safe: all bytes of an array of integers are initialised, and the call does not keep them.
        return unsafe SHA256Digest.of(bytes.span.bytes)
    }
}
