import Foundation
import Media
import Testing

@testable import Jobs
@testable import RateModel
@testable import Reporting

@Suite("Curves of quality over rate in the report")
struct RateDistortionTests {
    private static let frames = [50, 70, 30, 90]

    /// The reports of a film's ranges, one of which was encoded twice.
    private func ranges(_ film: FilmFixture, _ metric: QualityMetric) -> [RangeReport] {
        let targets = film.targets()
        let encoded = film.encode(Allocation(pass: 2, targets: targets))
        return film.plan.ranges.map { range in
            var encodes = [encoded[range.index]]
            if range.index == 1 {
                var again = encodes[0]
                again.pass = 3
                again.bits = again.bits * 9 / 10
                again.quality = FilmFixture.quality(
                    metric,
                    level: QualityScale(metric: metric).level(again.quality?.figure(metric) ?? 0) - 0.6,
                    frames: range.frames.count
                )
                encodes.append(again)
            }
            let used = encodes.last
            return RangeReport(
                range,
                startsScene: true,
                encodes: encodes.map {
                    EncodeReport($0, role: .fed, target: targets[range.index], isUsed: $0.pass == used?.pass)
                },
                requests: [],
                curves: RateDistortion(
                    metric,
                    of: range,
                    analysis: (film.analysis[range.index], nil),
                    first: targets[range.index],
                    encodes: encodes,
                    used: used
                )
            )
        }
    }

    /// The value of a curve at a rate, interpolated over the logarithm of rates; nil outside of the curve.
    private func value(_ curve: RateDistortion.Curve, _ rate: Double) -> Double? {
        let points = Array(zip(curve.bitsPerSecond, curve.values))
        for (fine, coarse) in zip(points, points.dropFirst()) where fine.0 >= rate && rate >= coarse.0 {
            guard fine.0 > coarse.0 else { return fine.1 }
            return coarse.1 + (fine.1 - coarse.1) * log(rate / coarse.0) / log(fine.0 / coarse.0)
        }
        return nil
    }

