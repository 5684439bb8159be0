import Foundation
import Jobs
import Media
import TestSupport
import Testing

@testable import JobDocuments
@testable import Worker

@Suite("Warnings of the scout", .temporaryFolder, .enabled(if: FFmpegTool.isPresent, "ffmpeg is not installed"))
struct ScoutFindingTests {
    /// Coarse ranges of two seconds over eight seconds.
    private func job(_ name: String, _ pieces: [ChangingFilm.Piece]) throws -> SmallJob {
        let job = try SmallJob(ranges: 1, made: try ChangingFilm.make(name, codec: "hevc", pieces))
        let coarse = RangePlanner.coarseRanges(of: job.source.video.timeline)
        try #require(coarse.map(\.frames.lowerBound) == [0, 48, 96, 144])
        return job
    }

    @Test("a change of the mastering display is found at and after a coarse range's first frame, in any order of units")
    func light() throws {
        let ambient: [UInt8] = [0x00, 0x2F, 0xE9, 0xA0, 0x3D, 0x13, 0x40, 0x42]
        let job = try job(
            "light.mkv",
            [
                .light(48, peak: 1000, levels: "1000,400"), .light(60, peak: 4000, levels: "1000,400"),
                .light(84, peak: 1000, levels: "900,300", ambient: ambient),
            ]
        )
        try job.run(.scout, ranges: [0, 1, 2, 3])
        try job.run(.scout)
        let list = try #require(try job.directory.sceneCuts())
        let changes = list.findings?.lightChanges ?? []
        #expect(changes.map(\.frame) == [48, 108])
        #expect(changes.first?.light.masteringDisplay?.maximumLuminance == 40_000_000)
        #expect(changes.first?.light.contentLight == nil, "only what changes")
        #expect(changes.last?.light.masteringDisplay?.maximumLuminance == 10_000_000)
        #expect(changes.last?.light.contentLight?.maximumContentLightLevel == 900)
        #expect(changes.last?.light.ambientViewing?.illuminance == 3_140_000)

        try FileManager.default.removeItem(at: URL(filePath: job.directory.paths.passFolder(0)))
        for index in [3, 1, 0, 2] { try job.run(.scout, ranges: [index]) }
        try job.run(.scout)
        #expect(try job.directory.sceneCuts() == list)

        var settings = job.job
        settings.encoder.masteringDisplay = job.source.video.masteringDisplay
        let plan = Plan(job: settings.id, ranges: job.plan.ranges, sceneCuts: list.cuts, findings: list.findings)
        let warnings = settings.warnings(about: plan, job.source.video.timeline)
        try #require(warnings.count == 3)
        #expect(
            warnings[0]
                == "the mastering display of the source changes: it is P3-D65, 0.005 to 4000 cd/m² from 2.000 s, "
                + "P3-D65, 0.005 to 1000 cd/m² from 4.500 s; the film has P3-D65, 0.005 to 1000 cd/m² throughout"
        )
        #expect(warnings[1].hasSuffix("MaxCLL 900 cd/m², MaxFALL 300 cd/m² from 4.500 s; the film has none"))
        #expect(
            warnings[2].contains("ambient viewing environment") && warnings[2].contains("314 lux, D65 from 4.500 s")
        )
    }

    @Test("repeated metadata, and metadata that end, are not a change")
    func silence() throws {
        let same = ChangingFilm.Piece.light(48, peak: 1000, levels: "1000,400")
        let job = try job("same.mkv", [same, ChangingFilm.Piece(48), same, ChangingFilm.Piece(48)])
        try job.run(.scout, ranges: [0, 1, 2, 3])
        try job.run(.scout)
        #expect(try job.directory.scoutResult(range: 0)?.lightStatements?.map(\.frame) == [0])
        #expect(try job.directory.sceneCuts()?.findings?.lightChanges == nil)
    }

    @Test(
        "a change of colour at the first frame of a coarse range is refused in that range and in every later one"
    )
    func colour() throws {
        let pieces: [ChangingFilm.Piece] = [
            .colours(48, codec: "hevc", primaries: 1, transfer: 1, matrix: 1),
            .colours(144, codec: "hevc", primaries: 9, transfer: 16, matrix: 9),
        ]
        let job = try job("colour.mkv", pieces)
        try job.run(.scout, ranges: [0])
        for range in 1...3 {
            let error = #expect(throws: (any Error).self) { try job.run(.scout, ranges: [range]) }
            #expect(
                (error as? any ExplainedError)?.explanation.contains("2.000 s") == true,
                "\(String(describing: error))"
            )
        }
    }

    @Test("results of earlier versions without these fields are read")
    func olderResults() throws {
        let job = try SmallJob(frames: 12, ranges: 1)
        try job.run(.scout, ranges: [0])
        let path = job.directory.paths.result(pass: 0, range: 0)
        let bytes = try Data(contentsOf: URL(filePath: path))
        var document = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
        for key in ["lightStatements", "fields"] { document.removeValue(forKey: key) }
        try JSONSerialization.data(withJSONObject: document).write(to: URL(filePath: path))
        try job.run(.scout)
        #expect(try job.directory.sceneCuts()?.findings == nil)
    }
}
