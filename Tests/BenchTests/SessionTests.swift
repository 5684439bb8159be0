import Foundation
import Media
import TestSupport
import Testing

@testable import Bench

/// Complete runs over pictures that ffmpeg computes, encoded quickly by ffmpeg.
@Suite("Runs of a suite", .temporaryFolder, .enabled(if: Tool.arePresent("ffmpeg"), "ffmpeg is not installed"))
struct SessionTests {
    private static let text = """
        apiVersion: granary-bench/v1
        name: tiny
        factors: [30, 40]
        metrics: [psnr, ssim, xpsnr]
        clips:
          - name: bars
            class: synthetic
            licence: CC0-1.0
            recipe: {graph: "testsrc2=size=64x48:rate=24", frames: 5, frameRate: 24}
          - {name: gone, path: gone.mp4, class: film, licence: x, obtain: make clips}
          - name: changed
            class: synthetic
            licence: CC0-1.0
            sha256: "0000000000000000000000000000000000000000000000000000000000000000"
            recipe: {graph: "testsrc2=size=64x48:rate=24", frames: 2, frameRate: 24}
          - name: short
            class: synthetic
            licence: CC0-1.0
            recipe: {graph: "testsrc2=size=64x48:rate=24", frames: 2, frameRate: 24}
        anchors:
          - name: peer
            kind: template
            role: reference
            aim: factor
            input: y4m
            output: h264
            version: [ffmpeg, -version]
            commands:
              - [ffmpeg, -v, error, -y, -i, "-",
                 -c:v, libx264, -preset, ultrafast, -crf, "{factor}", -f, h264, "{output}"]
          - name: cutter
            kind: template
            aim: factor
            output: h264
            commands:
              - [ffmpeg, -v, error, -y, -i, "{input}",
                 -frames:v, "1", -c:v, libx264, -crf, "{factor}", -f, h264, "{output}"]
          - name: absent
            kind: template
            aim: factor
            output: ivf
            commands: [[no-such-encoder, "{input}", "{output}"]]
        """

    private func suite(_ text: String = text) throws -> BenchSuite {
        try BenchSuite(parsing: Array(text.utf8), file: "s.yaml", folder: TemporaryFolder.current.path)
    }

    private func options(_ stop: BenchStop = BenchStop()) -> BenchOptions {
        var options = BenchOptions(place: BenchPlace(path: TemporaryFolder.current.appending(path: "bench").path))
        options.stop = stop
        return options
    }

    @Test("Every point is measured, or is a hole with its reason")
    func measuresAndNamesHoles() throws {
        let session = try BenchSession(try suite(), options())
        let run = try session.measure()
        #expect(run.points.count == 24)
        func reasons(_ clip: String, _ anchor: String) -> Set<BenchHole.Reason?> {
            Set(
                run.points.filter { $0.clip == clip && $0.anchor == anchor }.map { point in
                    guard case .hole(let hole) = point.outcome else { return nil }
                    return hole.reason
                }
            )
        }
        #expect(reasons("bars", "peer") == [nil] && reasons("short", "peer") == [nil])
        #expect(reasons("bars", "cutter") == [.outputUnusable] && reasons("bars", "absent") == [.anchorMissing])
        #expect(reasons("gone", "peer") == [.clipMissing] && reasons("changed", "absent") == [.clipChanged])
        #expect(run.holes.contains { $0.hole.story.contains("make clips fetches it") })

        let bars = run.measured(clip: "bars", anchor: "peer").map(\.of)
        #expect(bars.count == 2 && bars.allSatisfy { $0.frameCount == 5 && $0.videoByteCount > 100 })
        let quality = bars.compactMap { $0.value(of: .psnrY)?.film }
        #expect(quality.count == 2 && quality[0] > quality[1] && quality[1] > 15)
        #expect(bars.allSatisfy { $0.commands.count == 2 && $0.cost.wallSeconds > 0 && $0.cost.cpuSeconds > 0 })
        // A clip of two frames is too short for one metric; the others are measured.
        let short = try #require(run.measured(clip: "short", anchor: "peer").first?.of)
        #expect(short.value(of: .ssim) != nil && short.value(of: .xpsnr) == nil)
        #expect(short.metrics.last?.metric == .xpsnr)

        let values = try #require(bars[0].framesFile)
        let file = URL(filePath: session.runFolder).appending(path: values)
        let frames = try BenchCoding.value(BenchFrameValues.self, of: try Data(contentsOf: file))
        #expect(frames[.xpsnr].count == 5 && frames[.psnrY].count == 5)
        let encode = try #require(bars[0].outputFile)
        #expect(FileManager.default.fileExists(atPath: "\(session.runFolder)/\(encode)"))
        try session.finish()
        #expect(!FileManager.default.fileExists(atPath: "\(session.runFolder)/\(encode)"))
        #expect(run.clips.first?.sha256?.count == 64 && run.clips[0].frameCount == 5)
    }

