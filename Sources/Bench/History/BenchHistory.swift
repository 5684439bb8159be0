import Checksums
package import Foundation
import GRDB
import Media

/// All runs there ever were, in an SQLite database that is only ever added to: one record a run, as it was measured.
///
/// Records carry their SHA-256, which is compared when they are read. A damaged database is named and left as it is:
/// nothing is ever written over it.
package final class BenchHistory: Sendable {
    /// Absolute path of the database.
    package let path: String
    let database: DatabaseQueue

    /// `Gran` in ASCII: the database is Granary's history and nobody else's.
    private static let applicationID = 0x4772_616E
    /// Version of the tables.
    private static let version = 1

    /// Opens a history.
    ///
    /// - Parameter creates: true makes one where there is none.
    /// - Throws: `BenchError`: there is none (`.sourceNotFound`), it is damaged or something else (`.badInput`), or it
    ///   cannot be written (`.inputOutput`).
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
                remedy: "name one with --history, or make it with granary bench run"
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

    /// Adds a run. One that is there already with the same record stays as it is.
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

    /// Adds a run unless there is one of its name already, and gives the one that is kept: a run that ended between its
    /// record and its end is not recorded twice.
    package func keep(_ run: BenchRun) throws(BenchError) -> BenchRun {
        if try entries(suite: run.suite.name).contains(where: { $0.id == run.id }) { return try record(of: run.id) }
        try append(run)
        return run
    }

    /// Makes a run the one that later runs of its suite are held to. It stays in the history whatever is accepted
    /// later.
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
                        BEGIN SELECT RAISE(ABORT, 'the history is only ever added to'); END;
                        """
                )
            }
        }
    }

    /// What is wrong with a database; nil when nothing is.
    private static func flaw(_ database: Database) throws -> String? {
        let application = try Int.fetchOne(database, sql: "PRAGMA application_id")
        guard application == applicationID else { return "it is no benchmark history of Granary's" }
        let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        guard found == version else { return "its tables have version \(found), and this Granary knows \(version)" }
        let check = try String.fetchOne(database, sql: "PRAGMA quick_check(1)") ?? "no answer"
        return check == "ok" ? nil : "SQLite says: \(check)"
    }

    /// The error of a database that is not what it should be.
    static func damage(_ path: String, _ cause: String, attempted: String = BenchHistory.attempted) -> BenchError {
        BenchError(
            .badInput,
            attempted: attempted,
            subject: path,
            cause: cause,
            remedy: "It is left as it is: restore it from a copy, or name another file with --history."
        )
    }

    /// An error of SQLite's in words.
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
            let remedy = "run it again when the other program is done"
            return BenchError(.temporary, attempted: attempted, subject: path, cause: words, remedy: remedy)
        case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM:
            let remedy = "make its folder writable, or name another file with --history"
            return BenchError(.cannotCreate, attempted: attempted, subject: path, cause: words, remedy: remedy)
        default:
            let remedy = "see to its disk, and run it again"
            return BenchError(.inputOutput, attempted: attempted, subject: path, cause: words, remedy: remedy)
        }
    }
}
