import Foundation
import Media
import TestSupport
import Testing

@testable import JobDocuments
@testable import Jobs

/// Documents that exist but cannot be read now, because of the file system.
@Suite("Documents that cannot be read", .temporaryFolder)
struct UnreadDocumentTests {
    private var folder: String { TemporaryFolder.current.path }
    private var directory: JobDirectory { JobDirectory(path: folder + "/job") }
    private var job: ResolvedJob { JobSample.job(output: folder + "/out/film.mp4") }

    private func encoded() throws -> Plan {
        let plan = JobSample.plan(job)
        try directory.begin(job, source: JobSample.source())
        try directory.publish(plan)
        try directory.publish(PlainRateControl().analysis(of: plan))
        for range in plan.ranges {
            try FakeWorker(directory: directory, job: job).publish(range, pass: 1, isAnalysis: true)
        }
        return plan
    }

    /// Replaces a file with the memory of this process, whose first page cannot be read (EIO), or with a link to
    /// itself, whose status cannot be read (ELOOP).
    private func replace(_ path: String, isLoop: Bool) throws {
        let files = FileManager.default
        try files.moveItem(atPath: path, toPath: path + ".kept")
        try files.createSymbolicLink(atPath: path, withDestinationPath: isLoop ? path : "/proc/self/mem")
    }

    private func expectUnread(_ path: String, _ read: () throws -> Void) {
        let error = #expect(throws: FarmError.self, performing: read)
        #expect(error?.code == .notRead && error?.kind == .inputOutput && error?.subject == path, "\(error as Any)")
        // Restarting would discard documents that can be read once the disk answers again.
        #expect(error?.remedy.contains("--restart") == false && error?.cause.contains("Cocoa") == false)
    }

    @Test("do not discard a result: the job ends with 74, and finds it later", arguments: [true, false])
    func results(isLoop: Bool) throws {
        let plan = try encoded()
        let path = directory.paths.result(pass: 1, range: 2)
        let before = try directory.reader.work(of: job, timeline: JobSample.timeline)
        try replace(path, isLoop: isLoop)
        var discarded: [String] = []
        expectUnread(path) {
            _ = try JobDirectory(path: directory.path).reader.work(of: job, timeline: JobSample.timeline) {
                discarded.append($0)
            }
        }
        #expect(discarded.isEmpty)
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: path + ".kept", toPath: path)
        let after = try directory.reader.work(of: job, timeline: JobSample.timeline)
        #expect(after == before && after.results[1]?.count == plan.ranges.count)
    }

    @Test("do not count as missing: neither plan nor allocation is decided again", arguments: [true, false])
    func decisions(isLoop: Bool) throws {
        _ = try encoded()
        let allocation = directory.paths.allocation(pass: 1, wave: 1)
        try replace(allocation, isLoop: isLoop)
        expectUnread(allocation) { _ = try directory.target(pass: 1, range: 0) }
        try replace(directory.paths.plan, isLoop: isLoop)
        expectUnread(directory.paths.plan) { _ = try directory.plan() }
    }

    @Test("count as missing if nothing exists, and as damaged if a folder exists")
    func absence() throws {
        _ = try encoded()
        #expect(try directory.result(pass: 2, range: 0) == nil)
        #expect(try JobFiles.entries(of: directory.path + "/nothing") == [])
        let path = directory.paths.result(pass: 2, range: 0)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let error = #expect(throws: FarmError.self) { try directory.result(pass: 2, range: 0) }
        #expect(error?.code == .unreadableDocument)
    }
}
