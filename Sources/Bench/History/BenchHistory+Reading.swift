import Checksums
import Foundation
import GRDB
import Media

extension BenchHistory {
    /// All runs without their points, oldest first; only those of one suite if it is named.
    package func entries(suite: String? = nil) throws(BenchError) -> [HistoryEntry] {
        do {
            return try database.read { database in
                let condition = suite == nil ? "" : "WHERE suite = ?"
                let rows = try Row.fetchAll(
                    database,
                    sql: """
                        SELECT id, started, finished, suite, "commit", processor, measured, holes,
                        (SELECT MAX(accepted) FROM acceptance WHERE run = id) AS accepted
                        FROM run \(condition) ORDER BY started, id
                        """,
                    arguments: suite.map { [$0] } ?? []
                )
                return rows.map(Self.entry)
            }
        } catch {
            throw Self.explained(error, path, attempted: "read the benchmark history")
        }
    }

    private static func entry(_ row: Row) -> HistoryEntry {
        let (started, finished, accepted): (Double, Double, Double?) = (
            row["started"], row["finished"], row["accepted"]
        )
        return HistoryEntry(
            id: row["id"],
            started: Date(timeIntervalSince1970: started),
            finished: Date(timeIntervalSince1970: finished),
            suite: row["suite"],
            commit: row["commit"],
            processor: row["processor"],
            measured: row["measured"],
            holes: row["holes"],
            accepted: accepted.map { Date(timeIntervalSince1970: $0) }
        )
    }

    /// A run by its name, by the beginning of its name or commit, or as `latest`, `accepted` or `latest~N` (the Nth run
    /// before the latest).
    ///
    /// - Throws: `BenchError` if no run or more than one matches, or if the record is damaged.
    package func run(named name: String, suite: String? = nil) throws(BenchError) -> BenchRun {
        let entries = try entries(suite: suite)
        func refusal(_ cause: String) -> BenchError {
            let remedy = "granary bench history lists the runs"
            return BenchError(.usage, attempted: "find a benchmark run", subject: name, cause: cause, remedy: remedy)
        }
        if name == "accepted" {
            let newest = entries.filter { $0.accepted != nil }.max {
                ($0.accepted ?? .distantPast) < ($1.accepted ?? .distantPast)
            }
            guard let newest else { throw refusal("no run was accepted yet") }
            return try record(of: newest.id)
        }
        if let back = name == "latest" ? 0 : name.wholeMatch(of: #/latest~([0-9]{1,6})/#).flatMap({ Int($0.1) }) {
            guard back < entries.count else { throw refusal("the history has only \(counted(entries.count, "run"))") }
            return try record(of: entries[entries.count - 1 - back].id)
        }
        if entries.contains(where: { $0.id == name }) { return try record(of: name) }
        let found = entries.filter { $0.id.hasPrefix(name) || ($0.commit ?? "").hasPrefix(name) }
        guard !name.isEmpty, let only = found.first, found.count == 1 else {
            throw refusal(
                found.isEmpty || name.isEmpty ? "there is no such run" : "\(found.count) runs begin with it"
            )
        }
        return try record(of: only.id)
    }

    /// The run that later runs of a suite are compared with: the one accepted last; nil if none was accepted.
    package func accepted(suite: String) throws(BenchError) -> BenchRun? {
        guard try entries(suite: suite).contains(where: { $0.accepted != nil }) else { return nil }
        return try run(named: "accepted", suite: suite)
    }

    /// The record of a run, after its checksum was verified.
    package func record(of id: String) throws(BenchError) -> BenchRun {
        let attempted = "read run \(id) of the benchmark history"
        do {
            let row = try database.read { database in
                try Row.fetchOne(database, sql: "SELECT sha256, record FROM run WHERE id = ?", arguments: [id])
            }
            guard let row else { throw Self.damage(path, "there is no such run", attempted: attempted) }
            let (sha256, record): (String, Data) = (row["sha256"], row["record"])
            let bytes = [UInt8](record)
            // Safe: bytes have no padding between them.
            guard SHA256Digest.of(unsafe bytes.span.bytes) == sha256 else {
                throw Self.damage(path, "the record does not match its checksum", attempted: attempted)
            }
            return try BenchCoding.value(BenchRun.self, of: bytes)
        } catch let error as DecodingError {
            throw Self.damage(path, "this version of Granary cannot read the record: \(error)", attempted: attempted)
        } catch {
            throw Self.explained(error, path, attempted: attempted)
        }
    }
}
