import Foundation
import GRDB
import Media
import TestSupport
import Testing

@testable import Bench

@Suite("History of benchmark runs", .temporaryFolder)
struct HistoryTests {
    private var path: String { TemporaryFolder.current.appending(path: "history.sqlite").path }

    @Test("Runs are read as they were written, oldest first, and are found by their names")
    func runsComeBack() throws {
        let history = try BenchHistory(path: path, creates: true)
        let first = try BenchSamples.run(id: "20260304T020000Z-aaaa")
        var second = try BenchSamples.run(id: "20260305T020000Z-bbbb")
        second.started += 86400
        second.commit = "fedcba9"
        try history.append(second)
        try history.append(first)
        try history.append(first)
        let reader = try BenchHistory(path: path, creates: false)
        let entries = try reader.entries()
        #expect(entries.map(\.id) == [first.id, second.id])
        #expect(entries[0].measured == 4 && entries[0].holes == 1 && entries[0].accepted == nil)
        #expect(try reader.run(named: "latest") == second)
        #expect(try reader.run(named: "latest~1") == first)
        #expect(try reader.run(named: "20260304") == first)
        #expect(try reader.run(named: "fedc") == second)
        for name in ["2026", "", "latest~2", "accepted", "x"] {
            let error = try #require(throws: BenchError.self) { try reader.run(named: name) }
            #expect(error.kind == .usage, "\(name)")
        }
    }

    @Test("Later runs are compared with the run that was accepted last")
    func acceptance() throws {
        let history = try BenchHistory(path: path, creates: true)
        for id in ["a", "b"] { try history.append(try BenchSamples.run(id: id)) }
        #expect(try history.accepted(suite: "test") == nil)
        try history.accept("b", at: Date(timeIntervalSince1970: 100))
        try history.accept("a", at: Date(timeIntervalSince1970: 200))
        #expect(try history.accepted(suite: "test")?.id == "a")
        #expect(try history.accepted(suite: "other") == nil)
        #expect(throws: BenchError.self) { try history.accept("nobody") }
    }

    @Test("Records cannot be changed or removed, not even with SQL")
    func appendOnly() throws {
        let history = try BenchHistory(path: path, creates: true)
        try history.append(try BenchSamples.run(id: "a"))
        try history.accept("a")
        for sql in [
            "UPDATE run SET holes = 0", "DELETE FROM run", "UPDATE acceptance SET run = 'a'", "DELETE FROM acceptance",
        ] {
            #expect(throws: DatabaseError.self) { try history.database.write { try $0.execute(sql: sql) } }
        }
        // Another record of the same name is refused, and the first one stays.
        #expect(throws: BenchError.self) { try history.append(try BenchSamples.run(id: "a", subjectFactor: 2)) }
        #expect(try history.record(of: "a") == BenchSamples.run(id: "a"))
        #expect(try history.keep(try BenchSamples.run(id: "a", subjectFactor: 2)) == BenchSamples.run(id: "a"))
    }

    @Test("A damaged database is reported and left unchanged")
    func damage() throws {
        do {
            let history = try BenchHistory(path: path, creates: true)
            for number in 0..<40 { try history.append(try BenchSamples.run(id: "run-\(number)")) }
        }
        let whole = try Data(contentsOf: URL(filePath: path))
        var page = whole
        page.replaceSubrange(4096..<whole.count, with: Data(repeating: 0xA5, count: whole.count - 4096))
        for bytes in [page, whole.prefix(whole.count / 2), Data("no database at all, but a text".utf8)] {
            try Data(bytes).write(to: URL(filePath: path))
            for creates in [true, false] {
                let error = try #require(throws: BenchError.self) { try BenchHistory(path: path, creates: creates) }
                #expect(error.kind == .badInput && error.subject.hasSuffix("history.sqlite"), "\(error)")
            }
            #expect(try Data(contentsOf: URL(filePath: path)) == Data(bytes))
        }
    }

    @Test("A record whose bytes were changed is refused")
    func changedRecord() throws {
        let history = try BenchHistory(path: path, creates: true)
        try history.append(try BenchSamples.run(id: "a"))
        try history.database.write { database in
            try database.execute(sql: "DROP TRIGGER run_no_update; UPDATE run SET record = replace(record, '39', '49')")
        }
        let error = try #require(throws: BenchError.self) { try history.record(of: "a") }
        #expect(error.kind == .badInput && error.cause.contains("checksum"))
    }

    @Test("A missing database and another program's database are refused")
    func others() throws {
        let missing = try #require(throws: BenchError.self) { try BenchHistory(path: path, creates: false) }
        #expect(missing.kind == .sourceNotFound)
        try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE x (y)") }
        let other = try #require(throws: BenchError.self) { try BenchHistory(path: path, creates: true) }
        #expect(other.cause.contains("not a benchmark history"))
    }

    @Test("CSV has a line for every point, and holes have no figures")
    func table() throws {
        var run = try BenchSamples.run()
        run.points[4].outcome = .hole(BenchHole(.anchorFailed, "it said \"no\", twice"))
        let lines = BenchTable.text(of: [run]).split(separator: "\r\n").map(String.init)
        #expect(lines.count == 6)
        #expect(lines[1].contains(",bars,synthetic,x265,1000k,1,,,1000000.0,1000000,"))
        #expect(lines[5].contains("anchorFailed,\"it said \"\"no\"\", twice\",,,,"))
        let columns = lines[0].split(separator: ",", omittingEmptySubsequences: false).count
        #expect(lines[1].split(separator: ",", omittingEmptySubsequences: false).count == columns)
    }
}

@Suite("The trend of a history")
struct TrendPointTests {
    @Test("a run that takes twice the bits has twice the rate in its figure")
    func figures() throws {
        let entry = HistoryEntry(
            id: "a",
            started: .now,
            finished: .now,
            suite: "test",
            commit: nil,
            processor: "",
            measured: 1,
            holes: 0,
            accepted: nil
        )
        // Twice the bits at every quality are a BD-rate of 100 % more than at the same bits.
        let (same, twice) = (try BenchSamples.run(id: "a"), try BenchSamples.run(id: "a", subjectFactor: 2))
        let (one, two) = (TrendPoint(of: same, entry), TrendPoint(of: twice, entry))
        let (first, second) = (try #require(one.percent), try #require(two.percent))
        #expect(abs((1 + second / 100) / (1 + first / 100) - 2) < 0.02, "\(first) \(second)")
        #expect(one.subject != nil && one.reference != nil && one.metric == two.metric)
    }
}