    @Test(
        "The fitted curve goes through the encode in the film, and the predicted curve through the prediction",
        arguments: QualityMetric.allCases
    )
    func through(metric: QualityMetric) throws {
        let film = try FilmFixture(frames: Self.frames, optimize: metric)
        for range in ranges(film, metric) {
            let curves = try #require(range.curves)
            let seconds = range.timeRange.duration.seconds
            let used = try #require(range.used)
            let (fitted, predicted) = (try #require(curves.fitted), try #require(curves.predicted))
            let step = pow(10, -Double(metric.digits))
            let drawn = try #require(value(fitted, Double(used.bits) / seconds))
            let measured = try #require(used.quality?.figure(metric))
            #expect(abs(drawn - measured) < 2 * step)
            let forecast = try #require(used.forecast)
            let wanted = Double(try #require(used.targetBits)) / seconds
            let planned = try #require(value(predicted, wanted))
            #expect(abs(planned - forecast.value) < 2 * step)
            for curve in [fitted, predicted] {
                #expect(curve.bitsPerSecond == curve.bitsPerSecond.sorted(by: >))
                #expect(curve.values == curve.values.sorted(by: >))
                #expect(curve.bitsPerSecond.count == curve.values.count)
            }
        }
    }

    @Test("Two encodes of a range give the slope of its curve")
    func slope() throws {
        let film = try FilmFixture(frames: Self.frames, optimize: .psnr)
        let all = ranges(film, .psnr)
        func rise(_ index: Int) throws -> Double {
            let values = try #require(all[index].curves?.fitted).values
            return ((values.first ?? 0) - (values.last ?? 0)) / 12
        }
        #expect(abs(try rise(0) - 0.6) < 1e-3)
        // A tenth of the bits is three quarters of a quantiser of the fixture, and took 0.6 dB.
        let twice = 0.6 / (5 * log2(10 / 9.0))
        #expect(abs(try rise(1) - twice) < 0.01)
    }

    @Test("The film's curve combines the ranges' points with the same distance from their quantisers")
    func film() throws {
        let film = try FilmFixture(frames: Self.frames, optimize: .ssim)
        let ranges = ranges(film, .ssim)
        let whole = try #require(RateDistortion(.ssim, ofFilm: ranges))
        let bits = ranges.compactMap(\.used?.bits).reduce(0, +)
        let curve = try #require(whole.fitted)
        #expect(abs(curve.bitsPerSecond[6] / (Double(bits) / film.plan.timeRange.duration.seconds) - 1) < 1e-4)
        let mean = try #require(OptimizationOutcome(of: .ssim, ranges: ranges)).mean
        #expect(abs(curve.values[6] - mean) < 2e-5)
        #expect(whole.predicted != nil)
        var partly = ranges
        partly[2].curves?.predicted = nil
        #expect(try #require(RateDistortion(.ssim, ofFilm: partly)).predicted == nil)
        partly[0].curves = nil
        #expect(RateDistortion(.ssim, ofFilm: partly) == nil)
    }

    @Test("There is no curve without a measurement, for identical pictures, and without a rate curve")
    func nothing() throws {
        let film = try FilmFixture(frames: [48])
        let range = film.plan.ranges[0]
        let target = film.targets()[0]
        var result = film.encode(Allocation(pass: 2, targets: [target]))[0]
        func curves(_ result: RangeResult) -> RateDistortion? {
            RateDistortion(
                .psnr,
                of: range,
                analysis: (film.analysis[0], nil),
                first: target,
                encodes: [result],
                used: result
            )
        }
        #expect(curves(result) == nil)
        result.quality = FilmFixture.quality(.psnr, level: .infinity, frames: 48)
        #expect(curves(result) == nil)
        result.quality = FilmFixture.quality(.psnr, level: 40, frames: 48)
        #expect(curves(result)?.fitted != nil && curves(result)?.predicted == nil)
        result.rateCurve = nil
        #expect(curves(result) == nil)
    }

    @Test("The predicted curve of a film with a target quality follows from its rate factors")
    func qualityAim() throws {
        let film = try FilmFixture(frames: [48], optimize: .psnr)
        let analysed = RangeTarget(range: 0, .analysis(rateFactor: 26))
        let target = RangeTarget(
            range: 0,
            .alone(.constantRateFactor(22)),
            quality: QualityAim(metric: .psnr, wanted: 41, floor: nil, tolerance: 0.1)
        )
        let curves = RateDistortion(
            .psnr,
            of: film.plan.ranges[0],
            analysis: (film.analysis[0], analysed),
            first: target,
            encodes: [],
            used: nil
        )
        let predicted = try #require(curves?.predicted)
        // The analysis had quantiser 30 at rate factor 26, so rate factor 22 is quantiser 26.
        let bits = try #require(film.analysis[0].rateCurve).bits(atQuantizer: 26)
        #expect(abs(predicted.bitsPerSecond[6] - bits / 2) < 1 && predicted.values[6] == 41)
    }

    // MARK: - The page

    private func page(_ report: FilmReport) -> String { String(decoding: ReportPage(report).document, as: UTF8.self) }

    private func count(_ words: String, in text: String) -> Int { text.components(separatedBy: words).count - 1 }

    @Test("The page draws the film and each range, with a dot for each encode, and the report survives JSON")
    func drawn() throws {
        let film = try FilmFixture(frames: Self.frames, optimize: .psnr)
        var report = try ReportFixtures.report()
        report.job.optimize = .psnr
        report.ranges = ranges(film, .psnr)
        report.curves = RateDistortion(.psnr, ofFilm: report.ranges)
        let text = page(report)
        #expect(text.contains("<h2>PSNR over the rate</h2>"))
        // Five drawings of two lines each; five encodes, and the film before and after its further pass.
        #expect(count("<polyline class=\"fitted\"", in: text) == 5)
        #expect(count("<polyline class=\"predicted\"", in: text) == 5)
        #expect(count("<circle ", in: text) == 7)
        #expect(text.contains("pass 3, in the film: ") && text.contains("the film after its first encodes: "))
        #expect(!text.contains("nan") && !text.contains("inf\""))
        #expect(try FilmReport(document: report.document()) == report)
    }

    @Test("In a film of many ranges, those with the most encodes are drawn, and then the largest")
    func many() throws {
        var report = try ReportFixtures.report()
        let ranges = report.ranges
        report.ranges = (0..<100).map { index in
            var range = ranges[index == 40 ? 1 : 0]
            range.index = index
            if index != 40 { range.encodes[range.encodes.count - 1].bits += index }
            return range
        }
        let text = page(report)
        #expect(text.contains("36 ranges of 100"))
        #expect(text.contains("<figcaption>range 40,") && text.contains("<figcaption>range 99,"))
        #expect(!text.contains("<figcaption>range 0,"))
        #expect(count("<figcaption>range ", in: text) == ReportPage.mostCurves)
    }

    @Test("One dot, equal dots and infinite values can be drawn; without a finite dot there is no drawing")
    func plots() throws {
        func dot(_ rate: Double, _ value: Double) -> CurvePlot.Dot {
            CurvePlot.Dot(style: "pass2", at: ChartPoint(x: rate, y: value), words: "a dot")
        }
        for dots in [
            [dot(1000, 40)], [dot(1000, 40), dot(1000, 40)], [dot(1, 40), dot(1e9, 41)],
            [dot(5, .infinity), dot(7, 1)],
        ] {
            let plot = try #require(CurvePlot([], dots, digits: 2, width: 300, height: 200))
            let text = plot.drawing("dots").markup
            #expect(!text.contains("nan") && !text.contains("∞") && text.contains("<circle "))
            #expect(text.contains("class=\"grid\""))
        }
        #expect(CurvePlot([], [], digits: 2, width: 300, height: 200) == nil)
        #expect(CurvePlot([], [dot(0, 40), dot(10, .nan)], digits: 2, width: 300, height: 200) == nil)
    }
}
