import Foundation
import Jobs
import Media
import Storage
import TestSupport
import Testing

@testable import JobDocuments
@testable import Worker

@Suite(.temporaryFolder, .enabled(if: FFmpegTool.isPresent, "ffmpeg is not installed"))
struct EncodeStageTests {
    private func names(_ job: SmallJob, pass: Int) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: job.directory.paths.passFolder(pass)).sorted()
    }

    @Test("A unit that runs twice counts once: the first result stays, and no other files are left")
    func twice() throws {
        let job = try SmallJob(frames: 24, ranges: 2)
        try job.encode()
        let (result, files) = (try job.directory.result(pass: 1, range: 1), try names(job, pass: 1))
        try job.run(.encode, pass: 1, ranges: [0, 1], attempt: 2)
        #expect(try job.directory.result(pass: 1, range: 1) == result)
        #expect(try names(job, pass: 1) == files)
    }

    @Test("Two copies of a unit that end at the same time publish the same files and leave no others")
    func atOneTime() throws {
        let job = try SmallJob(frames: 24, ranges: 2)
        try job.encode()
        let (result, files) = (try #require(try job.directory.result(pass: 1, range: 1)), try names(job, pass: 1))
        // When the slower copy begins, nothing is published yet.
        try FileManager.default.removeItem(atPath: job.directory.paths.result(pass: 1, range: 1))
        try job.run(.encode, pass: 1, ranges: [1], attempt: 2)
        let again = try #require(try job.directory.result(pass: 1, range: 1))
        #expect(again.silo == result.silo)
        #expect(again.storage == result.storage)
        #expect(try names(job, pass: 1) == files)
    }

    @Test("A range is published with storage and silo, which both have all of its frames")
    func complete() throws {
        let job = try SmallJob(frames: 24, ranges: 2)
        try job.encode()
        for range in job.plan.ranges {
            let result = try #require(try job.directory.result(pass: 1, range: range.index))
            let folder = job.directory.paths.passFolder(1)
            let (storage, silo) = (try #require(result.storage), try #require(result.silo))
            try Publication.verify(storage, in: folder)
            try Publication.verify(silo, in: folder)
            var frames: [Int] = []
            try FrameSilo.open(at: silo.path(in: folder)).forEachHeader { frames.append($0.frame) }
            #expect(frames.sorted() == Array(range.frames))
            var records = 0
            try MultiPassStorage.open(at: storage.path(in: folder)).forEachRecord { _ in records += 1 }
            #expect(records == range.frames.count)
            #expect(try result.bits == job.samples()[range.index].reduce(0) { $0 + $1.bytes.count * 8 })
            #expect(result.quality?.frameCount == range.frames.count)
        }
        #expect(try names(job, pass: 1).count == 1 + 3 * job.plan.ranges.count)
    }

    @Test("Ranges that plan or allocation do not have are refused", arguments: [-1, 2, 3])
    func wrongRange(number: Int) throws {
        let job = try SmallJob(frames: 24, ranges: 3)
        try job.directory.publish(
            Allocation(pass: 1, targets: [RangeTarget(range: 0, .alone(.constantRateFactor(30)))])
        )
        let error = #expect(throws: WorkError.self) { try job.run(.encode, pass: 1, ranges: [number]) }
        #expect(error?.kind == .usage)
        #expect(error?.attempted == "encode range \(number) in pass 1")
    }

    @Test("An analysis whose storage changed after publication is not passed to the encoder")
    func damagedAnalysis() throws {
        let job = try SmallJob(frames: 24, ranges: 1)
        let target = RangeTarget(range: 0, .analysis(rateFactor: 30))
        try job.directory.publish(Allocation(pass: 1, targets: [target]))
        try job.run(.analyse, pass: 1, ranges: [0])
        let storage = try #require(try job.directory.result(pass: 1, range: 0)?.storage)
        let path = storage.path(in: job.directory.paths.passFolder(1))
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes[bytes.count / 2] ^= 1
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        try bytes.write(to: URL(filePath: path))
        let fed = RangeTarget(range: 0, .fed(FedTarget(bits: 300_000)))
        try job.directory.publish(Allocation(pass: 2, targets: [fed]))
        let error = #expect(throws: StorageError.self) { try job.run(.encode, pass: 2, ranges: [0]) }
        #expect(error?.code == .wrongChecksum)
        #expect(try job.directory.result(pass: 2, range: 0) == nil)
    }
}
