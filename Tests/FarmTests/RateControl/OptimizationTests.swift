import Foundation
import Media
import Testing

@testable import Jobs
@testable import RateControl
@testable import RateModel
@testable import Reporting

@Suite("Films with an average rate that are optimised for a metric")
struct OptimizationTests {
    private static let metrics = QualityMetric.allCases
    private static let frames = FilmRateControlTests.films[5]

    /// The film's targets, in both waves of pass 2.
    private func targets(_ film: FilmFixture) -> [RangeTarget] { film.targets() }

    private func mean(_ film: FilmFixture, _ metric: QualityMetric, _ figure: (QualityForecast) -> Double) -> Double? {
        let forecasts = targets(film).compactMap { target in
            target.forecast.map { (value: figure($0), frames: film.plan.ranges[target.range].frames.count) }
        }
        return forecasts.count == film.plan.ranges.count ? QualityScale(metric: metric).mean(forecasts) : nil
    }

    @Test("The film takes its budget, and its predicted mean is better than with one quantiser", arguments: metrics)
    func budget(metric: QualityMetric) throws {
        for rate in [300_000, 1_000_000, 4_000_000] {
            let film = try FilmFixture(frames: Self.frames, bitsPerSecond: rate, optimize: metric)
            let sum = targets(film).compactMap(\.targetBits).reduce(0, +)
            #expect(abs(Double(sum) / film.budget - 1) < 1e-4)
            let (value, balanced) = (mean(film, metric, \.value), mean(film, metric, \.balanced))
            #expect(try #require(value) > #require(balanced))
        }
    }

    @Test("No range is predicted below its bound, which is relative to one quantiser for all", arguments: metrics)
    func bound(metric: QualityMetric) throws {
        let scale = QualityScale(metric: metric)
        for rate in [300_000, 1_000_000, 4_000_000] {
            let film = try FilmFixture(frames: Self.frames, bitsPerSecond: rate, optimize: metric)
            for target in targets(film) {
                let forecast = try #require(target.forecast)
                #expect(scale.level(forecast.value) > scale.level(scale.lowest(insteadOf: forecast.balanced)) - 0.02)
            }
        }
        let film = try FilmFixture(frames: Self.frames, optimize: metric)
        let losses = targets(film).compactMap(\.forecast).map { $0.balanced - $0.value }
        #expect(losses.contains { $0 > 0 } && losses.contains { $0 < 0 })
    }

    @Test("All ranges that no bound limits have the same slope", arguments: metrics)
    func slopes(metric: QualityMetric) throws {
        let film = try FilmFixture(frames: Self.frames, optimize: metric)
        let course = film.control.course(film.analysis, scale: 0.9, encoded: [], in: film.plan)
        let scale = QualityScale(metric: metric)
        let slopes = film.analysis.compactMap { result -> Double? in
            guard let forecast = course.forecasts[result.range], let curve = result.rateCurve else { return nil }
            let offset = course.offsets[result.range] ?? 0
            let bound = scale.level(scale.lowest(insteadOf: forecast.balanced))
            guard abs(offset) < QualityScale.reach - 0.3, scale.level(forecast.value) > bound + 0.2 else { return nil }
            let quantizer = course.quantizer(of: result.range)
            let level = scale.level(forecast.value)
            let step = 0.01
            let finer = scale.worth(scale.value(atLevel: level - step * scale.levelsPerFactor))
            let gain = (finer - scale.worth(forecast.value)) * Double(result.frames.count)
            return gain / (curve.bits(atQuantizer: quantizer - step) - curve.bits(atQuantizer: quantizer))
        }
        #expect(slopes.count > 2)
        // One step of the grid of quantisers changes the slope by some percent.
        #expect(try #require(slopes.max()) / #require(slopes.min()) < 1.12)
    }

