/// What is known of how good each range of a film gets at each rate factor: straight lines on a `QualityScale`, through
/// what was measured.
///
/// A range that was encoded has a line through that encode. One that was only analysed has one through its analysis, moved
/// by as much as the final preset's encodes of other ranges lay from theirs.
struct QualityModel: Sendable {
    /// One encode of a range.
    struct Encode: Hashable, Sendable {
        let factor: Double
        let level: Double
    }

    /// What is known of a range.
    struct Range: Hashable, Sendable {
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
    }

    let scale: QualityScale
    /// Rate factor of the analysis.
    let analysisFactor: Double
    /// In film order.
    let ranges: [Range]

    /// Rate factors that a film can be encoded with.
    static let factors = 0.0...51.0
    /// Two encodes of a range must lie so far apart before a slope is read from them, in rate factors.
    private static let leastDistance = 0.75

    /// Levels from one rate factor to the next over the film: the median of what ranges with several encodes show, or what
    /// other films did.
    let slope: Double
    /// By how much encodes lay above their analysis, and where, the first of every range.
    private let steps: [Step]
    /// What other films had.
    private let usual: Step

    /// How far an encode lies above the analysis of its range.
    private struct Step {
        let factor: Double
        let levels: Double
        let frames: Double
        let kind: FinalScale.Kind?
    }

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - speed: x265's name of the final preset.
    ///   - ranges: in film order.
    init(scale: QualityScale, analysisFactor: Double, speed: String, ranges: [Range]) {
        self.scale = scale
        self.analysisFactor = analysisFactor
        self.ranges = ranges
        let slopes = ranges.compactMap { Self.slope($0.encodes, like: scale.levelsPerFactor) }.sorted()
        slope = slopes.isEmpty ? scale.levelsPerFactor : slopes[slopes.count / 2]
        steps = ranges.compactMap { range in
            guard let analysed = range.analysed, let first = range.encodes.first else { return nil }
            return Step(
                factor: first.factor,
                levels: first.level - analysed,
                frames: Double(range.frames),
                kind: range.kind
            )
        }
        usual = Step(
            factor: analysisFactor,
            levels: scale.finalOverAnalysis(speed: speed),
            frames: 0,
            kind: nil
        )
    }

    /// How far the final preset lies above the analysis in ranges of a kind: the mean over frames of what was encoded, those
    /// of its kind above all; what other films had before there is any.
    private func step(of kind: FinalScale.Kind?) -> Step {
        var (weights, factor, levels) = (0.0, 0.0, 0.0)
        for step in steps {
            var weight = step.frames
            if let kind, let other = step.kind { weight *= kind.likeness(to: other) }
            weights += weight
            factor += step.factor * weight
            levels += step.levels * weight
        }
        guard weights > 0 else { return usual }
        return Step(factor: factor / weights, levels: levels / weights, frames: weights, kind: kind)
    }

    /// The slope between the first and the last encode of a range; nil when they lie too near each other. Kept within half
    /// and twice of what is usual: quality that hardly moves, or jumps, is a range at the end of its scale.
    private static func slope(_ encodes: [Encode], like usual: Double) -> Double? {
        guard let first = encodes.first, let last = encodes.last(where: { $0.factor != first.factor }),
            (last.factor - first.factor).magnitude >= leastDistance
        else { return nil }
        return min(max((last.level - first.level) / (last.factor - first.factor), usual * 2), usual / 2)
    }

    /// The level that a range is foretold at a rate factor.
    func level(of range: Range, at factor: Double) -> Double {
        if let last = range.encodes.last {
            let own = Self.slope(range.encodes, like: slope) ?? slope
            return last.level + own * (factor - last.factor)
        }
        let step = step(of: range.kind)
        return (range.analysed ?? scale.level(0)) + step.levels + slope * (factor - step.factor)
    }

    /// The rate factor at which a range is foretold a level.
    func factor(of range: Range, forLevel wanted: Double) -> Double {
        let start = level(of: range, at: 0)
        let slope = level(of: range, at: 1) - start
        return min(max((wanted - start) / slope, Self.factors.lowerBound), Self.factors.upperBound)
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
