import Foundation
import Intake
import Media
import TestSupport
import Testing

@testable import JobDocuments
@testable import Jobs
@testable import Worker

@Suite(.temporaryFolder, .enabled(if: FFmpegTool.isPresent, "ffmpeg is not installed"))
struct WorkSiteTests {
    @Test(
        "A job that was started with another build is refused, and the error names both builds",
        arguments: ["granary", "libx265", "FFmpeg"]
    )
    func otherBuild(part: String) throws {
        var builds = WorkSite.builds
        switch part {
        case "granary": builds.granary = "0.0.1"
        case "libx265": builds.encoder = "0.0.1"
        default: builds.reader = "0.0.1"
        }
        let job = try SmallJob(frames: 12, ranges: 1, builds: builds)
        let error = #expect(throws: WorkError.self) { try WorkSite(job.directory) { _ in } }
        #expect(error?.kind == .temporary)
        #expect(error?.subject == part)
        #expect(error?.cause.hasPrefix("the job was started with 0.0.1, this is ") == true)
    }

    @Test("A source that changed after the job was started is refused")
    func changedSource() throws {
        let job = try SmallJob(frames: 12, ranges: 1)
        var bytes = try Data(contentsOf: URL(filePath: job.source.path))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(filePath: job.source.path))
        #expect(throws: IntakeError.self) { try WorkSite(job.directory) { _ in } }
    }

    @Test("The description of another source than the job's is refused, even if that source exists and is intact")
    func foreignSource() throws {
        let job = try SmallJob(frames: 12, ranges: 1)
        let copy = TemporaryFolder.current.appending(path: "other.mp4")
        try (Data(contentsOf: URL(filePath: job.source.path)) + Data(count: 8)).write(to: copy)
        let foreign = try FilmProbe.describe(path: copy.path, hashWholeFile: true)
        try JSONEncoder().encode(foreign).write(to: URL(filePath: job.directory.paths.source))
        let error = #expect(throws: WorkError.self) { try WorkSite(job.directory) { _ in } }
        #expect(error?.kind == .badInput && error?.subject == job.directory.paths.source)
        #expect(error?.remedy.contains("--restart") == true)
    }

    @Test("A unit that runs too early fails, and the error names the document that is not published yet")
    func tooEarly() throws {
        let job = try SmallJob(frames: 12, ranges: 1)
        let mux = #expect(throws: WorkError.self) { try job.run(.mux) }
        #expect(mux?.subject == job.directory.paths.selection)
        let verify = #expect(throws: WorkError.self) { try job.run(.verify, ranges: [0]) }
        #expect(verify?.subject == job.directory.paths.mux)
        let conclusion = #expect(throws: WorkError.self) { try job.run(.scout) }
        #expect(conclusion?.subject == job.directory.paths.result(pass: 0, range: 0))
        #expect(conclusion?.kind == .temporary)
    }
}
