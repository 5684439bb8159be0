extension RateModelParameters {
    /// How many bits the final preset takes for one that the analysis predicts (Decisions/0002). Slopes are in octaves
    /// of the scale for each octave of what a range has.
    package struct Scale: Hashable, Sendable {
        /// Mean scale of the presets superfast to medium.
        package var meanOfFastPresets = 0.94
        /// Mean scale of the others.
        package var meanOfSlowPresets = 1.0
        /// More for each rate factor of the analysis above 28, after a fine analysis.
        package var slopeOfFineAnalysis = 0.012
        /// The least that this slope adds.
        package var leastOfFineAnalysis = -0.1
        /// More after an analysis without the psychovisual term.
        package var withoutPsychovisualTerm = 0.02
        /// More for each rate factor above 28, after a coarse analysis.
        package var slopeOfCoarseAnalysis = 0.011
        /// The most that this slope adds.
        package var mostOfCoarseAnalysis = 0.1
        /// More after a coarse analysis, whatever the rate factor.
        package var coarseAnalysis = -0.105
        /// A learnt scale is believed within these bounds.
        package var bounds = 0.2...5.0

        /// Share of pictures that is coded below which the skipped part decides.
        package var knee = 0.15
        /// Added to shares before their logarithm, so that nothing coded has one.
        package var leastShare = 0.01
        /// Slope over the coded share below the knee.
        package var slopeBelowKnee = 0.22
        /// Slope over the coded share above the knee.
        package var slopeAboveKnee = 0.15
        /// Slope over bits per sample.
        package var slopeOfDensity = -0.07
        /// Ranges that are this many octaves apart say little of each other.
        package var reach = 1.5
        /// The weight that a range has for any other.
        package var leastLikeness = 0.02
        /// Octaves by which scales scatter around the line of these slopes.
        package var scatter = 0.06

        /// The rate of a fed pass may differ from its plain average by this fraction; beyond it the statistics are not
        /// believed (by hand).
        package var largestRateCorrection = 0.06
        /// Luma samples that take as long as one bit (`ExpectedEffort` has the measurement).
        package var samplesPerBit = 38.0
        /// Luma samples that take as long as one more that is coded.
        package var samplesPerCodedSample = 20.0
    }
}
