extension RateModelParameters {
    /// How many bits the final preset takes for each bit that the analysis predicts (Decisions/0002).
    package struct Scale: Hashable, Sendable {
        /// Mean scale of the presets superfast to medium.
        package var meanOfFastPresets = 0.94
        /// Mean scale of the others.
        package var meanOfSlowPresets = 1.0
        /// The rate factor of the analysis at which the following slopes add nothing (Decisions/0002).
        package var originOfSlopes = 28.0
        /// Added for each rate factor of the analysis above `originOfSlopes`, after a fine analysis.
        package var slopeOfFineAnalysis = 0.012
        /// The least that this slope adds.
        package var leastOfFineAnalysis = -0.1
        /// Added for each rate factor above `originOfSlopes`, after a coarse analysis.
        package var slopeOfCoarseAnalysis = 0.011
        /// The most that this slope adds.
        package var mostOfCoarseAnalysis = 0.1
        /// Added after a coarse analysis at any rate factor.
        package var coarseAnalysis = -0.105
        /// Bounds of a learnt scale.
        package var bounds = 0.2...5.0

        /// How many encodes of ranges the scale by other films counts for (Measurements/steps.md).
        package var priorWeight = 0.5
        /// The rate of a fed pass may differ from its plain average by at most this fraction; a larger correction by
        /// the statistics is not trusted (by hand).
        package var largestRateCorrection = 0.06
        /// Luma samples that take as long as one bit (`ExpectedEffort` has the measurement).
        package var samplesPerBit = 38.0
        /// Luma samples that take as long as the coding of one sample (the same measurement).
        package var samplesPerCodedSample = 20.0
    }
}
