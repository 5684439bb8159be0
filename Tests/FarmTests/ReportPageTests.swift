import Farm
import Foundation
import TestSupport
import Testing

@Suite("Report page") struct ReportPageTests {
    private func page(_ report: FilmReport) -> String {
        String(decoding: ReportPage(report).document, as: UTF8.self)
    }

    private func bars(_ page: String, _ kind: String) -> Int {
        page.components(separatedBy: "<rect class=\"\(kind)\"").count - 1
    }

    @Test("names from outside cannot become markup")
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

    @Test("a request stands with the pass that it was made after")
    func requests() throws {
        let text = page(try ReportFixtures.report())
        #expect(text.contains("<th>Range</th><th>After pass</th>"))
        #expect(text.contains("<tr><td>1</td><td>2</td><td>"))
    }

    @Test("the quality of each range in the film is drawn, and what each stage took is told")
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

    @Test("the page is well-formed, needs no network, and is the same every time", arguments: [true, false])
    func wellFormed(isFinished: Bool) throws {
        let report = try ReportFixtures.report(name: "a & b", isFinished: isFinished, luma: .infinity)
        let text = page(report)
        #expect(!text.contains("http") && !text.contains("src="))
        #expect(text == page(report))
        let body = try #require(text.range(of: "<body>").map { text[$0.lowerBound...] })
        #expect(MarkupBalance(body.replacing("</html>", with: "")).unbalanced.isEmpty)
    }

    @Test("the builds are named as the job has them")
    func builds() throws {
        let report = try ReportFixtures.report()
        let builds = report.job.builds
        #expect(page(report).contains("Granary \(builds.granary), \(builds.encoder), \(builds.reader)"))
    }

    @Test("everything that is wrong is said at the top")
    func verdict() throws {
        #expect(page(try ReportFixtures.report()).contains("The film is finished."))
        let text = page(
            try ReportFixtures.report(middlePass: 2, findings: ["frame 3 differs"], failure: "disk full")
        )
        for words in ["The job failed: disk full", "frame 3 differs", "misses its rate by +3.00 %, beyond 0.50 %"] {
            #expect(text.contains(words))
        }
        #expect(!text.contains("The film is finished."))
    }

    @Test(
        "in a browser it has no complaint, all of its parts, and room on a phone",
        .temporaryFolder,
        .enabled(if: Browser.installed != nil, "no Chromium is installed"),
        arguments: Browser.View.all
    )
    func inBrowser(view: Browser.View) throws {
        let page = ReportPage(try ReportFixtures.report(hasFrames: true)).document
        let sight = try #require(Browser.installed)
            .look(at: page, title: "job", view, in: TemporaryFolder.current)
        #expect(sight.complaints.isEmpty)
        for part in ["<svg", "<rect class=\"pass2\"", "<polyline class=\"s2 curve\"", "class=\"hover\"", "<table"] {
            #expect(sight.document.contains(part), "\(part)")
        }
        #expect(sight.width > 0 && sight.width <= view.width)
        #expect(sight.colourCount > 100)
        #expect(view.isDark ? sight.brightness < 90 : sight.brightness > 180)
    }
}
