import Jobs
import RateModel

/// How quality changes with the rate factor on measured films: the prediction for a range before it is encoded.
package struct QualityTrend: Hashable, Sendable {
    /// The distance of the rate factors between which quality is predicted.
    package enum Reach: Hashable {
        /// Any: ranges of a film that aims at a quality lie up to twenty factors apart (Docs/Decisions/0021).
        case wide
        /// A few, around the one that a film's rate comes to. Straight lines and one step from the analysis for all
        /// ranges share out its bits better there than what predicts single ranges better (Docs/Decisions/0024).
        case near
    }

    let scale: QualityScale
    /// x265's name of the final preset.
    let speed: String
    let reach: Reach

    /// Levels from one position to the next of ranges of a kind; nil where that is not known. The error of what hardly
    /// moves falls faster, down to all that there is to code.
    func levelsPerFactor(of kind: FinalScale.Kind?) -> Double {
        guard reach == .wide else { return scale.levelsPerFactor }
        return Self.numbers.wideLevelsPerFactor[scale.metric, kind?.stillness ?? 0]
    }

    /// By how many levels the final preset lies above the analysis at one rate factor: the analysis skips what hardly
    /// moves, and the final preset goes on to mend it.
    ///
    /// - Parameter kind: of the range; nil where that is not known.
    func finalOverAnalysis(of kind: FinalScale.Kind?) -> Double {
        guard speed != "ultrafast" else { return 0 }
        return switch (reach, speed) {
        case (.wide, _): Self.numbers.wideFinalOverAnalysis[scale.metric, kind?.stillness ?? 0]
        case (.near, "superfast"): Self.numbers.nearSuperfastOverAnalysis[scale.metric]
        case (.near, _): Self.numbers.nearFinalOverAnalysis[scale.metric]
        }
    }

    // MARK: - Positions

    /// Rate factors on a scale on which levels fall straight, in steps from one to the next at 28. Down to 20 levels
    /// fall the slower, the lower the factor; below, where an encode nears its source, as fast again.
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

    /// By how much faster levels fall with each rate factor, as a fraction of how fast they fall at 28.
    private var bend: Double { reach == .near ? 0 : Self.numbers.bend[scale.metric] }
}
