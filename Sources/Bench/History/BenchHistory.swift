import Checksums
package import Foundation
import GRDB
import Media

/// All runs in an SQLite database: one record for each run, as it was measured. Records are added and never changed.
///
/// Each record has its SHA-256, which is verified when the record is read. A damaged database is reported and left
/// unchanged.
package final class BenchHistory: Sendable {
    /// Absolute path of the database.
    package let path: String
    let database: DatabaseQueue

    /// `Gran` in ASCII: identifies the database as a benchmark history of Granary.
    private static let applicationID = 0x4772_616E
    /// Version of the tables.
    private static let version = 1

    /// Opens a history.
    ///
    /// - Parameter creates: true creates a missing database.
    /// - Throws: `BenchError` if the database is missing (`.sourceNotFound`), damaged or not a history (`.badInput`),
    ///   locked (`.temporary`), cannot be opened (`.cannotCreate`), or cannot be read or written (`.inputOutput`).
    package init(path: String, creates: Bool) throws(BenchError) {
        let path = URL(filePath: path).standardizedFileURL.path
        self.path = path
        let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber)??.int64Value
        if size == nil, !creates {
            throw BenchError(
                .sourceNotFound,
                attempted: Self.attempted,
                subject: path,
                cause: "there is no such file",
                remedy: "name another file with --history, or create it with granary bench run"
            )
        }
        var configuration = Configuration()
        configuration.readonly = !creates
        configuration.busyMode = .timeout(10)
        do {
            database = try DatabaseQueue(path: path, configuration: configuration)
            if size ?? 0 == 0 { try database.write { try Self.makeTables($0) } }
            if let flaw = try database.read({ try Self.flaw($0) }) { throw Self.damage(path, flaw) }
        } catch {
            throw Self.explained(error, path)
        }
    }

    /// Adds a run, unless the history has it with the same record already.
    package func append(_ run: BenchRun) throws(BenchError) {
        let attempted = "add run \(run.id) to the benchmark history"
        do {
            let record = try BenchCoding.bytes(of: run)
            // Safe: bytes have no padding between them.
            let sha256 = SHA256Digest.of(unsafe record.span.bytes)
            try database.write { database in
                let known = try String.fetchOne(
                    database,
                    sql: "SELECT sha256 FROM run WHERE id = ?",
                    arguments: [run.id]
                )
                if known == sha256 { return }
                try database.execute(
                    sql: """
                        INSERT INTO run
                        (id, started, finished, suite, "commit", processor, measured, holes, sha256, record)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                        """,
                    arguments: [
                        run.id, run.started.timeIntervalSince1970, run.finished.timeIntervalSince1970, run.suite.name,
                        run.commit, run.machine.processor, run.points.count - run.holes.count, run.holes.count, sha256,
                        Data(record),
                    ]
                )
            }
        } catch {
            throw Self.explained(error, path, attempted: attempted)
        }
    }

    /// Adds a run unless the history has one with its name, and returns the run in the history. A run that was
    /// interrupted after it was recorded is thus not recorded twice.
    package func keep(_ run: BenchRun) throws(BenchError) -> BenchRun {
        if try entries(suite: run.suite.name).contains(where: { $0.id == run.id }) { return try record(of: run.id) }
        try append(run)
        return run
    }

    /// Accepts a run: later runs of its suite are compared with it. The acceptance stays in the history when another
    /// run is accepted.
    package func accept(_ id: String, at date: Date = .now) throws(BenchError) {
        do {
            try database.write { database in
                try database.execute(
                    sql: "INSERT INTO acceptance (run, accepted) VALUES (?, ?)",
                    arguments: [id, date.timeIntervalSince1970.rounded(.down)]
                )
            }
        } catch {
            throw Self.explained(error, path, attempted: "accept run \(id)")
        }
    }

    static let attempted = "open the benchmark history"

    private static func makeTables(_ database: Database) throws {
        try database.execute(
            sql: """
                PRAGMA application_id = \(applicationID);
                PRAGMA user_version = \(version);
                CREATE TABLE run (
                    id TEXT NOT NULL PRIMARY KEY, started REAL NOT NULL, finished REAL NOT NULL, suite TEXT NOT NULL,
                    "commit" TEXT, processor TEXT NOT NULL, measured INTEGER NOT NULL, holes INTEGER NOT NULL,
                    sha256 TEXT NOT NULL, record BLOB NOT NULL
                );
                CREATE TABLE acceptance (
                    number INTEGER PRIMARY KEY AUTOINCREMENT, run TEXT NOT NULL REFERENCES run (id),
                    accepted REAL NOT NULL
                );
                CREATE INDEX run_suite ON run (suite, started);
                """
        )
        for table in ["run", "acceptance"] {
            for action in ["UPDATE", "DELETE"] {
                try database.execute(
                    sql: """
                        CREATE TRIGGER \(table)_no_\(action.lowercased()) BEFORE \(action) ON \(table)
                        BEGIN SELECT RAISE(ABORT, 'records of the history cannot be changed or removed'); END;
                        """
                )
            }
        }
    }

    /// What is wrong with a database; nil if nothing is.
    private static func flaw(_ database: Database) throws -> String? {
        let application = try Int.fetchOne(database, sql: "PRAGMA application_id")
        guard application == applicationID else { return "it is not a benchmark history of Granary" }
        let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        guard found == version else {
            return "its tables have version \(found), but this version of Granary reads \(version)"
        }
        let check = try String.fetchOne(database, sql: "PRAGMA quick_check(1)") ?? "no answer"
        return check == "ok" ? nil : "SQLite reports: \(check)"
    }

    /// The error of a database that is damaged or not a history.
    static func damage(_ path: String, _ cause: String, attempted: String = BenchHistory.attempted) -> BenchError {
        BenchError(
            .badInput,
            attempted: attempted,
            subject: path,
            cause: cause,
            remedy: "restore it from a copy, or name another file with --history; Granary does not change it"
        )
    }

    /// The error that explains an error of SQLite.
    static func explained(
        _ error: any Error,
        _ path: String,
        attempted: String = BenchHistory.attempted
    ) -> BenchError {
        if let error = error as? BenchError { return error }
        guard let failure = error as? DatabaseError else {
            return BenchError(.bug, attempted: attempted, subject: path, cause: "\(error)")
        }
        let words = failure.message ?? "error \(failure.resultCode.rawValue)"
        switch failure.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT:
            return damage(path, "it is damaged: \(words)", attempted: attempted)
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            let remedy = "run the command again when the other program has finished"
            return BenchError(.temporary, attempted: attempted, subject: path, cause: words, remedy: remedy)
        case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM:
            let remedy = "make its folder writable, or name another file with --history"
            return BenchError(.cannotCreate, attempted: attempted, subject: path, cause: words, remedy: remedy)
        default:
            let remedy = "check the disk, and run the command again"
            return BenchError(.inputOutput, attempted: attempted, subject: path, cause: words, remedy: remedy)
        }
    }
}