    @Test("The plan of the rest uses the quality of the sample")
    func learns() throws {
        let film = try FilmFixture(frames: Self.frames, optimize: .ssim)
        let sample = film.control.sample(of: film.plan, analysis: film.analysis)
        let results = film.encode(sample)
        let worse = results.map { result in
            var result = result
            result.quality = FilmFixture.quality(.ssim, level: 9, frames: result.frames.count)
            return result
        }
        let rest = film.control.rest(of: film.plan, analysis: film.analysis, results: results)
        let lower = film.control.rest(of: film.plan, analysis: film.analysis, results: worse)
        for (one, other) in zip(rest.targets, lower.targets) {
            #expect(try #require(one.forecast).balanced > #require(other.forecast).balanced)
        }
        // The fixture's final preset is three levels above its analysis, and that is predicted.
        let encoded = film.encode(rest)
        for (target, result) in zip(rest.targets, encoded) {
            let actual = try #require(result.quality?.figure(.ssim))
            #expect(abs(try #require(target.forecast).value - actual) < 1e-3)
        }
    }

    @Test("The rest corrects every miss of the sample, even where bounds limit ranges", arguments: [0.5, 0.9, 1.3, 2])
    func total(factor: Double) throws {
        let film = try FilmFixture(frames: Self.frames, optimize: .vmaf)
        let sample = film.control.sample(of: film.plan, analysis: film.analysis)
        let results = film.encode(sample) { _ in factor }
        let rest = film.control.rest(of: film.plan, analysis: film.analysis, results: results)
        let sum = results.reduce(0) { $0 + $1.bits } + rest.targets.compactMap(\.targetBits).reduce(0, +)
        #expect(abs(Double(sum) / film.budget - 1) < 1e-3)
    }

    @Test("Targets of an optimised film do not depend on the order of results", arguments: metrics)
    func order(metric: QualityMetric) throws {
        let film = try FilmFixture(frames: Self.frames, optimize: metric)
        let sample = film.control.sample(of: film.plan, analysis: film.analysis)
        let results = film.encode(sample)
        let rest = film.control.rest(of: film.plan, analysis: film.analysis, results: results)
        for factor in [30, 7, 11] {
            let shuffled = FilmFixture.shuffled(film.analysis, by: factor)
            #expect(film.control.sample(of: film.plan, analysis: shuffled) == sample)
            let turned = FilmFixture.shuffled(results, by: factor)
            #expect(film.control.rest(of: film.plan, analysis: shuffled, results: turned) == rest)
        }
    }

    @Test("A balanced film has no predictions, and a film whose analysis did not measure is planned as balanced")
    func balanced() throws {
        let film = try FilmFixture(frames: Self.frames)
        let sample = film.control.sample(of: film.plan, analysis: film.analysis)
        let scale = 1.0
        let course = film.control.course(film.analysis, scale: scale, encoded: [], in: film.plan)
        let balanced = film.control.compressedCourse(
            film.analysis,
            remaining: film.analysis,
            scale: scale,
            bits: film.budget,
            in: film.plan
        )
        #expect(course.quantizer == balanced.quantizer && course.offsets == balanced.offsets)
        #expect(course.forecasts.isEmpty && sample.targets.allSatisfy { $0.forecast == nil })
        let optimized = try FilmFixture(frames: Self.frames, optimize: .psnr)
        let blind = optimized.analysis.map { result in
            var result = result
            result.quality = nil
            return result
        }
        let targets = optimized.control.sample(of: film.plan, analysis: blind).targets
        #expect(targets == sample.targets)
    }

    @Test("Films of one, two and three ranges take their budget", arguments: [[48], [24, 240], [50, 50, 50]])
    func small(frames: [Int]) throws {
        let film = try FilmFixture(frames: frames, optimize: .vmaf)
        let targets = targets(film)
        #expect(targets.map(\.range) == Array(frames.indices))
        #expect(abs(Double(targets.compactMap(\.targetBits).reduce(0, +)) / film.budget - 1) < 1e-4)
    }

