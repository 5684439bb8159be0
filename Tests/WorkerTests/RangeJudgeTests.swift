import Encoding
import Foundation
import Jobs
import Media
import Quality
import Storage
import TestSupport
import Testing

@testable import JobDocuments
@testable import Worker

@Suite("Judging during the encode", .temporaryFolder)
struct RangeJudgeTests {
    private static let hasVMAF = (try? VMAFTool.find()) != nil

    private func failure(_ cause: String) -> WorkError {
        WorkError(.temporary, attempted: "measure VMAF", subject: "ffmpeg", cause: cause)
    }

    /// Replaces an encoder: makes sample values coarser from frame to frame.
    private static func worsened(_ picture: Picture) -> Picture {
        let step = UInt8(2 + picture.frame % 5)
        return Picture(
            format: picture.format,
            size: picture.size,
            frame: picture.frame,
            presentationTime: picture.presentationTime,
            duration: picture.duration,
            storage: picture.storage.map { $0 / step * step }
        )
    }

    private static let film = SyntheticFilm(size: PictureSize(width: 320, height: 192), count: 24, cuts: [9])

    private func verdict(_ metric: QualityMetric, _ frames: Range<Int>) throws -> RangeJudge.Verdict {
        let film = Self.film
        let folder = TemporaryFolder.current.appending(path: "\(metric)-\(frames.lowerBound)-\(frames.upperBound)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let settings = EncoderSettings(size: film.size, format: film.format, frameRate: film.timeline.averageRate)
        let judge = try #require(try RangeJudge(metric, of: frames, settings: settings, folder: folder))
        for frame in judge.framesToSee(of: film.count) { try judge.see(film.picture(frame)) }
        // In the order of an encoder: the last of four first.
        for start in stride(from: frames.lowerBound, to: frames.upperBound, by: 4) {
            for frame in (start..<min(start + 4, frames.upperBound)).reversed() {
                try judge.judge(Self.worsened(film.picture(frame)), frame: frame)
            }
        }
        return try judge.finish()
    }

    @Test("XPSNR of ranges equals that of the film, with a cut at any place", arguments: [5, 9, 16])
    func perceptual(cut: Int) throws {
        let whole = try verdict(.xpsnr, 0..<24)
        let parts = [try verdict(.xpsnr, 0..<cut), try verdict(.xpsnr, cut..<24)]
        #expect(parts[0].xpsnr.merging(parts[1].xpsnr) { first, _ in first } == whole.xpsnr)
        #expect(whole.xpsnr.count == 24 && whole.vmaf.isEmpty && whole.meanVMAF == nil)
        #expect(try #require(whole.xpsnrOfLuma) > 20)
    }

    @Test(
        "VMAF of ranges equals that of the film, with a cut at any place",
        .enabled(if: hasVMAF, "no ffmpeg has libvmaf"),
        arguments: [5, 9]
    )
    func vmaf(cut: Int) throws {
        let whole = try verdict(.vmaf, 0..<24)
        let parts = [try verdict(.vmaf, 0..<cut), try verdict(.vmaf, cut..<24)]
        #expect(parts[0].vmaf.merging(parts[1].vmaf) { first, _ in first } == whole.vmaf)
        #expect(whole.vmaf.count == 24)
        #expect(whole.vmaf.values.allSatisfy { $0.vmafNEG <= $0.vmaf + 1e-6 })
    }

    @Test(
        "VMAF equals that of FFmpeg's filter for two films",
        .enabled(if: hasVMAF, "no ffmpeg has libvmaf")
    )
    func likeTheFilter() throws {
        let folder = TemporaryFolder.current
        let film = Self.film
        let sources = (0..<film.count).map(film.picture)
        try Data(sources.flatMap(\.storage)).write(to: folder.appending(path: "a.yuv"))
        try Data(sources.flatMap { Self.worsened($0).storage }).write(to: folder.appending(path: "b.yuv"))
        let input = ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", film.size.description, "-i"]
        try Tool(at: URL(filePath: try VMAFTool.find().path)).output(
            ["-nostdin", "-v", "error"] + input + ["b.yuv"] + input + ["a.yuv"]
                + ["-lavfi", "libvmaf=log_fmt=json:log_path=both.json", "-f", "null", "-"],
            in: folder
        )
        let log = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appending(path: "both.json")))
        let frames = try #require((log as? [String: Any])?["frames"] as? [[String: Any]])
        let theirs = frames.compactMap { ($0["metrics"] as? [String: Any])?["vmaf"] as? Double }
        let ours = try verdict(.vmaf, 0..<24)
        try #require(theirs.count == film.count)
        for frame in 0..<film.count { #expect(abs(try #require(ours.vmaf[frame]).vmaf - theirs[frame]) < 1e-6) }
    }

    @Test("Judging a frame without its source, or leaving frames out, is an error")
    func incomplete() throws {
        let film = Self.film
        let settings = EncoderSettings(size: film.size, format: film.format, frameRate: film.timeline.averageRate)
        let folder = TemporaryFolder.current.path
        let judge = try #require(try RangeJudge(.xpsnr, of: 0..<3, settings: settings, folder: folder))
        #expect(throws: WorkError.self) { try judge.judge(film.picture(0), frame: 0) }
        try judge.see(film.picture(0))
        try judge.judge(film.picture(0), frame: 0)
        #expect(throws: WorkError.self) { _ = try judge.finish() }
        #expect(try RangeJudge(.psnr, of: 0..<3, settings: settings, folder: folder) == nil)
    }

