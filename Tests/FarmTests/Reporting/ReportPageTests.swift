import Foundation
import Jobs
import Media
import Reporting
import TestSupport
import Testing

@Suite("Report page") struct ReportPageTests {
    private func page(_ report: FilmReport) -> String {
        String(decoding: ReportPage(report).document, as: UTF8.self)
    }

    private func bars(_ page: String, _ kind: String) -> Int {
        page.components(separatedBy: "<rect class=\"\(kind)\"").count - 1
    }

    @Test("names are escaped, so they cannot become markup")
    func escaping() throws {
        let text = page(try ReportFixtures.report(name: "<script>alert('\"&\u{0}')</script>"))
        #expect(!text.contains("<script"))
        #expect(text.contains("&lt;script&gt;alert(&#39;&quot;&amp;\u{FFFD}&#39;)&lt;/script&gt;"))
    }

    @Test("a range has a bar for each encode, pale where it is not in the film, and none for the analysis")
    func chart() throws {
        let text = page(try ReportFixtures.report())
        #expect(bars(text, "pass1") == 0 && bars(text, "pass1 unused") == 0)
        #expect(bars(text, "pass2") == 2)
        #expect(bars(text, "pass2 unused") == 1)
        #expect(bars(text, "pass3") == 1)
        #expect(text.contains("range 1, pass 2: 1100 kbit/s, not in the film, missed by +10.00 %"))
        #expect(text.components(separatedBy: "class=\"target\"").count - 1 == 4)
    }

    @Test("a request is listed with the pass after which it was made")
    func requests() throws {
        let text = page(try ReportFixtures.report())
        #expect(text.contains("<th>Range</th><th>After pass</th>"))
        #expect(text.contains("<tr><td>1</td><td>2</td><td>"))
    }

    @Test("the page draws the quality of each range in the film, and has a row for each stage")
    func qualityAndCosts() throws {
        let text = page(try ReportFixtures.report())
        #expect(bars(text, "point") == 6)
        #expect(text.contains("<title>range 1: 0.9000</title>") && text.contains("<title>range 1: 40.00</title>"))
        for stage in ["analyse", "encode", "mux", "verify"] {
            #expect(text.contains("<td class=\"text\">\(stage)</td>"))
        }
        #expect(bars(page(try ReportFixtures.report(luma: .infinity)), "point") == 5)
        #expect(bars(page(try ReportFixtures.report(isFinished: false)), "point") == 0)
    }

    @Test("the page draws CPU time and workers' time of each stage, relative to the longest")
    func stageChart() throws {
        let text = page(try ReportFixtures.report())
        // Four encodes and three analyses, each with two seconds of CPU time and one second of wall time.
        #expect(text.contains("<title>encode: 8.0 s of CPU time</title>"))
        #expect(text.contains("<title>analyse: 3.0 s of workers\u{2019} time</title>"))
        #expect(bars(text, "pass2 stage") == 4 && bars(text, "pass1 stage") == 4)
        #expect(text.contains("<rect class=\"pass2 stage\" x=\"80.00\" y=\"48.00\" width=\"780.00\""))
        #expect(!page(try ReportFixtures.report(isFinished: false)).contains("mux: "))
    }

