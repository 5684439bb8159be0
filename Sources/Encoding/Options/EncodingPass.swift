package import Media

/// What one pass over one range is asked to do.
package struct EncodingPass: Hashable, Sendable, Codable {
    /// What the pass is for.
    package enum Role: String, Hashable, Sendable, Codable {
        /// Statistics only, with a cheap preset: what comes out is thrown away.
        case analysis
        /// The final preset, fed with the slice types and cutree of an analysis.
        case fed
        /// The final preset on its own, with a lookahead: a single pass.
        case alone
    }

    /// What the pass is for.
    package var role: Role
    /// What the encoder aims at.
    package var rate: RateTarget
    /// Bits that the range ought to take, when the film has a budget.
    package var targetBits: Int?
    /// How far from `targetBits` the outcome may lie, as a fraction of it, before `endPass` asks for another pass.
    package var tolerance: Double
    /// Factor on the bits of the analysis before the encoder plans with them: what is known of how far the analysis
    /// preset's bits lie from the final preset's. 1 hands the statistics over as they were stored.
    package var statisticsScale: Double
    /// Whether an analysis may run on 512-bit vectors where the processor has fast ones; its statistics stay the same.
    package var usesWideVectors = false
    /// True when the pass measures PSNR and SSIM of what it reconstructs. All but an analysis do; one does when the
    /// film aims at a quality, or spends its rate for a metric. It codes as the final preset does then
    /// (`AnalysisDetail`).
    package var measuresDistortion: Bool

    /// Bits in the decoder's buffer when the range begins, where the settings bound it; nil lets the encoder go
    /// unbounded.
    package var bufferStart: Int?

    /// Creates a pass.
    package init(
        role: Role,
        rate: RateTarget,
        targetBits: Int? = nil,
        tolerance: Double = 0.005,
        statisticsScale: Double = 1,
        bufferStart: Int? = nil,
        measuresDistortion: Bool? = nil
    ) {
        self.role = role
        self.rate = rate
        self.targetBits = targetBits
        self.tolerance = tolerance
        self.statisticsScale = statisticsScale
        self.bufferStart = bufferStart
        self.measuresDistortion = measuresDistortion ?? (role != .analysis)
    }
}
