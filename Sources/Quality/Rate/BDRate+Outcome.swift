extension BDRate {
    /// The comparison of two curves: a figure, or the reason why there is none. Nothing is extrapolated.
    package enum Outcome: Hashable, Sendable, Codable {
        /// The mean difference in rate as a fraction, -0.05 for 5 % fewer bits; and the share of the quality range of
        /// either curve that both reach, up to 1. A figure over a small share says little.
        case fraction(Double, overlap: Double)
        /// There is no figure.
        case none(Failure)

        /// The figure; nil if there is none.
        package var fraction: Double? {
            guard case .fraction(let value, _) = self else { return nil }
            return value
        }
    }

    /// Compares like `fraction(of:against:)`, but returns the reason for curves without a BD-rate.
    package static func outcome(of test: [RatePoint], against reference: [RatePoint]) -> Outcome {
        do throws(Failure) {
            let value = try fraction(of: test, against: reference)
            return .fraction(value, overlap: overlap(test.map(\.quality), reference.map(\.quality)))
        } catch {
            return .none(error)
        }
    }

    /// The range that both curves reach, as a share of the range that either reaches.
    private static func overlap(_ test: [Double], _ reference: [Double]) -> Double {
        guard let a = test.min(), let b = test.max(), let c = reference.min(), let d = reference.max(),
            max(b, d) > min(a, c)
        else { return 0 }
        return max(min(b, d) - max(a, c), 0) / (max(b, d) - min(a, c))
    }
}

extension BDRate.Outcome: CustomStringConvertible {
    /// As in `-4.21 %`, or `the curves do not overlap`.
    package var description: String {
        switch self {
        case .fraction(let value, _): BDRate.words(value)
        case .none(let failure): failure.description
        }
    }
}

extension BDRate.Failure: CustomStringConvertible {
    /// As in `the curves do not overlap`.
    package var description: String {
        switch self {
        case .tooFewPoints: "a curve has less than two points"
        case .unusableFigure: "a rate or a quality is not a usable number"
        case .notMonotone: "quality does not rise with the rate"
        case .noOverlap: "the curves do not overlap"
        }
    }
}
