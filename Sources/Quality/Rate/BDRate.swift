import Glibc

/// The Bjøntegaard delta rate: the difference in rate between two encoders at equal quality, averaged over their common
/// range of quality.
///
/// G. Bjøntegaard, VCEG-M33 (2001), with piecewise cubic interpolation of log rate over quality in place of one cubic
/// (PCHIP, as JCT-VC's evaluation does), which several rate points and steep curves need.
package enum BDRate {
    /// Why two curves have no BD-rate.
    package enum Failure: String, Error, Hashable, Codable {
        /// A curve has fewer than two points.
        case tooFewPoints
        /// A rate is not positive, or a figure is not finite.
        case unusableFigure
        /// Quality does not ascend strictly with rate.
        case notMonotone
        /// The curves reach no common quality.
        case noOverlap
    }

    /// The mean difference in rate as a fraction: -0.05 when `test` needs 5 % fewer bits than `reference`.
    ///
    /// Points may come in any order.
    package static func fraction(of test: [RatePoint], against reference: [RatePoint]) throws(Failure) -> Double {
        let (testCurve, testRange) = try curve(test)
        let (referenceCurve, referenceRange) = try curve(reference)
        let lower = max(testRange.lowerBound, referenceRange.lowerBound)
        let upper = min(testRange.upperBound, referenceRange.upperBound)
        guard lower < upper else { throw .noOverlap }
        let difference =
            testCurve.integral(from: lower, to: upper) - referenceCurve.integral(from: lower, to: upper)
        return exp(difference / (upper - lower)) - 1
    }

    /// A fraction as signed percentage, as in `-4.21 %`.
    package static func words(_ fraction: Double) -> String {
        let hundredths = Int((min(max(fraction, -1e12), 1e12) * 10_000).rounded())
        let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        return "\(hundredths < 0 ? "-" : "+")\(whole).\(rest < 10 ? "0" : "")\(rest) %"
    }

    /// Log rate over quality, and its range of quality.
    private static func curve(_ points: [RatePoint]) throws(Failure) -> (MonotoneCubic, ClosedRange<Double>) {
        guard points.count >= 2 else { throw .tooFewPoints }
        guard points.allSatisfy({ $0.rate > 0 && $0.rate.isFinite && $0.quality.isFinite }) else {
            throw .unusableFigure
        }
        let sorted = points.sorted { $0.rate < $1.rate }
        guard zip(sorted, sorted.dropFirst()).allSatisfy({ $0.rate < $1.rate && $0.quality < $1.quality }) else {
            throw .notMonotone
        }
        let cubic = MonotoneCubic(x: sorted.map(\.quality), y: sorted.map { log($0.rate) })
        return (cubic, sorted[0].quality...sorted[sorted.count - 1].quality)
    }
}
