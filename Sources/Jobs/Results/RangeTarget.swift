package import Media

/// The target of one pass over one range.
package struct RangeTarget: Hashable, Sendable, Codable {
    /// Index of the range.
    package var range: Int
    /// The purpose of the pass.
    package var role: PassRole
    /// The rate target of the encoder.
    package var rate: RateTarget
    /// Bits that the range should take, if the film has a budget.
    package var targetBits: Int?
    /// Bits that the encoder gets as its target if an earlier pass showed by how much it misses a target; nil gives it
    /// `targetBits`.
    package var aimBits: Int?
    /// Largest distance of the result from `targetBits`, as a fraction of it, for which the encoder does not request
    /// another pass.
    package var tolerance: Double
    /// Factor for the bits of the analysis before the encoder plans with them; 1 uses them as stored.
    package var statisticsScale: Double
    /// Bits in the decoder's buffer that the encoder assumes at the start of the range; nil without a buffer limit.
    package var bufferStart: Int?
    /// Pass whose statistics the encoder plans with. Cutree data is from the last pass before it that had a lookahead.
    package var statisticsPass: Int
    /// Quality target of the range, if the film has a quality goal.
    package var quality: QualityAim?
    /// The prediction for the range in the metric that the film's rate is spent for; nil where there is none.
    package var forecast: QualityForecast?

    /// Creates a target.
    package init(
        range: Int,
        role: PassRole,
        rate: RateTarget,
        targetBits: Int? = nil,
        aimBits: Int? = nil,
        tolerance: Double = 0.005,
        statisticsScale: Double = 1,
        statisticsPass: Int = 1,
        bufferStart: Int? = nil,
        quality: QualityAim? = nil,
        forecast: QualityForecast? = nil
    ) {
        self.range = range
        self.role = role
        self.rate = rate
        self.targetBits = targetBits
        self.aimBits = aimBits
        self.tolerance = tolerance
        self.statisticsScale = statisticsScale
        self.statisticsPass = statisticsPass
        self.bufferStart = bufferStart
        self.quality = quality
        self.forecast = forecast
    }

    /// Whether the result of the pass misses the target, so that another pass is requested.
    ///
    /// - Parameter quality: what the pass measured; nil if nothing.
    package func isMissed(bits: Int, quality: RangeQuality?) -> Bool {
        if let aim = self.quality, let quality { return aim.isMissed(by: quality) || isMissed(bits: bits) }
        return isMissed(bits: bits)
    }

    private func isMissed(bits: Int) -> Bool {
        guard let targetBits, !role.isAnalysis else { return false }
        return Double(bits - targetBits).magnitude / Double(max(targetBits, 1)) > tolerance
    }
}