    @Test("A log of other pictures is refused")
    func foreignLog() throws {
        func figures(_ text: String, _ count: Int) throws(WorkError) -> [VMAFProcess.Figures] {
            try VMAFProcess.figures(in: Array(text.utf8), count: count, failure: failure)
        }
        func frame(_ number: Int, _ vmaf: String = "90.5") -> String {
            #"{"frameNum": \#(number), "metrics": {"vmaf": \#(vmaf), "vmaf_neg": 89.25, "integer_motion": 3}}"#
        }
        let good = try figures(#"{"version": "3", "frames": [\#(frame(0)), \#(frame(1))]}"#, 2)
        #expect(good == [VMAFProcess.Figures](repeating: .init(vmaf: 90.5, vmafNEG: 89.25), count: 2))
        for text in [
            "", "{}", "[]", #"{"frames": []}"#, #"{"frames": [\#(frame(0))]}"#,
            #"{"frames": [\#(frame(0)), \#(frame(2))]}"#,
            #"{"frames": [\#(frame(0)), \#(frame(1, "100.5"))]}"#, #"{"frames": [\#(frame(0)), \#(frame(1, "null"))]}"#,
            #"{"frames": [\#(frame(0)), \#(frame(1, "-1"))]}"#,
        ] {
            #expect(throws: WorkError.self, "\(text)") { _ = try figures(text, 2) }
        }
    }

    @Test("Without libvmaf the error names the programs that were tried and the remedy; no other metric replaces it")
    func withoutLibrary() throws {
        let script = TemporaryFolder.current.appending(path: "ffmpeg")
        try Tool.script(at: script, "echo ' .. psnr  VV->V  PSNR'")
        for path in [script.path, "/nowhere/ffmpeg"] {
            let error = try #require(throws: WorkError.self) {
                try VMAFTool.find(environment: ["GRANARY_FFMPEG": path])
            }
            #expect(error.kind == .unavailable)
            #expect(error.cause.contains(path) && error.remedy.contains("Scripts/setup"))
        }
    }

    @Test(
        "An ffmpeg that writes no figures is an error",
        .enabled(if: hasVMAF, "no ffmpeg has libvmaf")
    )
    func noFigures() throws {
        let tool = try VMAFTool.find()
        // It writes them at its end, to a file that is deleted by then.
        let folder = TemporaryFolder.current.path
        let process = try VMAFProcess(tool, size: Self.film.size, format: .yuv420p8, folder: folder)
        try process.compare(Self.film.picture(0), with: Self.film.picture(0))
        try FileManager.default.removeItem(atPath: folder + "/vmaf.json")
        #expect(throws: WorkError.self) { _ = try process.finish() }
    }

    @Test(
        "A worker publishes the figures that the decoded samples have",
        .enabled(if: FFmpegTool.isPresent, "ffmpeg is not installed")
    )
    func encoding() throws {
        let goal = try #require(QualityGoal(metric: .xpsnr, target: 36, floor: 30))
        let job = try SmallJob(frames: 24, ranges: 2, rate: .quality(goal))
        try job.encode(pass: 2)
        let reader = try FilmReaderSource(job)
        for range in job.plan.ranges {
            let result = try #require(try job.directory.result(pass: 2, range: range.index))
            let published = try #require(result.figures?.xpsnr)
            let decoded = try reader.comparisons(of: result, samples: job.samples(pass: 2)[range.index], range.frames)
            #expect(published == decoded.map { ($0.xpsnr(ofPlane: 0) * 100).rounded() / 100 })
            var film = FilmPerceptualQuality()
            for comparison in decoded { film.add(comparison) }
            #expect(result.quality?.xpsnrY == film.xpsnr(ofPlane: 0))
            #expect(result.figures?.psnr.count == range.frames.count)
        }
    }
}

/// Decodes a range's samples with the verifying decoder and compares them with the source.
private struct FilmReaderSource {
    private let sources: [Picture]
    private let framesPerSecond: Double

    init(_ job: SmallJob) throws {
        framesPerSecond = job.job.encoder.frameRate.framesPerSecond
        sources = try job.pictures()
    }

    func comparisons(
        of result: RangeResult,
        samples: [StoredSample],
        _ frames: Range<Int>
    ) throws -> [PerceptualComparison] {
        var weighter = PerceptualWeighter(framesPerSecond: framesPerSecond)
        let weights = try sources.prefix(frames.upperBound).map { try weighter.weights(of: $0) }
        let decoder = try VerifyingDecoder()
        try decoder.configure(try #require(result.parameterSets))
        var found: [Int: PerceptualComparison] = [:]
        func compare(_ picture: borrowing DecodedPicture) throws {
            let frame = samples[Int(picture.tag)].header.frame
            found[frame] = try PerceptualComparison(of: picture, against: sources[frame], weights: weights[frame])
        }
        for (index, sample) in samples.enumerated() {
            // Safe: the bytes of an integer array are initialised and lent for the call.
            try decoder.decode(unsafe sample.bytes.span.bytes, tag: Int64(index), output: compare)
        }
        try decoder.flush(output: compare)
        return try frames.map { try #require(found[$0]) }
    }
}
