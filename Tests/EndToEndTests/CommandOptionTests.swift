import ArgumentParser
import Foundation
import Jobs
import Media
import TestSupport
import Testing

@testable import granary

@Suite("Command line: options become jobs")
struct CommandOptionTests {
    @Test("the options of encode give the same settings as a manifest, through the same parser")
    func encode() throws {
        let options = try EncodeOptions.parse([
            "in.mov", "-o", "/out/film.mp4", "--bitrate", "4M", "--speed", "slow", "--tune", "grain", "--size",
            "1280x720",
            "--bit-depth", "10", "--key-frame-interval", "5s", "--passes", "4", "--tolerance", "1%", "--audio", "eng,1",
            "--x265", "aq-mode=3", "--x265", "rect", "--preset", "hevc1920x1080",
        ])
        let manifest = try options.manifest()
        #expect(manifest.source == FileManager.default.currentDirectoryPath + "/in.mov")
        #expect(manifest.output == "/out/film.mp4")
        #expect(manifest.video.rate == .average(bitsPerSecond: 4_000_000))
        #expect(manifest.video.speed == "slow" && manifest.video.tune == "grain" && manifest.video.bitDepth == 10)
        #expect(manifest.video.box == PictureSize(width: 1280, height: 720))
        #expect(manifest.video.options == ["aq-mode": "3", "rect": "1"])
        #expect(manifest.passes.maximum == 4 && manifest.passes.tolerance == 0.01)
        #expect(manifest.audio == .tracks([.language("eng"), .index(1)]))
        #expect(manifest.preset == .hevc1920x1080)
    }

    @Test("--optimize is accepted with an average rate, and refused with other goals")
    func optimize() throws {
        let words = ["in.mov", "-o", "/out/film.mp4", "--optimize", "ssim"]
        #expect(try EncodeOptions.parse(words + ["--bitrate", "4M"]).manifest().video.optimize == .ssim)
        let error = try #require(throws: ManifestError.self) {
            try EncodeOptions.parse(words + ["--crf", "21"]).manifest()
        }
        #expect(error.issues.map(\.key) == ["video.optimize"] && error.kind == .usage)
    }

    @Test("several inputs become a list of films, and --start applies to the joined film")
    func films() throws {
        let folder = FileManager.default.currentDirectoryPath
        let plain = try EncodeOptions.parse(["a.mov", "b.mov", "-o", "o.mp4"]).manifest()
        #expect(plain.films.map(\.path) == [folder + "/a.mov", folder + "/b.mov"] && plain.start == nil)
        let part = try EncodeOptions.parse([
            "a.mov", "b.mov", "c.mov", "-o", "o.mp4", "--start", "2s", "--frame-rate", "24",
        ]).manifest()
        #expect(part.films.count == 3 && part.start == MediaTime(value: 2, timescale: 1))
        #expect(part.films.allSatisfy { $0.reading.frameRate == FrameRate(frames: 24, seconds: 1) && $0.start == nil })
    }

    @Test("the options for a part of a film give the same settings as a manifest")
    func part() throws {
        let manifest = try EncodeOptions.parse([
            "in.mov", "-o", "out.mp4", "--start", "1.5s", "--duration", "2m", "--track", "1", "--frame-rate", "23.976",
            "--crop", "2,4,6,8", "--on-damage", "conceal",
        ]).manifest()
        #expect(manifest.source == FileManager.default.currentDirectoryPath + "/in.mov")
        #expect(manifest.start == MediaTime(value: 3, timescale: 2))
        #expect(manifest.duration == MediaTime(value: 120, timescale: 1))
        #expect(manifest.reading.track == 1 && manifest.reading.concealsDamage)
        #expect(manifest.reading.frameRate == FrameRate(frames: 24000, seconds: 1001))
        let region = manifest.video.crop?.region(of: PictureSize(width: 100, height: 100))
        #expect(region == PictureRegion(left: 2, top: 4, size: PictureSize(width: 92, height: 88)))
        for (words, key) in [("1,2,3,4", "video.crop.left"), ("2,4", "video.crop"), ("a,0,0,0", "video.crop.left")] {
            let options = try EncodeOptions.parse(["a.mov", "-o", "b.mp4", "--crop", words])
            let error = try #require(throws: ManifestError.self) { try options.manifest() }
            #expect(error.issues.first?.key == key, "\(words)")
        }
    }

    @Test("an input and an output are enough for a job")
    func smallest() throws {
        let manifest = try EncodeOptions.parse(["a.mov", "-o", "b.mp4"]).manifest()
        #expect(manifest.video == Manifest.Video() && manifest.audio == nil)
    }

    @Test(
        "wrong values are usage errors that name the key",
        arguments: [
            (["--crf", "60"], "video.rate.constant"), (["--crf", "21", "--bitrate", "4M"], "video.rate.constant"),
            (["--x265", "open-gop=1"], "video.options.open-gop"), (["--audio", "mp3"], "audio"),
        ]
    )
    func wrong(arguments: [String], key: String) throws {
        let options = try EncodeOptions.parse(["a.mov", "-o", "b.mp4"] + arguments)
        let error = try #require(throws: ManifestError.self) { try options.manifest() }
        #expect(error.issues.map(\.key) == [key] && error.kind == .usage)
        #expect(error.issues.allSatisfy { $0.position == nil })
    }

    @Test("run accepts its options, and refuses invalid values")
    func runOptions() throws {
        let options = try RunOptions.parse(["--workers", "3", "--jobs", "/j", "--progress", "json", "--no-verify"])
        #expect(options.workers == 3 && options.progress.resolved == .json && options.noVerify && !options.restart)
        #expect(options.jobsFolder.folder(beside: "/films/a.mp4") == "/j")
        #expect(throws: (any Error).self) { try RunOptions.parse(["--workers", "0"]) }
        #expect(try RunOptions.parse(["--engine", "slurm"]).engine == .slurm && options.engine == .local)
        #expect(throws: (any Error).self) { try RunOptions.parse(["--engine", "grid"]) }
    }

    @Test("the first signal drains, the second stops", .doesNotHang)
    func signals() async {
        var iterator = SignalSource.interruptions(by: [SIGUSR1]).makeAsyncIterator()
        kill(getpid(), SIGUSR1)
        #expect(await iterator.next() == .drain)
        kill(getpid(), SIGUSR1)
        #expect(await iterator.next() == .stop)
    }
}
