package import Jobs
import RateModel

/// Predicts how good each range of a film gets at each rate factor: straight lines on a `QualityScale` through the
/// measured levels, over the positions of rate factors (`QualityTrend`).
///
/// The line of an encoded range goes through that encode. The line of a range that was only analysed goes through its
/// analysis, plus the usual gain of the final preset for ranges of its kind. It is also moved by the average amount by
/// which encodes of other ranges missed this prediction.
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

    /// What is known about a range.
    package struct Range: Hashable, Sendable {
        /// Place in the film.
        let index: Int
        /// Number of frames.
        let frames: Int
        /// Level of its analysis; nil when it has none.
        let analysed: Double?
        /// Its kind; nil where that is not known.
        var kind: RangeKind?
        /// Encodes by the final preset, the one that counts last.
        var encodes: [Encode]

        /// Creates a value.
        package init(index: Int, frames: Int, analysed: Double?, kind: RangeKind? = nil, encodes: [Encode]) {
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
    package static let factors = 0.0...X265Limits.highestRateFactor
    private static let numbers = RateModelParameters.standard.quality

    /// The predictions by other films.
    private let trend: QualityTrend
    /// The slope of levels over the rate factor, divided by the usual slope: the median over ranges with several
    /// encodes, or 1.
    private let steepness: Double
    /// How far the first encode of every range is above its prediction from the analysis.
    private let steps: [Step]

    /// How far an encode is above the prediction of its analysis.
    private struct Step {
        let levels: Double
        let frames: Double
        let kind: RangeKind?
    }

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - speed: x265's name of the final preset.
    ///   - ranges: in film order.
    ///   - reach: the distance of the factors between which quality is predicted.
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

    /// By how much ranges of a kind are above their predictions: the mean over the frames of encoded ranges, in which
    /// ranges of the same kind have more weight; 0 before there is an encode.
    private func step(of kind: RangeKind?) -> Double {
        var (weights, levels) = (0.0, 0.0)
        for step in steps {
            var weight = step.frames
            if let kind, let other = step.kind { weight *= kind.likeness(to: other) }
            weights += weight
            levels += step.levels * weight
        }
        return weights > 0 ? levels / weights : 0
    }

    /// The slope between the first and the last encode of a range; nil when their factors are too close. It is limited
    /// to between half and twice the usual slope: quality that hardly changes, or jumps, is at the end of its scale.
    private static func slope(of range: Range, _ trend: QualityTrend) -> Double? {
        guard let first = range.encodes.first, let last = range.encodes.last(where: { $0.factor != first.factor }),
            (last.factor - first.factor).magnitude >= numbers.leastDistance
        else { return nil }
        let usual = trend.levelsPerFactor(of: range.kind)
        let run = trend.position(ofFactor: last.factor) - trend.position(ofFactor: first.factor)
        return min(max((last.level - first.level) / run, usual * numbers.slopeBound), usual / numbers.slopeBound)
    }

    /// The line of a range over the positions of factors: one of its points, and its slope.
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

    /// The figure of the film when `level` gives the level of each range; nil for a film without frames.
    func mean(_ level: (Range) -> Double) -> Double? {
        scale.mean(ranges.map { (value: scale.value(atLevel: level($0)), frames: $0.frames) })
    }

    /// The one rate factor at which the film reaches a figure, when `level` gives the level of each range at a factor.
    func filmFactor(for target: Double, _ level: (Range, Double) -> Double) -> Double {
        var (low, high) = (Self.factors.lowerBound, Self.factors.upperBound)
        for _ in 0..<40 {
            let middle = (low + high) / 2
            if mean({ level($0, middle) }) ?? 0 > target { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }
}
