import Foundation
import Media
import TestSupport
import Testing

@testable import Reporting

@Suite("Charts")
struct ChartTests {
    private static func count(_ words: String, in text: HTMLText?) -> Int {
        (text?.markup.components(separatedBy: words).count ?? 1) - 1
    }

    @Test("on a logarithmic axis equal ratios have equal distances, and ticks are round")
    func logarithmicAxis() {
        let axis = ChartAxis(.logarithmic, 100...10_000, from: 0, to: 200)
        #expect(abs(axis.place(1000) - 100) < 1e-9 && axis.place(100) == 0)
        #expect(axis.ticks(room: 90) == [100, 1000, 10_000])
        let expected: [Double] = [100, 200, 500, 1000, 2000, 5000, 10_000]
        #expect(axis.ticks(room: 30) == expected)
    }

    @Test("on a linear axis the distance of ticks is 1, 2 or 5 times a power of ten, and ticks are inside of the axis")
    func linearAxis() {
        let axis = ChartAxis(.linear, 33.2...41.7, from: 300, to: 0)
        #expect(axis.ticks(room: 40) == [34, 36, 38, 40])
        #expect(axis.place(33.2) == 300 && axis.place(41.7) == 0)
        #expect(ChartAxis(.linear, 5...5, from: 0, to: 10).ticks(room: 1) == [5])
    }

    @Test("a dot has a tooltip, an error bar only where it has a spread, and rules are drawn")
    func dots() throws {
        let dots = [
            CurvePlot.Dot(style: "s0 dot", at: ChartPoint(x: 1e6, y: 38), spread: 37...39, words: "a <b> & c"),
            CurvePlot.Dot(style: "s0 dot", at: ChartPoint(x: 2e6, y: 40), spread: 40...40, words: "two"),
            CurvePlot.Dot(style: "s0 dot", at: ChartPoint(x: 0, y: 40), words: "no rate"),
        ]
        let plot = CurvePlot([], dots, rules: [36], digits: 2, width: 400, height: 300)?.drawing("x")
        #expect(Self.count("<circle", in: plot) == 2 && Self.count("<path", in: plot) == 1)
        #expect(Self.count("class=\"rule\"", in: plot) == 1)
        let text = try #require(plot?.markup)
        #expect(text.contains("a &lt;b&gt; &amp; c") && MarkupBalance(text).unbalanced.isEmpty)
        #expect(CurvePlot([], [], digits: 2, width: 400, height: 300) == nil)
    }

    @Test("a film of many frames is drawn with 240 points and the spread around them, each with a tooltip")
    func overTime() throws {
        let values = (0..<5000).map { frame -> Double in
            let ripple = Double(frame % 7) / 10
            return 40 + ripple + sin(Double(frame) / 300)
        }
        let plot = try #require(
            TimePlot(
                [.init("ours", style: "s0", values: values), .init("wrong length", style: "s1", values: [1])],
                starts: (0..<5000).map { Double($0) / 25 },
                end: 200,
                bands: [
                    .init(0..<100, style: "pass2", words: "range 0"),
                    .init(100..<200, style: "pass3", words: "range 1"),
                ],
                marks: [(seconds: 12, words: "frame 300")],
                digits: 2
            )
        ).drawing("quality")
        #expect(Self.count("class=\"hover\"", in: plot) == 240 && Self.count("<polygon", in: plot) == 1)
        #expect(Self.count("<polyline", in: plot) == 1 && Self.count("class=\"worst\"", in: plot) == 1)
        #expect(Self.count("range 0</title>", in: plot) == 120 && Self.count("range 1</title>", in: plot) == 120)
        #expect(!plot.markup.contains("wrong length") && MarkupBalance(plot.markup).unbalanced.isEmpty)
        #expect(plot.markup.utf8.count < 100_000)
    }

    @Test("few frames are drawn one by one without a spread, and values that are not finite are left out")
    func fewFrames() throws {
        let plot = try #require(
            TimePlot([.init("a", style: "s0", values: [1, .infinity, 3])], starts: [0, 0.5, 1], end: 2, digits: 1)
        ).drawing("x")
        #expect(Self.count("class=\"hover\"", in: plot) == 3 && Self.count("<polygon", in: plot) == 0)
        #expect(!plot.markup.contains("inf") && !plot.markup.contains("∞"))
        #expect(TimePlot([.init("a", style: "s0", values: [.nan])], starts: [0], end: 1, digits: 1) == nil)
        #expect(TimePlot([], starts: [], end: 1, digits: 1) == nil)
    }

    @Test("a heat map colours better and worse cells, and empty cells give their reason")
    func heat() {
        let map = HeatMap(
            columns: ["x265 & more"],
            rows: [
                (name: "<clip>", cells: [.figure(-0.1, words: "-10 %", story: "s")]),
                (name: "b", cells: [.figure(0.6, words: "+60 %", story: "s")]),
                (name: "c", cells: [.hole("\"no\" overlap")]),
            ],
            full: 0.2
        ).table("Clip").markup
        #expect(
            map.contains("class=\"better\" style=\"--share: 27.5\"")
                && map.contains("class=\"worse\" style=\"--share: 55.0\"")
        )
        #expect(
            map.contains("title=\"&quot;no&quot; overlap\"") && map.contains("&lt;clip&gt;")
                && map.contains("x265 &amp; more")
        )
        #expect(MarkupBalance(map).unbalanced.isEmpty)
    }

    @Test(
        "moments are written without needless digits",
        arguments: [(0.0, "0:00"), (10, "0:10"), (62.5, "1:02.5"), (3600, "1:00:00")]
    )
    func moments(seconds: Double, words: String) { #expect(Figure.moment(seconds) == words) }
}
