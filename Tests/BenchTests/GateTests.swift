import Foundation
import Media
import Testing

@testable import Bench

@Suite("Comparison of benchmark runs, and the regression gate")
struct GateTests {
    private func findings(_ before: BenchRun, _ after: BenchRun, _ bands: GateBands = GateBands()) -> [String] {
        GateVerdict(BenchComparison(before, after), bands: bands).findings
    }

    /// A run with every measurement of an anchor changed.
    private func changed(
        _ run: BenchRun,
        _ anchor: String,
        _ change: (inout BenchMeasurement) -> Void
    ) -> BenchRun {
        var run = run
        for index in run.points.indices where run.points[index].anchor == anchor {
            guard case .measured(var measurement) = run.points[index].outcome else { continue }
            change(&measurement)
            run.points[index].outcome = .measured(measurement)
        }
        return run
    }

    @Test("A run with the same figures passes")
    func sameFigures() throws {
        let run = try BenchSamples.run()
        #expect(findings(run, try BenchSamples.run(id: "later")).isEmpty)
        // Fewer bits for the same quality. They are further from the requested rate, which is not tested here.
        var bands = GateBands()
        bands.accuracy = 1
        #expect(findings(run, try BenchSamples.run(id: "better", subjectFactor: 0.9), bands).isEmpty)
    }

    @Test("The gate finds more bits for equal quality than the band allows, over all clips and for one")
    func moreBits() throws {
        let before = try BenchSamples.run()
        let found = findings(before, try BenchSamples.run(id: "worse", subjectFactor: 1.03))
        #expect(
            found.contains { $0.contains("granary: needs 3 % more bits for equal PSNR Y over all clips") },
            "\(found)"
        )
        #expect(found.contains { $0.contains("needs 3 % more bits for equal PSNR Y of bars") })
        #expect(findings(before, try BenchSamples.run(id: "noise", subjectFactor: 1.004)).isEmpty)
    }

    @Test("The gate compares times only relative to the reference of the same run")
    func time() throws {
        let before = try BenchSamples.run()
        let slowNight = changed(changed(before, "granary") { $0.cost.wallSeconds *= 3 }, "x265") {
            $0.cost.wallSeconds *= 3
        }
        #expect(findings(before, slowNight).isEmpty)
        let slower = changed(before, "granary") { $0.cost.wallSeconds *= 1.2 }
        let found = findings(before, slower)
        #expect(
            found.count == 1 && found[0].contains("wall time relative to the reference rose from 1 to 1.2: 20 % more"),
            "\(found)"
        )
    }

    @Test("Times of different machines are not compared, and a caution explains it")
    func otherMachine() throws {
        let before = try BenchSamples.run()
        var after = changed(before, "granary") { $0.cost.wallSeconds *= 9 }
        after.machine.processor = "another"
        let comparison = BenchComparison(before, after)
        #expect(comparison.anchors.allSatisfy { $0.wall == nil })
        #expect(comparison.cautions.contains { $0.contains("machines differ") })
        #expect(GateVerdict(comparison, bands: GateBands()).findings.isEmpty)
    }

    @Test("The gate finds a percentile that fell by more than its band")
    func percentile() throws {
        let before = try BenchSamples.run()
        let lower = try #require(QualitySummary([34.0, 36, 37]))
        let after = changed(before, "granary") { measurement in
            guard case .measured(var figures) = measurement.metrics[0].outcome else { return }
            figures.frames = lower
            measurement.metrics[0].outcome = .measured(figures)
        }
        let found = findings(before, after)
        #expect(
            found.contains { $0.contains("the 5th percentile of PSNR Y is") && $0.contains("dB lower") },
            "\(found)"
        )
        #expect(found.contains { $0.contains("the 1st percentile of PSNR Y") })
    }

    @Test("The gate finds a larger miss of the rate, above or below it")
    func accuracy() throws {
        let before = try BenchSamples.run(subjectFactor: 1 / 0.95)
        let after = changed(before, "granary") { $0.bitsPerSecond *= 0.99 }
        var bands = GateBands()
        bands.rate = 1
        bands.clipRate = 1
        let found = findings(before, after, bands)
        #expect(
            found.count == 1 && found[0].contains("misses its rate by 1 % on average; it was 0 %"),
            "\(found)"
        )
    }

    @Test("The gate finds points of Granary that were measured and are holes now, but none of peers")
    func lostPoints() throws {
        let before = try BenchSamples.run()
        var after = before
        for index in after.points.indices where after.points[index].rate == .average(bitsPerSecond: 2_000_000) {
            after.points[index].outcome = .hole(BenchHole(.anchorFailed, "it crashed"))
        }
        let found = findings(before, after)
        #expect(found == ["granary: was measured before and is a hole now: bars at 2000k: it crashed"])
        // One point makes no curve, so there is no BD-rate.
        let rates = BenchComparison(before, after).anchors.flatMap(\.rates)
        #expect(rates.allSatisfy { $0.fraction == nil && $0.reason == "a curve has less than two points" })
    }

    @Test("A clip whose checksum has changed is not compared")
    func changedClip() throws {
        var before = try BenchSamples.run()
        var after = try BenchSamples.run(id: "after", subjectFactor: 2)
        before.clips[0].sha256 = "a"
        after.clips[0].sha256 = "b"
        let comparison = BenchComparison(before, after)
        #expect(comparison.cautions.contains { $0.contains("clip bars has another checksum now") })
        #expect(GateVerdict(comparison, bands: GateBands()).findings.isEmpty)
    }

    @Test("A comparison and a run are printed as text")
    func words() throws {
        let before = try BenchSamples.run()
        let text = ComparisonText.text(of: BenchComparison(before, try BenchSamples.run(id: "b", subjectFactor: 1.03)))
        #expect(text.contains("BD-rate, PSNR Y: +3 %: bars +3 %"))
        let run = RunText.text(of: before)
        #expect(run.contains("granary: BD-rate PSNR Y -5.00 % (1 clip); time: wall 1, CPU 1"))
        #expect(run.contains("hole: bars, x264, crf 21, repetition 1: no x264 on the search path"))
    }
}
