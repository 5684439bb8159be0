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
    /// Where and by how much encodes lay above their analysis: the mean over frames; what other films had before there is any.
    private let offset: (factor: Double, levels: Double)

    init(scale: QualityScale, analysisFactor: Double, ranges: [Range]) {
        self.scale = scale
        self.analysisFactor = analysisFactor
        self.ranges = ranges
        let slopes = ranges.compactMap { Self.slope($0.encodes, like: scale.levelsPerFactor) }.sorted()
        slope = slopes.isEmpty ? scale.levelsPerFactor : slopes[slopes.count / 2]
        var (frames, factor, levels) = (0.0, 0.0, 0.0)
        for range in ranges {
            guard let analysed = range.analysed, let first = range.encodes.first else { continue }
            let weight = Double(range.frames)
            frames += weight
            factor += first.factor * weight
            levels += (first.level - analysed) * weight
        }
        offset = frames > 0 ? (factor / frames, levels / frames) : (analysisFactor, scale.finalOverAnalysis)
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
        return (range.analysed ?? scale.level(0)) + offset.levels + slope * (factor - offset.factor)
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
