import Foundation
import Quality
import Testing

@Suite("BD-rate")
struct BDRateTests {
    private static func points(_ rates: [Double], _ qualities: [Double]) -> [RatePoint] {
        zip(rates, qualities).map { RatePoint(rate: $0, quality: $1) }
    }

    /// The curves that are distributed with implementations of VCEG-M33.
    private static let anchor = points([85.95, 157.11, 309.58, 686.76], [31.42, 34.24, 37.18, 40.28])
    private static let candidate = points([112.75, 204.93, 407.8, 893.34], [31.24, 34.17, 37.21, 40.39])

    @Test("equals that of SciPy's PchipInterpolator")
    func matchesSciPy() throws {
        let forth = try BDRate.fraction(of: Self.candidate, against: Self.anchor)
        let back = try BDRate.fraction(of: Self.anchor, against: Self.candidate)
        #expect(abs(forth - 0.3137987820239754) < 1e-12)
        #expect(abs(back - -0.2388484342636945) < 1e-12)
    }

    @Test("equals SciPy's for curves of unequal length, spacing and range, one nearly flat")
    func matchesSciPyOnUnevenCurves() throws {
        let reference = Self.points([100, 180, 250, 600, 1300, 2500], [30, 34.5, 34.6, 38, 41.5, 42])
        let test = Self.points([90, 200, 420, 800, 1700], [29, 34, 37.5, 39.9, 42.4])
        let fraction = try BDRate.fraction(of: test, against: reference)
        #expect(abs(fraction - -0.028787695841241745) < 1e-12)
    }

    @Test("equals that of the package bjontegaard with its method pchip", arguments: BDRateExamples.all)
    func matchesPackage(_ example: BDRateExamples.Example) throws {
        let outcome = BDRate.outcome(
            of: Self.points(example.testRates, example.testQualities),
            against: Self.points(example.referenceRates, example.referenceQualities)
        )
        #expect(abs(try #require(outcome.fraction) * 100 - example.percent) < 1e-9, "\(example.name)")
    }

    @Test("has the share of quality that both curves reach, and is never extrapolated")
    func overlap() {
        let reference = Self.points([10, 100, 1000], [10, 20, 30])
        guard case .fraction(_, let share) = BDRate.outcome(of: Self.points([10, 100], [15, 35]), against: reference)
        else {
            Issue.record("curves that overlap have a figure")
            return
        }
        #expect(abs(share - 0.6) < 1e-12)
        let apart = BDRate.outcome(of: Self.points([10, 100], [30, 35]), against: reference)
        #expect(apart == .none(.noOverlap) && apart.fraction == nil)
    }

    @Test("is the factor minus one if every rate is multiplied by it", arguments: [0.5, 0.99, 1, 1.25, 3])
    func scaledRates(factor: Double) throws {
        let scaled = Self.anchor.map { RatePoint(rate: $0.rate * factor, quality: $0.quality) }
        #expect(abs(try BDRate.fraction(of: scaled, against: Self.anchor) - (factor - 1)) < 1e-12)
    }

    @Test("of two straight lines in log rate is their distance")
    func straightLines() throws {
        // log10 rate = quality / 10 and quality / 10 + 0.1: a factor of 10^0.1 everywhere.
        let reference = Self.points([10, 100, 1000], [10, 20, 30])
        let test = Self.points([100, 1000, 10_000], [19, 29, 39])
        #expect(abs(try BDRate.fraction(of: test, against: reference) - (pow(10, 0.1) - 1)) < 1e-12)
    }

    @Test("does not depend on the order of points")
    func anyOrder() throws {
        let fraction = try BDRate.fraction(of: Self.candidate.reversed(), against: Self.anchor.reversed())
        #expect(fraction == (try BDRate.fraction(of: Self.candidate, against: Self.anchor)))
    }

    @Test("refuses curves that have no BD-rate")
    func refuses() {
        let reference = Self.anchor
        #expect(throws: BDRate.Failure.tooFewPoints) {
            try BDRate.fraction(of: [RatePoint(rate: 1, quality: 1)], against: reference)
        }
        #expect(throws: BDRate.Failure.unusableFigure) {
            try BDRate.fraction(of: Self.points([0, 1], [1, 2]), against: reference)
        }
        #expect(throws: BDRate.Failure.unusableFigure) {
            try BDRate.fraction(of: Self.points([1, 2], [1, .infinity]), against: reference)
        }
        #expect(throws: BDRate.Failure.notMonotone) {
            try BDRate.fraction(of: Self.points([1, 2, 3], [30, 32, 31]), against: reference)
        }
        #expect(throws: BDRate.Failure.noOverlap) {
            try BDRate.fraction(of: Self.points([1, 2], [50, 60]), against: reference)
        }
    }
}
