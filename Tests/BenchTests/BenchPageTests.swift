import Foundation
import Intake
import Media
import Quality
import TestSupport
import Testing

@testable import Bench

@Suite("Report of a benchmark run")
struct BenchPageTests {
    private static let history = (0..<6).map { ReportSamples.run(night: $0, gain: 1 + 0.02 * Double($0 % 4)) }

    private static func pictures() throws -> [(title: String, png: [UInt8])] {
        let film = SyntheticFilm(size: PictureSize(width: 320, height: 180), count: 90, cuts: [40])
        return try ["Source", "Granary", "x265, two passes"].enumerated().map { place, title in
            let image = StillImage(of: film.picture(70 + place), colour: .unspecified, maximumWidth: 320)
            return (title: title, png: try image.png())
        }
    }

    private static func page(_ run: BenchRun) throws -> String {
        let page = BenchPage(
            run,
            history: history,
            scene: ReportSamples.scene(try pictures()),
            remarks: ["The gate has no findings: <nothing> is worse."]
        )
        return String(decoding: page.document, as: UTF8.self)
    }

    @Test("the report has all parts in one file that needs no network, is well-formed and the same every time")
    func parts() throws {
        let run = try #require(Self.history.last)
        let text = try Self.page(run)
        for heading in [
            "BD-rate of Granary", "Clip by clip", "PSNR 6:1:1 over the rate", "Night after night",
            "The clip that is worst for Granary: tunnel", "Speed and memory", "Accuracy of bit rates",
            "Holes", "Settings", "Programs and libraries",
        ] {
            #expect(text.contains(heading), "\(heading)")
        }
        #expect(!text.contains("http") && !text.contains("<script") && !text.contains("url("))
        #expect(text.components(separatedBy: "src=\"data:image/png;base64,").count == 4)
        #expect(!text.contains("HTMLText") && text.contains("<h3>By kind of film</h3>"))
        #expect(text == (try Self.page(run)))
        let body = try #require(text.range(of: "<body>").map { text[$0.lowerBound...] })
        #expect(MarkupBalance(body.replacing("</html>", with: "")).unbalanced.isEmpty)
    }

    @Test("names and text from outside cannot become markup")
    func escaping() throws {
        let text = try Self.page(ReportSamples.run())
        for word in ["<football>", "<two>", "<no>", "<in>", "<nothing>"] { #expect(!text.contains(word)) }
        #expect(text.contains("&lt;football&gt;") && text.contains("x264 &lt;two&gt; &amp; passes"))
    }

    @Test("a comparison of two anchors has a figure or a reason for each clip, and VMAF leaves HDR clips out")
    func contest() throws {
        let run = ReportSamples.run()
        let contest = BenchContest(run, of: "granary", against: "x265", metric: .psnrYUV)
        #expect(contest.clips.map(\.name) == ReportSamples.clips.map(\.name) && contest.unsuited.isEmpty)
        // 4 dB per doubling: a gain of 1 over 0.95 is 5 % fewer bits for equal quality.
        #expect(abs(try #require(contest.clips[0].outcome.fraction) - -0.05) < 1e-6)
        #expect(contest.worst?.name == "tunnel" && contest.missing == ["gone": 8])
        #expect(contest.overall?.count == 6 && contest.overall?.missing == ["gone"])
        let chunks = BenchContest(run, of: "granary", against: "chunks", metric: .psnrYUV)
        #expect(chunks.clips[3].outcome == .none(.noOverlap))
        let vmaf = BenchContest(run, of: "granary", against: "x265", metric: .vmaf)
        #expect(vmaf.unsuited == ["sunset"] && !vmaf.clips.contains { $0.name == "sunset" })
    }

    @Test("holes are marked in place of figures, and listed with their reasons")
    func holes() throws {
        let text = try Self.page(ReportSamples.run())
        #expect(text.contains("title=\"the curves do not overlap\">–</td>"))
        #expect(text.contains("title=\"VMAF is not meant for HDR\">–</td>"))
        #expect(text.contains("title=\"there is no file of that name\">–</td>"))
        #expect(text.contains("exit 1: &lt;no&gt; such option") && text.contains("libvmaf ended with 1"))
    }

    @Test("the worst frames are shown, but no two that are close to each other")
    func worstFrames() {
        var values = (0..<100).map { 40 - Double($0) / 1000 }
        values[30] = 20
        values[31] = 19
        values[70] = 25
        values[5] = .infinity
        #expect(BenchScene.worstFrames(values, count: 3, apart: 12) == [31, 70, 99])
        #expect(BenchScene.worstFrames([], count: 3, apart: 12).isEmpty)
    }

    @Test("a run without Granary's anchors, without a reference or without points still has a page")
    func poorRuns() {
        var run = ReportSamples.run()
        run.points = []
        #expect(String(decoding: BenchPage(run).document, as: UTF8.self).contains("nothing was measured"))
        run.anchors.removeAll { $0.role != .peer }
        run.clips = []
        #expect(String(decoding: BenchPage(run).document, as: UTF8.self).contains("no anchor of Granary's own"))
    }

    @Test(
        "a browser shows all parts of the report without errors, and it fits a phone",
        .temporaryFolder,
        .enabled(if: Browser.installed != nil, "no Chromium is installed"),
        arguments: Browser.View.all
    )
    func inBrowser(view: Browser.View) throws {
        let run = try #require(Self.history.last)
        let page = Array(try Self.page(run).utf8)
        let sight = try #require(Browser.installed).look(at: page, title: "bench", view, in: TemporaryFolder.current)
        #expect(sight.complaints.isEmpty)
        for part in ["<svg", "<polyline", "<circle", "class=\"heat\"", "id=\"holes\"", "<img"] {
            #expect(sight.document.contains(part), "\(part)")
        }
        #expect(sight.width > 0 && sight.width <= view.width)
        #expect(sight.colourCount > 100)
        #expect(view.isDark ? sight.brightness < 90 : sight.brightness > 180)
    }
}
