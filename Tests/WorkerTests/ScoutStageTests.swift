import Foundation
import Intake
import Jobs
import Media
import TestSupport
import Testing

@testable import JobDocuments
@testable import Worker

@Suite(.temporaryFolder, .enabled(if: FFmpegTool.isPresent, "ffmpeg is not installed"))
struct ScoutStageTests {
    @Test("Coarse ranges scouted one by one in any order give the same result as one unit with all of them")
    func partition() throws {
        let job = try SmallJob(
            frames: 500,
            ranges: 1,
            pixelFormat: "yuv420p10le",
            tags: FFmpegTool.perceptualQuantizer,
            measuresLight: true
        )
        let coarse = RangePlanner.coarseRanges(of: job.source.video.timeline)
        try #require(coarse.count == 4)
        try job.run(.scout, ranges: Array(coarse.indices))
        try job.run(.scout)
        let activities = try coarse.indices.map { try job.directory.scoutResult(range: $0)?.activities }
        let light = try coarse.indices.map { try job.directory.scoutResult(range: $0)?.light }
        let cuts = try #require(try job.directory.sceneCuts())
        try FileManager.default.removeItem(atPath: job.directory.paths.passFolder(0))
        for index in coarse.indices.reversed() { try job.run(.scout, ranges: [index]) }
        try job.run(.scout)
        #expect(try coarse.indices.map { try job.directory.scoutResult(range: $0)?.activities } == activities)
        #expect(try job.directory.sceneCuts() == cuts)
        #expect(activities.map { $0?.count } == coarse.map(\.frames.count))
        #expect(try coarse.indices.map { try job.directory.scoutResult(range: $0)?.light } == light)

        // The same light as measured in the pictures of the film in order, whatever the ranges are.
        let meter = try #require(LightMeter(job.source.video.colour))
        let pictures = try FilmReader(source: job.source).pictures(in: 0..<500)
        var whole: MeasuredLight?
        while let picture = try pictures.next() { whole = meter.measure(picture).merged(with: whole) }
        #expect(cuts.light == whole && whole?.contentLight.isKnown == true)
    }

    @Test("Light is measured only if the job requests it, and not in 8-bit pictures")
    func light() throws {
        let plain = try SmallJob(frames: 4, ranges: 1)
        try plain.run(.scout, ranges: [0])
        #expect(try plain.directory.scoutResult(range: 0)?.light == nil)
        let other = try TemporaryFolder.$current.withValue(TemporaryFolder.current.appending(path: "other")) {
            try FileManager.default.createDirectory(at: TemporaryFolder.current, withIntermediateDirectories: true)
            return try SmallJob(frames: 4, ranges: 1, tags: FFmpegTool.perceptualQuantizer, measuresLight: true)
        }
        let error = #expect(throws: WorkError.self) { try other.run(.scout, ranges: [0]) }
        #expect(error?.cause == "its pictures have 8 bits")
    }

    @Test("A film with an average rate is encoded roughly in parts, with the same bits in any order")
    func scoutBits() throws {
        let job = try SmallJob(frames: 500, ranges: 1, rate: .average(bitsPerSecond: 200_000))
        let coarse = RangePlanner.coarseRanges(of: job.source.video.timeline)
        try job.run(.scout, ranges: Array(coarse.indices))
        try job.run(.scout)
        let scoutBits = try #require(try job.directory.sceneCuts()?.scoutBits)
        // Eight pictures at the start of each coarse range of 125 pictures, and once more after four seconds.
        let starts = coarse.flatMap { coarse in
            stride(from: coarse.frames.lowerBound, to: coarse.frames.upperBound, by: 96)
        }
        #expect(scoutBits.parts.map(\.firstFrame) == starts)
        #expect(scoutBits.parts.allSatisfy { $0.intra.pictures >= 1 && $0.intra.pictures + $0.inter.pictures == 8 })
        #expect(scoutBits.parts.allSatisfy { $0.intra.textureBits > 0 && $0.inter.textureBits > 0 })
        #expect(scoutBits.rateFactor == job.job.rate.analysisRateFactor(job.job.encoder))
        let shown = job.source.video.size
        #expect(scoutBits.pictureSamples == shown.width * shown.height / (min(shown.width, shown.height) < 128 ? 1 : 4))
        try FileManager.default.removeItem(atPath: job.directory.paths.passFolder(0))
        for index in coarse.indices.reversed() { try job.run(.scout, ranges: [index]) }
        try job.run(.scout)
        #expect(try job.directory.sceneCuts()?.scoutBits == scoutBits)
    }

    @Test("A film with a rate factor is not encoded by the scout")
    func noProbe() throws {
        let job = try SmallJob(frames: 24, ranges: 1)
        try job.run(.scout, ranges: [0])
        #expect(try job.directory.scoutResult(range: 0)?.scoutBits == nil)
    }

    @Test("A coarse range that the film does not have is refused")
    func noSuchRange() throws {
        let job = try SmallJob(frames: 12, ranges: 1)
        let error = #expect(throws: WorkError.self) { try job.run(.scout, ranges: [0, 1]) }
        #expect(error?.kind == .usage)
        #expect(error?.attempted == "scout range 1")
    }
}
