import Farm
import Foundation
import Media
import TestSupport
import Testing

@testable import Worker

@Suite(.temporaryFolder, .enabled(if: FFmpegTool.isPresent, "ffmpeg is not installed"))
struct ScoutStageTests {
    @Test("Coarse ranges scouted one by one, in any order, give what one unit with all of them gives")
    func partition() throws {
        let job = try SmallJob(frames: 500, ranges: 1)
        let coarse = RangePlanner.coarseRanges(of: job.source.video.timeline)
        try #require(coarse.count == 3)
        try job.run(.scout, ranges: Array(coarse.indices))
        try job.run(.scout)
        let activities = try coarse.indices.map { try job.directory.scoutResult(range: $0)?.activities }
        let cuts = try #require(try job.directory.sceneCuts())
        try FileManager.default.removeItem(atPath: job.directory.passFolder(0))
        for index in coarse.indices.reversed() { try job.run(.scout, ranges: [index]) }
        try job.run(.scout)
        #expect(try coarse.indices.map { try job.directory.scoutResult(range: $0)?.activities } == activities)
        #expect(try job.directory.sceneCuts() == cuts)
        #expect(activities.map { $0?.count } == coarse.map(\.frames.count))
    }

    @Test("A coarse range that the film lacks is refused")
    func noSuchRange() throws {
        let job = try SmallJob(frames: 12, ranges: 1)
        let error = #expect(throws: WorkError.self) { try job.run(.scout, ranges: [0, 1]) }
        #expect(error?.kind == .usage)
        #expect(error?.attempted == "scout range 1")
    }
}
