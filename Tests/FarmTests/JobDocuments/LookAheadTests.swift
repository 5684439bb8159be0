import Foundation
import Media
import Storage
import TestSupport
import Testing

@testable import Coordination
@testable import JobDocuments
@testable import Jobs

@Suite("Published results are checked while other units work", .temporaryFolder)
struct LookAheadTests {
    private var directory: JobDirectory { JobDirectory(path: TemporaryFolder.current.path + "/job") }
    private let job = JobSample.job()
    private var coarse: [PlannedRange] { RangePlanner.coarseRanges(of: JobSample.timeline) }

    private func load(_ directory: JobDirectory, _ discarded: inout [String]) throws -> PublishedWork {
        try directory.reader.work(of: job, timeline: JobSample.timeline) { discarded.append($0) }
    }

    /// A directory with a plan and one encode.
    private func encoded() throws -> (directory: JobDirectory, unit: WorkUnit, silo: String) {
        let (directory, plan) = (directory, JobSample.plan(job))
        try directory.begin(job, source: JobSample.source())
        try directory.publish(plan)
        try FakeWorker(directory: directory, job: job).publish(plan.ranges[3], pass: 2, isAnalysis: false)
        let silo = try #require(try directory.result(pass: 2, range: 3)?.silo)
        return (directory, WorkUnit(stage: .encode, pass: 2, ranges: [3]), silo.path(in: directory.paths.passFolder(2)))
    }

    /// Changes a byte of a file without changing its size and modification time.
    private func damage(_ path: String, from text: String? = nil, to other: String = "") throws {
        let whole = Date(timeIntervalSince1970: 1_700_000_000)
        var bytes = try Data(contentsOf: URL(filePath: path))
        if let text {
            bytes = Data(String(decoding: bytes, as: UTF8.self).replacing(text, with: other).utf8)
        } else {
            bytes[bytes.count / 2] ^= 1
        }
        // In place, so that it stays the same file.
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.write(contentsOf: bytes)
        try file.close()
        try FileManager.default.setAttributes([.modificationDate: whole], ofItemAtPath: path)
    }

    private func date(_ path: String) throws {
        let whole = Date(timeIntervalSince1970: 1_700_000_000)
        try FileManager.default.setAttributes([.modificationDate: whole], ofItemAtPath: path)
    }

    @Test("a file that was hashed ahead is not hashed again in this run")
    func hashedAhead() throws {
        let (directory, unit, silo) = try encoded()
        try date(silo)
        directory.reader.lookAhead(at: unit, of: job, coarse: coarse)
        try damage(silo)
        var discarded: [String] = []
        #expect(try load(directory, &discarded).result(pass: 2, range: 3) != nil && discarded.isEmpty)
        #expect(try load(JobDirectory(path: directory.path), &discarded).result(pass: 2, range: 3) == nil)
        #expect(discarded.count == 1, "another run hashes it")
    }

    @Test("a file that is damaged before its check is found damaged ahead, and then reported once")
    func damagedBefore() throws {
        let (directory, unit, silo) = try encoded()
        try damage(silo)
        directory.reader.lookAhead(at: unit, of: job, coarse: coarse)
        var discarded: [String] = []
        #expect(try load(directory, &discarded).result(pass: 2, range: 3) == nil && discarded.count == 1)
        #expect(!FileManager.default.fileExists(atPath: silo))
        #expect(try load(directory, &discarded).results[2]?[3] == nil && discarded.count == 1)
    }

    @Test("a file that is written again after its check is hashed again")
    func writtenAgain() throws {
        let (directory, unit, silo) = try encoded()
        directory.reader.lookAhead(at: unit, of: job, coarse: coarse)
        try damage(silo)
        var discarded: [String] = []
        #expect(try load(directory, &discarded).result(pass: 2, range: 3) == nil && discarded.count == 1)
    }

    @Test("a result is read once while its file does not change, and again when it does")
    func readOnce() throws {
        let (directory, _, _) = try encoded()
        let path = directory.paths.result(pass: 2, range: 3)
        try date(path)
        let bits = try #require(try directory.reader.result(pass: 2, range: 3)).bits
        try damage(path, from: "\(bits)", to: "\(bits + 1)")
        #expect(try directory.reader.result(pass: 2, range: 3)?.bits == bits, "the same run does not read it twice")
        #expect(try JobDirectory(path: directory.path).reader.result(pass: 2, range: 3)?.bits == bits + 1)
        try FileManager.default.setAttributes([.modificationDate: Date.now], ofItemAtPath: path)
        #expect(try directory.reader.result(pass: 2, range: 3)?.bits == bits + 1)
        try FileManager.default.removeItem(atPath: path)
        #expect(try directory.reader.result(pass: 2, range: 3) == nil)
    }

    @Test("results of the scout are checked ahead, and invalid ones are rejected")
    func scouted() throws {
        let directory = directory
        try directory.begin(job, source: JobSample.source())
        try FakeWorker(directory: directory, job: job).perform(WorkUnit(stage: .scout, ranges: [0, 1]))
        let unit = WorkUnit(stage: .scout, ranges: [0, 1, 99])
        directory.reader.lookAhead(at: unit, of: job, coarse: coarse)
        var discarded: [String] = []
        #expect(try load(directory, &discarded).scouted == [0, 1] && discarded.isEmpty)
        try Data("{}".utf8).write(to: URL(filePath: directory.paths.result(pass: 0, range: 1)))
        directory.reader.lookAhead(at: unit, of: job, coarse: coarse)
        #expect(try load(directory, &discarded).scouted == [0] && discarded.count == 1)
    }

    @Test("a queue checks everything before it reports that it has finished")
    func queue() async throws {
        let (directory, unit, silo) = try encoded()
        try date(silo)
        let ahead = LookAhead(directory, of: job, coarse: coarse)
        for _ in 0..<20 { ahead.note(unit) }
        await ahead.finish()
        try damage(silo)
        var discarded: [String] = []
        #expect(try load(directory, &discarded).result(pass: 2, range: 3) != nil && discarded.isEmpty)
    }
}