    @Test("the page has every resolved setting, and the content of the source that is in the film and that is not")
    func settingsAndCarried() throws {
        let text = page(try ReportFixtures.report())
        for (key, value) in [
            ("video.size", "1280x720"), ("video.speed", "medium"), ("video.rate", "1000 kbit/s on average"),
            ("passes.tolerance", "0.5%"), ("passes.budget", "10%"), ("ranges.maximum", "10s"), ("verify", "full"),
        ] {
            #expect(text.contains("<code>\(key)</code></td><td class=\"text\">\(value)</td>"), "\(key)")
        }
        #expect(
            text.contains("<h2>Carried</h2><ul><li>audio track 0 (aac, eng, 2 channels): copied bit for bit</li></ul>")
        )
        #expect(text.contains("subtitle track 3 (mov_text, eng)"))
    }

    @Test("the page is well-formed, needs no network, and is the same every time", arguments: [true, false])
    func wellFormed(isFinished: Bool) throws {
        let report = try ReportFixtures.report(name: "a & b", isFinished: isFinished, luma: .infinity)
        let text = page(report)
        #expect(!text.contains("http") && !text.contains("src="))
        #expect(text == page(report))
        let body = try #require(text.range(of: "<body>").map { text[$0.lowerBound...] })
        #expect(MarkupBalance(body.replacing("</html>", with: "")).unbalanced.isEmpty)
    }

    @Test("the page names the builds of the job")
    func builds() throws {
        let report = try ReportFixtures.report()
        let builds = report.job.builds
        #expect(page(report).contains("Granary \(builds.granary), \(builds.encoder), \(builds.reader)"))
    }

    @Test("the page begins with all faults")
    func verdict() throws {
        #expect(page(try ReportFixtures.report()).contains("The film is finished."))
        let text = page(
            try ReportFixtures.report(middlePass: 2, findings: ["frame 3 differs"], failure: "disk full")
        )
        for words in [
            "The job failed: disk full", "frame 3 differs", "misses its rate by +3.00 %; the tolerance is 0.50 %",
        ] {
            #expect(text.contains(words))
        }
        #expect(!text.contains("The film is finished."))
    }

    @Test("pictures of scenes have their time and are embedded in the page")
    func scenes() throws {
        let stills = [RangeStill(range: 1, png: [1, 2, 3]), RangeStill(range: 99, png: [4])]
        let text = String(decoding: ReportPage(try ReportFixtures.report(), stills: stills).document, as: UTF8.self)
        #expect(text.contains("<h2>Scenes</h2>") && text.contains("src=\"data:image/png;base64,AQID\""))
        #expect(text.contains("range 1</figcaption>") && !text.contains("range 99"))
        let pair = [RangeStill(range: 1, png: [1, 2, 3], source: [4, 5, 6])]
        let both = String(decoding: ReportPage(try ReportFixtures.report(), stills: pair).document, as: UTF8.self)
        #expect(both.contains("base64,BAUG\"") && both.contains("range 1: source</figcaption>"))
        #expect(!text.contains(": source</figcaption>"))
        #expect(
            MarkupBalance(text[try #require(text.range(of: "<body>")).lowerBound...].replacing("</html>", with: ""))
                .unbalanced.isEmpty
        )
    }

    @Test("the quality of every frame is drawn over bands that show the pass of each range")
    func frames() throws {
        let text = page(try ReportFixtures.report(hasFrames: true))
        #expect(bars(text, "pass2 band") == 4 && bars(text, "pass3 band0 band") == 2)
        #expect(text.contains("range 1, from pass 3</title>"))
        #expect(!page(try ReportFixtures.report()).contains("Quality of every frame"))
    }

    @Test("evenly chosen scenes of a long film are shown, and ranges after blind cuts are not")
    func shownRanges() throws {
        let plan = Plan(
            job: "j",
            ranges: (0..<300).map {
                PlannedRange(
                    index: $0,
                    frames: $0 * 10..<$0 * 10 + 10,
                    timeRange: TimeRange(
                        start: MediaTime(value: Int64($0), timescale: 1),
                        end: MediaTime(value: Int64($0 + 1), timescale: 1)
                    )
                )
            },
            sceneCuts: (1..<300).filter { $0 % 2 == 0 }.map { $0 * 10 }
        )
        #expect(plan.shownRanges(most: 1000) == (0..<300).filter { $0 % 2 == 0 })
        let shown = plan.shownRanges()
        #expect(shown.count == 48 && shown.first == 0 && shown.allSatisfy { $0 % 2 == 0 } && Set(shown).count == 48)
    }

    @Test(
        "a browser shows the page without complaints, with all of its parts, within the width of a phone",
        .temporaryFolder,
        .enabled(if: Browser.installed != nil, "no Chromium is installed"),
        arguments: Browser.View.all
    )
    func inBrowser(view: Browser.View) throws {
        let page = ReportPage(try ReportFixtures.report(hasFrames: true)).document
        let sight = try #require(Browser.installed)
            .look(at: page, title: "job", view, in: TemporaryFolder.current)
        #expect(sight.complaints.isEmpty)
        for part in [
            "<svg", "<rect class=\"pass2\"", "<polyline class=\"s2 curve\"", "class=\"hover\"", "<table", "pass2 stage",
        ] {
            #expect(sight.document.contains(part), "\(part)")
        }
        #expect(sight.width > 0 && sight.width <= view.width)
        #expect(sight.colourCount > 100)
        #expect(view.isDark ? sight.brightness < 90 : sight.brightness > 180)
    }
}