    @Test("An optimised film keeps within its decoder's buffer and its budget")
    func buffer() throws {
        let limits = try #require(BufferLimits(bitsPerSecond: 1_500_000, bufferBits: 1_500_000))
        let film = try FilmFixture(frames: Self.frames, buffer: limits, optimize: .ssim)
        let targets = targets(film)
        #expect(targets.allSatisfy { $0.bufferStart != nil })
        #expect(targets.contains { $0.forecast != nil })
        let encoded = film.encode(Allocation(pass: 2, targets: targets))
        let passage = try #require(film.control.passage(of: encoded, in: film.plan))
        #expect(passage.isInTime)
        #expect(Double(targets.compactMap(\.targetBits).reduce(0, +)) < film.budget * 1.001)
    }

    @Test(
        "An analysis that measures is never coarse, and its scale is that of a fine analysis",
        arguments: [100_000, 1_000_000]
    )
    func fine(rate: Int) throws {
        let films = try [nil, .psnr, .vmaf].map {
            try FilmFixture(frames: Self.frames, bitsPerSecond: rate, optimize: $0)
        }
        let scales = films.map { $0.control.priorScale(in: $0.plan) }
        let factor = films[0].control.analysisRateFactor(in: films[0].plan)
        // 720p at 100 kbit/s is analysed at a factor from 31 on, where a balanced film has coarse blocks.
        #expect((factor >= 31) == (rate == 100_000))
        #expect(films.map { $0.control.analysisRateFactor(in: $0.plan) } == [factor, factor, factor])
        #expect((scales[0] != scales[1]) == (rate == 100_000) && scales[1] == scales[2])
        #expect(abs(scales[1] - (0.94 + max(0.012 * (factor - 28), -0.1))) < 1e-9)
    }

    // MARK: - Manifest and job

    @Test("The manifest selects the metric, and `balanced` gives the same job as no metric")
    func manifests() throws {
        let average = "rate: {average: 1000k}"
        for metric in Self.metrics {
            let job = try resolve("video: {optimize: \(metric.rawValue), \(average)}")
            #expect(job.optimize == metric && job.judgedMetric == metric)
            #expect(job.resolutions.contains { $0.key == "video.optimize" && $0.value == metric.rawValue })
        }
        let plain = try resolve("video: {\(average)}")
        let balanced = try resolve("video: {optimize: balanced, \(average)}")
        #expect(balanced.id == plain.id && balanced.optimize == nil && balanced.judgedMetric == nil)
        #expect(balanced.resolutions == plain.resolutions)
        // The id of this job from before `optimize` existed.
        #expect(JobSample.job().id == "9e96e87512f483a3")
        let ids = [nil, .psnr, .ssim, .xpsnr, .vmaf].map { JobSample.job(optimize: $0).id }
        #expect(Set(ids).count == 5)
        #expect([nil, .vmaf].allSatisfy { JobSample.job(optimize: $0).isOver(JobSample.source().identity) })
        #expect(!JobSample.job(optimize: .vmaf).isOver(JobSample.source(contentHash: "1").identity))
        let document = try JSONEncoder().encode(JobSample.job())
        #expect(!String(decoding: document, as: UTF8.self).contains("optimize"))
        let job = JobSample.job(optimize: .xpsnr)
        #expect(try JSONDecoder().decode(ResolvedJob.self, from: JSONEncoder().encode(job)) == job)
    }

