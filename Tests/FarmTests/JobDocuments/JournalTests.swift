import Foundation
import Jobs
import TestSupport
import Testing

@testable import Coordination
@testable import JobDocuments

@Suite("The journal of a job", .temporaryFolder)
struct JournalTests {
    private var path: String { TemporaryFolder.current.appending(path: "events.ndjson").path }

    private func entry(_ number: Int) -> JournalEntry { JournalEntry("note", time: Double(number)) }

    private func times(_ reader: JournalReader, from position: Int64 = 0) throws -> [Double] {
        try reader.lines(from: position).lines.map {
            try JSONDecoder().decode(JournalEntry.self, from: Data($0.bytes)).time
        }
    }

    @Test("entries are read from any position on, as they were written")
    func positions() throws {
        let writer = JournalWriter(path: path)
        for number in 0..<5 { writer.append(entry(number)) }
        let reader = JournalReader(path: path)
        let (lines, end) = reader.lines(from: 0)
        #expect(lines.count == 5 && end == reader.byteCount && end == reader.endOfLines && writer.obstacle == nil)
        for (index, line) in lines.enumerated() {
            #expect(try times(reader, from: line.end) == (index + 1..<5).map(Double.init))
            #expect(reader.checked(line.end) == line.end && reader.checked(line.end - 2) == 0)
        }
        #expect(reader.checked(end + 7) == 0 && reader.checked(-1) == 0 && reader.lines(from: end + 7).lines.isEmpty)
        #expect(JournalReader(path: path + "x").lines(from: 0).lines.isEmpty)
    }

    @Test("a line that was cut off is left out, and swallows no other")
    func tornLine() throws {
        JournalWriter(path: path).append(entry(1))
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(#"{"type":"cut"#.utf8))
        let reader = JournalReader(path: path)
        #expect(try times(reader) == [1] && reader.endOfLines < reader.byteCount)
        JournalWriter(path: path).append(entry(2))
        #expect(try times(reader) == [1, 2] && reader.endOfLines == reader.byteCount)
    }

    @Test("a journal begins with its folder, and one that cannot be written says why")
    func obstacles() throws {
        let folder = TemporaryFolder.current.appending(path: "job")
        let writer = JournalWriter(path: folder.path + "/events.ndjson")
        writer.append(entry(1))
        #expect(writer.obstacle == nil && !FileManager.default.fileExists(atPath: folder.path))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        writer.append(entry(2))
        #expect(try times(JournalReader(path: folder.path + "/events.ndjson")) == [2])
        let blocked = JournalWriter(path: folder.path)
        blocked.append(entry(1))
        #expect(blocked.obstacle?.isEmpty == false)
        let link = TemporaryFolder.current.appending(path: "link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        let linked = JournalWriter(path: link)
        linked.append(entry(1))
        #expect(linked.obstacle != nil && !FileManager.default.fileExists(atPath: path))
    }

    @Test("events of a job become entries, and progress becomes a pace with a letter for each range")
    func events() throws {
        let directory = JobDirectory(path: TemporaryFolder.current.path)
        let job = JobSample.job()
        let plan = JobSample.plan(job)
        let journal = JobJournal(of: job, source: JobSample.source(), in: directory)
        let unit = WorkUnit(stage: .encode, pass: 2, ranges: [1])
        journal.note(.resolved(job))
        journal.note(.planned(plan))
        journal.note(.waveBegan(stage: .encode, pass: 2, wave: 1, ranges: [0, 1], done: 0))
        journal.note(.progress(stage: .encode, pass: 2, range: 1, frames: 5, bits: 100))
        journal.note(.unitFailed(unit, exit: "signal 9", lastWords: "killed"))
        journal.note(.failed(explanation: "why", exitCode: 70))
        let entries = try JournalReader(path: directory.paths.journal).lines(from: 0).lines.map {
            try JSONDecoder().decode(JournalEntry.self, from: Data($0.bytes))
        }
        #expect(
            entries.map(\.type).filter { $0 != "pace" } == ["resolved", "planned", "waveBegan", "unitFailed", "failed"]
        )
        #expect(entries.first { $0.type == "planned" }?.count == plan.ranges.count)
        let failed = entries.first { $0.type == "unitFailed" }
        #expect(failed?.ranges == [1] && failed?.stage == .encode && failed?.text == "killed")
        let last = try #require(entries.last { $0.pace != nil }?.pace)
        #expect(last.strip.count == plan.ranges.count && last.strip.hasPrefix(".!") && last.activity == "failed")
        #expect(entries.last { $0.type == "failed" }?.exit == "exit code 70")
    }
}
