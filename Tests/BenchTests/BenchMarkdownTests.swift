import Foundation
import Testing

@testable import Bench

@Suite("Markdown page of a benchmark run")
struct BenchMarkdownTests {
    /// The cells of the first row with a name below a heading.
    private static func row(_ name: String, below heading: String, _ text: String) throws -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let start = try #require(lines.firstIndex(of: heading))
        let row = try #require(lines[start...].first { $0.hasPrefix("| \(name) |") })
        return row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test("Every rival and every clip has its figure, or the reason for having none")
    func figures() throws {
        let text = BenchMarkdown(ReportSamples.run()).text
        let means = try Self.row("x265, two passes", below: "## BD-rate of Granary", text)
        // One of six clips is worse by 0.9: (5 x -5 % + 5.56 %) / 6.
        #expect(means[1].hasPrefix("-3.24 % (") && means[1].hasSuffix("6 clips, 1 without a figure)"))
        let tunnel = try Self.row("tunnel", below: "### Granary, clip by clip, PSNR 6:1:1", text)
        #expect(tunnel[1] == "+5.56 %" && tunnel[3] == "the curves do not overlap")
        let sunset = try Self.row("sunset", below: "### Granary, clip by clip, VMAF", text)
        #expect(sunset[1] == "not meant for it")
        let gone = try Self.row("gone", below: "### Granary, clip by clip, PSNR 6:1:1", text)
        #expect(gone[1] == "a curve has less than two points")
    }

    @Test("A clip that a metric was not measured on has no row, and is named below the table")
    func notMeasured() throws {
        var run = ReportSamples.run()
        run.points = run.points.map { point in
            guard point.clip == "tunnel", case .measured(var measurement) = point.outcome else { return point }
            var point = point
            measurement.metrics.removeAll { $0.metric == .psnrYUV }
            point.outcome = .measured(measurement)
            return point
        }
        let text = BenchMarkdown(run).text
        let heading = "### Granary, clip by clip, PSNR 6:1:1"
        let below = try #require(text.components(separatedBy: heading).dropFirst().first)
        let part = try #require(below.components(separatedBy: "\n#").first)
        #expect(!part.contains("| tunnel |") && part.contains("\n\nNot measured: tunnel.\n"))
        #expect(part.contains("| gone | a curve has less than two points |"))
    }

    @Test("The page has times as ratios to the reference, misses of rates, and differences of 5th percentiles")
    func costs() throws {
        let text = BenchMarkdown(ReportSamples.run()).text
        // 0.95 of the time, and 0.95/0.9 in the clip that is weak.
        #expect(try Self.row("Granary", below: "## Time and memory", text)[3] == "0.95 (0.95 to 1.06)")
        #expect(try Self.row("Granary", below: "## Time and memory", text)[6] == "8.0 %")
        #expect(try Self.row("Granary", below: "## Accuracy of rates", text)[2] == "0.20 %")
        // 4 dB for each doubling: 0.9 of 0.95 is 0.31 dB less.
        let worst = try Self.row("Granary", below: "## 5th percentile of frames", text)[1]
        #expect(worst.hasSuffix("(worst -0.31)"))
    }

    @Test("Holes are listed, and text from outside cannot become markup")
    func holes() {
        let text = BenchMarkdown(ReportSamples.run()).text
        #expect(text.contains("- desk, `x264`, 500k, repetition 1: exit 1: &lt;no> such option\n"))
        #expect(text.contains("libvmaf ended with 1"))
        #expect(!text.contains("<football>") && text.contains("| x264 &lt;two> &amp; passes |"))
    }

    @Test("Commands are shown without the machine's folders")
    func commands() {
        var run = ReportSamples.run()
        run.points = run.points.prefix(1).map { point in
            var point = point
            guard case .measured(var measurement) = point.outcome else { return point }
            measurement.commands = [
                ["/opt/bin/x265", "--stats=/scratch/a b/x.log", "--output", "/scratch/a b/film.hevc"]
            ]
            point.outcome = .measured(measurement)
            return point
        }
        #expect(BenchMarkdown(run).text.contains("    x265 --stats=x.log --output film.hevc\n"))
    }

    @Test("A run without points has a page with zero points and no holes")
    func nothing() {
        var run = ReportSamples.run()
        run.points = []
        run.anchors = []
        run.clips = []
        let text = BenchMarkdown(run).text
        #expect(text.contains("0 points of 0") && text.contains("## Holes\n\nNone.\n"))
    }
}
