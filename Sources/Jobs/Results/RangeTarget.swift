package import Media

/// What one pass over one range is asked for.
package struct RangeTarget: Hashable, Sendable, Codable {
    /// Index of the range.
    package var range: Int
    /// What the pass is for.
    package var role: PassRole
    /// What the encoder aims at.
    package var rate: RateTarget
    /// Bits that the range ought to take, when the film has a budget.
    package var targetBits: Int?
    /// Bits that the encoder gets as its target, where an earlier pass showed by how much it misses the target that it
    /// is told; nil tells it `targetBits`.
    package var aimBits: Int?
    /// How far from `targetBits` the outcome may lie, as a fraction of it, before the encoder asks for another pass.
    package var tolerance: Double
    /// Factor on the bits of the analysis before the encoder plans with them; 1 takes them as they were stored.
    package var statisticsScale: Double
    /// Bits in the decoder's buffer that the encoder counts on when the range begins; nil where nothing bounds it.
    package var bufferStart: Int?
    /// Pass whose statistics the encoder plans with; cutree is always that of pass 1.
    package var statisticsPass: Int
    /// What the range is to reach in quality, when the film aims at one.
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
}
