package import Jobs
package import Media
package import Platform
import RateModel

/// One pass over one range: its target, its result, and whether it is in the film.
package struct EncodeReport: Hashable, Sendable, Codable {
    /// Number of the pass, from 1.
    package var pass: Int
    /// The purpose of the pass; nil when it is not known.
    package var role: PassRole?
    /// The rate of the encoder: a rate factor, or for a fed pass the average of its target bits. Nil when its
    /// allocation is missing, and without a rate curve.
    package var rate: RateTarget?
    /// Target bits, when the film has a budget.
    package var targetBits: Int?
    /// Bits of the result.
    package var bits: Int
    /// The difference of `bits` from `targetBits`, as a fraction: 0.02 is two percent too many. Nil without a target.
    package var missedBy: Double?
    /// Distortion against the source; nil for an analysis that did not measure it.
    package var quality: RangeQuality?
    /// The target quality, when the film has one.
    package var aim: QualityAim?
    /// The prediction in the metric of `optimize`.
    package var forecast: QualityForecast?
    /// The quality of its frames; nil for encodes that are not in the film.
    package var figures: FrameFigures?
    /// Time ranges for which the encoder requested another pass; empty when it met its target.
    package var furtherPasses: [TimeRange]
    /// Whether this encode is in the film. An analysis never is.
    package var isUsed: Bool
    /// x265's resolved options.
    package var optionsLine: String
    /// Time and memory of the work.
    package var cost: WorkCost
    /// Name of the machine.
    package var host: String
    /// The attempt that succeeded, from 1.
    package var attempt: Int

    /// Whether the pass only collected statistics.
    package var isAnalysis: Bool { role == .analysis }

    /// Reports a result.
    ///
    /// - Parameters:
    ///   - role: the purpose of the pass.
    ///   - target: the target in the allocation of its wave.
    ///   - isUsed: whether the result is in the film.
    package init(_ result: RangeResult, role: PassRole?, target: RangeTarget?, isUsed: Bool) {
        pass = result.pass
        self.role = role
        rate =
            target?.rate
            ?? target?.fed.flatMap { fed in
                result.rateCurve.map {
                    .average(kilobitsPerSecond: FedRate.kilobits(Double(fed.bits) / $0.encoderSeconds))
                }
            }
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
