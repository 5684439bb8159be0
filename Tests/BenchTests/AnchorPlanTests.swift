import Foundation
import Jobs
import Media
import TestSupport
import Testing

@testable import Bench

@Suite("Commands of anchors", .temporaryFolder)
struct AnchorPlanTests {
    /// Programs that exist by name, and do nothing.
    private func programs(_ names: [String] = ["ffmpeg", "x265", "x264", "enc"]) throws -> BenchPrograms {
        let folder = TemporaryFolder.current
        for name in names {
            try Tool.script(at: folder.appending(path: name), "")
        }
        return BenchPrograms(environment: ["PATH": folder.path, "GRANARY_X265": "system"])
    }

    private func site(_ rate: BenchRate, _ programs: BenchPrograms, format: PixelFormat = .yuv420p8) -> AnchorSite {
        let film = SyntheticFilm(size: PictureSize(width: 64, height: 48), format: format, count: 60, rate: 24)
        let track = VideoTrack(
            streamIndex: 0,
            codec: "ffv1",
            size: film.size,
            sourcePixelFormat: "yuv420p",
            format: film.format,
            timeline: film.timeline
        )
        let source = SourceDescription(
            path: "/clips/it's a clip.mov",
            identity: SourceIdentity(
                byteCount: 1,
                duration: film.timeline.timeRange.duration,
                contentHash: "",
                coversWholeFile: false
            ),
            container: "mov",
            video: track,
            audio: [],
            notCarried: [],
            readerBuild: ""
        )
        let clip = BenchClip(name: "c", origin: .file(source.path), licence: "", contentClass: .film)
        return AnchorSite(
            clip: FoundClip(clip: clip, path: source.path, sha256: "", source: source),
            rate: rate,
            folder: TemporaryFolder.current.path,
            keyFrameInterval: MediaTime(value: 2, timescale: 1),
            coreCount: 2,
            programs: programs,
            granary: "/bin/granary",
            granaryArguments: ["--engine", "slurm"]
        )
    }

    private func anchor(_ yaml: String) throws -> BenchAnchor {
        let text = """
            apiVersion: granary-bench/v1
            name: s
            rates: 1M
            factors: 21
            clips: [{name: c, path: c.mp4, class: film, licence: x}]
            anchors: [{name: a, \(yaml)}]
            """
        return try #require(try BenchSuite(parsing: Array(text.utf8), file: "s", folder: "/").runAnchors.first)
    }

    @Test("Both passes of x265 read the clip from ffmpeg, and only the second one writes an encode")
    func x265() throws {
        let site = site(.average(bitsPerSecond: 1_500_000), try programs())
        let plan = try anchor("kind: x265-two-pass, preset: slow, options: [--aq-mode, '3']").plan(at: site)
        let pipelines = try #require(plan.sequences.first)
        #expect(pipelines.count == 2 && pipelines.allSatisfy { $0.count == 2 })
        #expect(pipelines[0][0].words.contains("/clips/it's a clip.mov"))
        let second = pipelines[1][1].words.joined(separator: " ")
        #expect(second.contains("--fps 24 --preset slow --keyint 48"))
        #expect(second.contains("--bitrate 1500") && second.contains("--pass 2 --output \(plan.output)"))
        #expect(second.contains("--aq-mode 3"))
        #expect(pipelines[0][1].words.suffix(2) == ["--output", "/dev/null"])
    }

    @Test("x264 and x265 get the bit depth of the clip as an option", arguments: PixelFormat.allCases)
    func depth(format: PixelFormat) throws {
        let depth = format == .yuv420p8 ? "8" : "10"
        let site = site(.average(bitsPerSecond: 1_500_000), try programs(), format: format)
        for kind in ["x265-two-pass", "chunked-two-pass", "x264-two-pass"] {
            for pipeline in try anchor("kind: \(kind)").plan(at: site).sequences.joined() {
                let words = pipeline[1].words
                let place = try #require(words.firstIndex(of: "--output-depth"), "\(kind)")
                #expect(words[place + 1] == depth)
            }
        }
    }

    @Test("Chunks cover every frame once, and are joined in order")
    func chunks() throws {
        let site = site(.constant(21.5), try programs())
        let plan = try anchor("kind: chunked-crf, chunk: 1s").plan(at: site)
        #expect(plan.sequences.count == 3 && plan.pieces.count == 3 && plan.width == 2)
        let trims = plan.sequences.map { $0[0][0].words.first { $0.hasPrefix("trim=") } ?? "" }
        #expect(
            trims == [
                "trim=start_frame=0:end_frame=24,setpts=PTS-STARTPTS",
                "trim=start_frame=24:end_frame=48,setpts=PTS-STARTPTS",
                "trim=start_frame=48:end_frame=60,setpts=PTS-STARTPTS",
            ]
        )
        #expect(plan.sequences.allSatisfy { $0.count == 1 && $0[0][1].words.contains("21.5") })
    }

    @Test("Granary gets a valid manifest")
    func granary() throws {
        let site = site(.average(bitsPerSecond: 800_000), try programs())
        let plan = try anchor("kind: granary, optimize: vmaf, passes: 3, options: [aq-mode=3]").plan(at: site)
        let command = try #require(plan.sequences.first?.first?.first)
        #expect(command.program == "/bin/granary" && command.words.suffix(2) == ["--engine", "slurm"])
        let manifest = try Manifest(contentsOf: try #require(command.words.dropFirst().first))
        #expect(manifest.video.rate == .average(bitsPerSecond: 800_000))
        #expect(manifest.video.speed == "medium" && manifest.video.optimize == .vmaf)
        #expect(manifest.video.options == ["aq-mode": "3"] && manifest.source == "/clips/it's a clip.mov")
        #expect(plan.accepted == [0, 3])
    }

    @Test("Places in the words of a template are filled, and inserted text is not searched for places")
    func template() throws {
        var site = site(.average(bitsPerSecond: 800_000), try programs())
        site.clip.path = "/clips/{output}; rm -rf x.mov"
        let plan = try anchor(
            "kind: template, output: ivf, commands: [[enc, '{input}', '-o={output}', '{kilobits}k']]"
        ).plan(at: site)
        let words = plan.sequences[0][0][0].words
        #expect(words == ["/clips/{output}; rm -rf x.mov", "-o=\(site.folder)/encode.ivf", "800k"])
        #expect(plan.form == .ivf)
    }

    @Test("A program that is not installed makes a hole with this reason")
    func missingProgram() throws {
        let site = site(.average(bitsPerSecond: 800_000), try programs(["ffmpeg"]))
        for kind in ["x265-two-pass", "x264-two-pass"] {
            let hole = try #require(throws: BenchHole.self) { try anchor("kind: \(kind)").plan(at: site) }
            #expect(hole.reason == .anchorMissing && hole.story.contains("is not installed"))
        }
    }
}
