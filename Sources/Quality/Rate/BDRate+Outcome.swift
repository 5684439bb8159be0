extension BDRate {
    /// What two curves say of each other: a figure, or why there is none. Nothing is ever extrapolated.
    package enum Outcome: Hashable, Sendable, Codable {
        /// The mean difference in rate as a fraction, -0.05 for 5 % fewer bits; and how much of all the quality that
        /// either curve reaches is reached by both, up to 1: a figure over a small share says little.
        case fraction(Double, overlap: Double)
        /// There is no figure.
        case none(Failure)

        /// The figure, where there is one.
        package var fraction: Double? {
            guard case .fraction(let value, _) = self else { return nil }
            return value
        }
    }

    /// Compares as `fraction(of:against:)` does, with an answer for curves that have no BD-rate.
    package static func outcome(of test: [RatePoint], against reference: [RatePoint]) -> Outcome {
        do throws(Failure) {
            let value = try fraction(of: test, against: reference)
            return .fraction(value, overlap: overlap(test.map(\.quality), reference.map(\.quality)))
        } catch {
            return .none(error)
        }
    }

    /// The share of what both reach in what either does.
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
        case .unusableFigure: "a rate or a quality is no usable number"
        case .notMonotone: "quality does not rise with the rate"
        case .noOverlap: "the curves do not overlap"
        }
    }
}