    @Test("PSNR, SSIM and XPSNR set the options of x265 that serve them, but none that the manifest sets")
    func options() throws {
        let names = ["psy-rd", "psy-rdoq", "aq-strength"]
        /// The options of a job, and those of them that it gives a reason for.
        func options(_ video: String) throws -> (all: [String: String], settled: [String: String]) {
            let job = try resolve("video: {\(video), rate: {average: 1000k}}")
            let settled = job.resolutions.filter { $0.reason.hasPrefix("video.optimize is ") }
                .map { (String($0.key.dropFirst("video.options.".count)), $0.value) }
            return (job.encoder.options.filter { names.contains($0.key) }, Dictionary(uniqueKeysWithValues: settled))
        }
        for (metric, strength) in [("psnr", "0.6"), ("ssim", "1.3"), ("xpsnr", "1.6")] {
            let job = try options("optimize: \(metric)")
            #expect(job.all == ["psy-rd": "0", "psy-rdoq": "0", "aq-strength": strength])
            #expect(job.settled == job.all)
        }
        let given = try options("optimize: ssim, options: {psy-rd: 1.5, aq-mode: 3}")
        #expect(given.all == ["psy-rd": "1.5", "psy-rdoq": "0"] && given.settled == ["psy-rdoq": "0"])
        let strength = try options("optimize: ssim, options: {aq-strength: 0.5}")
        #expect(strength.all == ["psy-rd": "0", "psy-rdoq": "0", "aq-strength": "0.5"])
        let fast = try options("optimize: ssim, speed: superfast")
        #expect(fast.all == ["psy-rd": "0", "psy-rdoq": "0"] && fast.settled == fast.all)
        for other in ["vmaf", "balanced", "ssim, tune: grain", "psnr, codec: h264"] {
            #expect(try options("optimize: \(other)").all.isEmpty, "\(other)")
        }
    }

    @Test(
        "A manifest with a metric but without an average rate or without an analysis is refused with line and column",
        arguments: [
            ("video: {optimize: vmaf, rate: {constant: 21}}", "video.optimize", "constant rate factor 21"),
            (
                "video: {optimize: ssim, rate: {quality: {metric: ssim, target: 0.98}}}", "video.optimize", "SSIM 0.98"
            ),
            ("video: {optimize: vmaf}", "video.optimize", "constant rate factor 21"),
            ("preset: hevcHighestQuality\nvideo: {optimize: psnr}", "video.optimize", "constant rate factor 18"),
            (
                "video: {optimize: psnr, rate: {average: 1M}}\npasses: {maximum: 1}", "passes.maximum",
                "a single pass has none"
            ),
            ("video: {optimize: vmfa, rate: {average: 1M}}", "video.optimize", "did you mean \"vmaf\"?"),
        ]
    )
    func refused(yaml: String, key: String, words: String) throws {
        let error = try #require(throws: ManifestError.self) { try resolve(yaml) }
        let issue = try #require(error.issues.first)
        #expect(error.issues.count == 1 && issue.key == key && issue.position != nil)
        #expect(issue.line(in: "film.yaml").contains(words))
    }

    @Test("The report has the prediction, the prediction with one quantiser, and the result")
    func report() throws {
        let plan = JobSample.plan(JobSample.job(optimize: .ssim))
        let ranges = plan.ranges.map { range in
            let target = RangeTarget(
                range: range.index,
                .fed(FedTarget(bits: 100_000)),
                forecast: QualityForecast(metric: .ssim, value: 0.97, balanced: 0.96)
            )
            let result = JobSample.result(JobSample.job(), range, pass: 2, isAnalysis: false)
            let encode = EncodeReport(result, role: .fed, target: target, isUsed: true)
            return RangeReport(range, startsScene: true, encodes: [encode], requests: [])
        }
        let outcome = try #require(OptimizationOutcome(of: .ssim, ranges: ranges))
        #expect(abs(outcome.mean - 0.98) < 1e-9 && abs((outcome.forecast ?? 0) - 0.97) < 1e-9)
        #expect(abs((outcome.balanced ?? 0) - 0.96) < 1e-9)
        #expect(OptimizationOutcome(of: .vmaf, ranges: ranges) == nil)
        var report = try ReportFixtures.report()
        report.totals.optimization = outcome
        report.ranges = ranges
        let page = String(decoding: ReportPage(report).document, as: UTF8.self)
        #expect(page.contains("the film has SSIM 0.98000; the prediction was SSIM 0.97000, and SSIM 0.96000 with one"))
        #expect(page.contains("<h2>Optimised for SSIM</h2>"))
    }
}
