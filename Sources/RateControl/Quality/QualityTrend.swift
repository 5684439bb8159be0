import Jobs
import RateModel

/// How quality changes with the rate factor on measured films. It predicts a range before it is encoded.
package struct QualityTrend: Hashable, Sendable {
    /// The distance of the rate factors between which quality is predicted.
    package enum Reach: Hashable {
        /// Any distance: ranges of a film with a target quality are up to twenty factors apart (Docs/Decisions/0021).
        case wide
        /// A few factors around the one of a film with a rate. Straight lines, and one gain over the analysis for all
        /// ranges, distribute the film's bits better there, although other models predict single ranges better
        /// (Docs/Decisions/0024).
        case near
    }

    let scale: QualityScale
    /// x265's name of the final preset.
    let speed: String
    let reach: Reach

    /// Levels from one position to the next, for ranges of a kind; nil where the kind is not known. Levels of still
    /// ranges fall faster.
    func levelsPerFactor(of kind: RangeKind?) -> Double {
        guard reach == .wide else { return scale.levelsPerFactor }
        return Self.numbers.wideLevelsPerFactor[scale.metric, kind?.stillness ?? 0]
    }

    /// By how many levels the final preset is above the analysis at the same rate factor. The gain is larger for still
    /// ranges: the analysis skips their blocks, while the final preset continues to improve them.
    ///
    /// - Parameter kind: the kind of the range; nil where that is not known.
    func finalOverAnalysis(of kind: RangeKind?) -> Double {
        guard speed != "ultrafast" else { return 0 }
        return switch (reach, speed) {
        case (.wide, _): Self.numbers.wideFinalOverAnalysis[scale.metric, kind?.stillness ?? 0]
        case (.near, "superfast"): Self.numbers.nearSuperfastOverAnalysis[scale.metric]
        case (.near, _): Self.numbers.nearFinalOverAnalysis[scale.metric]
        }
    }

    // MARK: - Positions

    /// A rate factor's position on a scale on which levels fall linearly. At 28 its unit is one rate factor. From 28
    /// down to 20, levels fall more slowly the lower the factor is. Below 20, where an encode is close to its source,
    /// they fall as fast as at 28 again.
    func position(ofFactor factor: Double) -> Double {
        let away = factor - Self.middleFactor
        let bent = max(away, Self.leastBent)
        return bent + bend / 2 * bent * bent + min(away - Self.leastBent, 0)
    }

    /// The rate factor at a position; the reverse of `position(ofFactor:)`.
    func factor(atPosition position: Double) -> Double {
        let least = Self.leastBent + bend / 2 * Self.leastBent * Self.leastBent
        guard position > least else { return Self.middleFactor + Self.leastBent + position - least }
        guard bend > 0 else { return Self.middleFactor + position }
        return Self.middleFactor + ((1 + 2 * bend * position).squareRoot() - 1) / bend
    }

    private static let numbers = RateModelParameters.standard.quality
    private static let middleFactor = numbers.middleFactor
    private static let leastBent = numbers.leastBent

    /// By how much faster levels fall with each higher rate factor, as a fraction of their slope at 28.
    private var bend: Double { reach == .near ? 0 : Self.numbers.bend[scale.metric] }
}