    @Test("The report of a run has the worst clip over time, and its worst frames from source and both encodes")
    func worstClip() throws {
        let text = Self.text.replacing("name: cutter", with: "name: mine")
            .replacing(#"-frames:v, "1", -c:v, libx264,"#, with: "-c:v, libx264, -preset, veryfast,")
        let session = try BenchSession(try suite(text), options())
        var run = try session.measure()
        #expect(run.measured(clip: "bars", anchor: "mine").count == 2)
        // A suite accepts only Granary's own anchors as subjects.
        let mine = try #require(run.anchors.firstIndex { $0.name == "mine" })
        run.anchors[mine].role = .subject
        let page = session.page(of: run, remarks: ["a remark"])
        let scene = try #require(page.scene)
        #expect(scene.clip == "bars" && scene.takes.map(\.anchor) == ["mine", "peer"])
        #expect(scene.takes.allSatisfy { $0.values.count == 5 } && page.remarks == ["a remark"])
        let still = try #require(scene.stills.first)
        #expect(
            still.pictures.count == 3 && still.pictures.allSatisfy { $0.png.starts(with: [0x89, 0x50, 0x4E, 0x47]) }
        )
        let html = String(decoding: page.document, as: UTF8.self)
        #expect(html.contains("The clip that is worst for Granary: bars"))
        #expect(html.components(separatedBy: "data:image/png;base64,").count == 1 + 3 * scene.stills.count)
    }

    @Test("An interrupted run continues where it stopped, and a finished run does not")
    func continues() throws {
        let stop = BenchStop()
        var first = options(stop)
        first.onEvent = { event in if case .measured = event { stop.request() } }
        let id: String
        do {
            let session = try BenchSession(try suite(), first)
            #expect(throws: CancellationError.self) { try session.measure() }
            id = URL(filePath: session.runFolder).lastPathComponent
        }
        let done = Locked(-1)
        var second = options()
        second.onEvent = { event in if case .began(_, _, let count) = event { done.withLock { $0 = count } } }
        do {
            let session = try BenchSession(try suite(), second)
            let run = try session.measure()
            #expect(done.withLock { $0 } == 1 && run.id == id && session.abandoned.isEmpty)
            #expect(run.measured().count == 4)
            try session.finish()
            // A finished run is not continued.
            let figures = run.measured().map { $0.of.metrics }
            try FileManager.default.removeItem(atPath: session.runFolder)
            withExtendedLifetime(session) {}
            #expect(figures.allSatisfy { !$0.isEmpty })
        }
        let third = try BenchSession(try suite(), options())
        let again = try third.measure()
        #expect(again.id != id && again.measured().count == 4)
    }

    @Test("Two runs of the same suite have the same figures")
    func isReproducible() throws {
        func figures() throws -> [[BenchMetricValue]] {
            let session = try BenchSession(try suite(), options())
            let run = try session.measure()
            try session.finish()
            return run.measured().map(\.of.metrics)
        }
        let (first, second) = (try figures(), try figures())
        #expect(first == second && first.count == 4)
    }

    @Test("An unfinished run whose suite has changed is recorded with its points, and a new run begins")
    func isAbandoned() throws {
        let stop = BenchStop()
        var first = options(stop)
        first.onEvent = { event in if case .measured = event { stop.request() } }
        do {
            let session = try BenchSession(try suite(), first)
            #expect(throws: CancellationError.self) { try session.measure() }
        }
        let session = try BenchSession(try suite(Self.text + "\nrepetitions: 2\n"), options())
        let abandoned = try #require(session.abandoned.first)
        #expect(session.abandoned.count == 1 && abandoned.measured().count == 1)
        #expect(abandoned.holes.count == 23 && abandoned.holes.allSatisfy { $0.hole.reason == .interrupted })
    }

    @Test("Only one run at a time measures in a folder")
    func isAlone() throws {
        let session = try BenchSession(try suite(), options())
        let error = try #require(throws: BenchError.self) { try BenchSession(try suite(), options()) }
        #expect(error.kind == .temporary)
        withExtendedLifetime(session) {}
    }

    @Test("Without disk space no encode begins, and the points are holes")
    func diskLimit() throws {
        var small = try suite()
        small.limits.diskBytes = 1
        let session = try BenchSession(small, options())
        let run = try session.measure()
        #expect(run.measured().isEmpty && run.holes.contains { $0.hole.reason == .diskFull })
    }

    @Test("All anchors are encoded at one rate before the next, each time with another one first")
    func takesTurns() throws {
        let suite = try suite()
        let points = BenchSession.points(of: suite, Array(suite.clips.prefix(1)))
        #expect(points.map(\.anchor) == ["peer", "cutter", "absent", "cutter", "absent", "peer"])
        #expect(points.map(\.rate.label) == ["crf 30", "crf 30", "crf 30", "crf 40", "crf 40", "crf 40"])
        #expect(Set(points.map(\.name)).count == 6)
    }
}
