package import Jobs
import RateModel

/// What is known of how good each range of a film gets at each rate factor: straight lines on a `QualityScale` through
/// what was measured, over factors bent as levels are (`QualityTrend`).
///
/// A range that was encoded has a line through that encode. One that was only analysed has one through its analysis,
/// moved by as much as the final preset's encodes of other ranges lay from theirs, beyond what is usual of ranges of
/// its kind.
package struct QualityModel: Sendable {
    /// One encode of a range.
    package struct Encode: Hashable, Sendable {
        package let factor: Double
        let level: Double

        /// Creates a value.
        package init(factor: Double, level: Double) {
            self.factor = factor
            self.level = level
        }
    }

    /// What is known of a range.
    package struct Range: Hashable, Sendable {
        /// Place in the film.
        let index: Int
        /// Number of frames.
        let frames: Int
        /// Level of its analysis; nil when it has none.
        let analysed: Double?
        /// What tells it apart from others; nil where that is not known.
        var kind: FinalScale.Kind?
        /// Encodes by the final preset, the one that counts last.
        var encodes: [Encode]

        /// Creates a value.
        package init(index: Int, frames: Int, analysed: Double?, kind: FinalScale.Kind? = nil, encodes: [Encode]) {
            self.index = index
            self.frames = frames
            self.analysed = analysed
            self.kind = kind
            self.encodes = encodes
        }
    }

    let scale: QualityScale
    /// Rate factor of the analysis.
    let analysisFactor: Double
    /// In film order.
    let ranges: [Range]

    /// Rate factors that a film can be encoded with.
    package static let factors = 0.0...51.0
    private static let numbers = RateModelParameters.standard.quality

    /// What other films showed.
    private let trend: QualityTrend
    /// How much faster levels fall with the rate factor than is usual: the median of what ranges with several encodes
    /// show, or 1.
    private let steepness: Double
    /// By how much encodes lay above what was usual over their analysis, the first of every range.
    private let steps: [Step]

    /// How far an encode is above the prediction of its analysis.
    private struct Step {
        let levels: Double
        let frames: Double
        let kind: FinalScale.Kind?
    }

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - speed: x265's name of the final preset.
    ///   - ranges: in film order.
    ///   - reach: how far forecasts reach.
    package init(scale: QualityScale, analysisFactor: Double, speed: String, ranges: [Range], reach: QualityTrend.Reach)
    {
        let trend = QualityTrend(scale: scale, speed: speed, reach: reach)
        self.scale = scale
        self.trend = trend
        self.analysisFactor = analysisFactor
        self.ranges = ranges
        let ratios = ranges.compactMap { range in
            Self.slope(of: range, trend).map { $0 / trend.levelsPerFactor(of: range.kind) }
        }.sorted()
        let steepness = ratios.isEmpty ? 1 : ratios[ratios.count / 2]
        self.steepness = steepness
        steps = ranges.compactMap { range in
            guard let analysed = range.analysed, let first = range.encodes.first else { return nil }
            let run = trend.position(ofFactor: first.factor) - trend.position(ofFactor: analysisFactor)
            let predicted =
                analysed + trend.finalOverAnalysis(of: range.kind)
                + steepness * trend.levelsPerFactor(of: range.kind) * run
            return Step(levels: first.level - predicted, frames: Double(range.frames), kind: range.kind)
        }
    }

    /// By how much ranges of a kind are above their predictions: the mean over frames of what was encoded, those
    /// of its kind above all; 0 before there is any.
    private func step(of kind: FinalScale.Kind?) -> Double {
        var (weights, levels) = (0.0, 0.0)
        for step in steps {
            var weight = step.frames
            if let kind, let other = step.kind { weight *= kind.likeness(to: other) }
            weights += weight
            levels += step.levels * weight
        }
        return weights > 0 ? levels / weights : 0
    }

    /// The slope between the first and the last encode of a range; nil when they lie too near each other. Kept within
    /// half and twice of what is usual: quality that hardly moves, or jumps, is a range at the end of its scale.
    private static func slope(of range: Range, _ trend: QualityTrend) -> Double? {
        guard let first = range.encodes.first, let last = range.encodes.last(where: { $0.factor != first.factor }),
            (last.factor - first.factor).magnitude >= numbers.leastDistance
        else { return nil }
        let usual = trend.levelsPerFactor(of: range.kind)
        let run = trend.position(ofFactor: last.factor) - trend.position(ofFactor: first.factor)
        return min(max((last.level - first.level) / run, usual * numbers.slopeBound), usual / numbers.slopeBound)
    }

    /// What is known of a range as a line over positions of factors: a point of it, and its slope.
    private func line(of range: Range) -> (position: Double, level: Double, slope: Double) {
        let slope = steepness * trend.levelsPerFactor(of: range.kind)
        if let last = range.encodes.last {
            return (trend.position(ofFactor: last.factor), last.level, Self.slope(of: range, trend) ?? slope)
        }
        let level =
            (range.analysed ?? scale.level(0)) + trend.finalOverAnalysis(of: range.kind) + step(of: range.kind)
        return (trend.position(ofFactor: analysisFactor), level, slope)
    }

    /// The predicted level of a range at a rate factor.
    package func level(of range: Range, at factor: Double) -> Double {
        let line = line(of: range)
        return line.level + line.slope * (trend.position(ofFactor: factor) - line.position)
    }

    /// The rate factor at which a level is predicted for a range.
    func factor(of range: Range, forLevel wanted: Double) -> Double {
        let line = line(of: range)
        let factor = trend.factor(atPosition: line.position + (wanted - line.level) / line.slope)
        return min(max(factor, Self.factors.lowerBound), Self.factors.upperBound)
    }

    /// The figure of the film when each range is encoded as told; nil for a film without frames.
    func mean(_ level: (Range) -> Double) -> Double? {
        scale.mean(ranges.map { (value: scale.value(atLevel: level($0)), frames: $0.frames) })
    }

    /// The one rate factor at which the film reaches a figure, when `level` says what each range has at a factor.
    func filmFactor(for target: Double, _ level: (Range, Double) -> Double) -> Double {
        var (low, high) = (Self.factors.lowerBound, Self.factors.upperBound)
        for _ in 0..<40 {
            let middle = (low + high) / 2
            if mean({ level($0, middle) }) ?? 0 > target { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }
}
