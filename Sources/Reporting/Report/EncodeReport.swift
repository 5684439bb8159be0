package import Jobs
package import Media
package import Platform

/// One pass over one range: what was asked for, what came out, and what became of it.
package struct EncodeReport: Hashable, Sendable, Codable {
    /// Number of the pass, from 1.
    package var pass: Int
    /// What the pass was for; nil when that is not known.
    package var role: PassRole?
    /// What the encoder aimed at; nil when its allocation is gone.
    package var rate: RateTarget?
    /// Bits that were asked for, when the film has a budget.
    package var targetBits: Int?
    /// Bits that came out.
    package var bits: Int
    /// How far `bits` lie from `targetBits`, as a fraction: 0.02 is two percent too many. Nil without a target.
    package var missedBy: Double?
    /// Distortion against the source; nil for an analysis that did not measure.
    package var quality: RangeQuality?
    /// What quality was aimed at, when the film aims at one.
    package var aim: QualityAim?
    /// The prediction in the metric that the film's rate is spent for.
    package var forecast: QualityForecast?
    /// The quality of its frames; nil for an analysis.
    package var figures: FrameFigures?
    /// Time ranges that the encoder asked for again; empty when it was content.
    package var furtherPasses: [TimeRange]
    /// True when this encode is in the film. An analysis never is.
    package var isUsed: Bool
    /// x265's resolved options.
    package var optionsLine: String
    /// What the work took.
    package var cost: WorkCost
    /// Name of the machine.
    package var host: String
    /// Attempt that succeeded, from 1.
    package var attempt: Int

    /// Tells of a result.
    ///
    /// - Parameters:
    ///   - role: what the pass was for.
    ///   - target: what the allocation of its wave asked for.
    ///   - isUsed: whether the result is in the film.
    package init(_ result: RangeResult, role: PassRole?, target: RangeTarget?, isUsed: Bool) {
        pass = result.pass
        self.role = role
        rate = target?.rate
        targetBits = result.targetBits
        bits = result.bits
        missedBy = result.targetBits.flatMap { $0 > 0 ? Double(result.bits) / Double($0) - 1 : nil }
        quality = result.quality
        aim = target?.quality
        forecast = target?.forecast
        figures = isUsed ? result.figures : nil
        furtherPasses = result.furtherPasses
        self.isUsed = isUsed
        optionsLine = result.optionsLine
        cost = result.cost
        host = result.host
        attempt = result.attempt
    }
}
