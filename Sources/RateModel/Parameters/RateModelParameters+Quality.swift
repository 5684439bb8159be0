extension RateModelParameters {
    /// How metrics depend on the rate factor. Levels are decibels (`QualityScale`); stillness is in octaves
    /// (`RangeKind`). Measured on the films of Decisions/0021 and 0024.
    package struct Quality: Hashable, Sendable {
        /// A number for each metric.
        package struct ByMetric: Hashable, Sendable {
            /// For PSNR.
            package var psnr: Double
            /// For SSIM.
            package var ssim: Double
            /// For XPSNR.
            package var xpsnr: Double
            /// For VMAF.
            package var vmaf: Double
        }

        /// A number for each metric that grows with the stillness of a range.
        package struct ByStillness: Hashable, Sendable {
            /// For a range that moves.
            package var moving: ByMetric
            /// Added for each octave of stillness.
            package var perOctave: ByMetric
        }

        /// Coded share of pictures below which a range counts as still (Decisions/0021).
        package var stillShare = 0.15
        /// Added to a share before its logarithm is taken, so that a share of 0 has one.
        package var leastShare = 0.01
        /// Octaves between two ranges at which one tells little about the other (by hand).
        package var reach = 1.5
        /// The least weight of one range for another (by hand).
        package var leastLikeness = 0.02

        /// The highest level of PSNR, XPSNR and SSIM, in dB; better values count as this one (by hand).
        package var highestLevel = 100.0
        /// The value of VMAF that counts as perfect. VMAF is clipped at 100 although encodes still differ there, so it
        /// is half a point above (by hand).
        package var perfectVMAF = 100.5
        /// Levels from one rate factor to the next, near the film's own factor (Decisions/0024).
        package var levelsPerFactor = ByMetric(psnr: -0.60, ssim: -0.50, xpsnr: -0.60, vmaf: -0.55)
        /// Levels from one rate factor to the next at `middleFactor`, for factors that are far apart (Decisions/0021).
        package var wideLevelsPerFactor = ByStillness(
            moving: ByMetric(psnr: -0.60, ssim: -0.50, xpsnr: -0.55, vmaf: -0.55),
            perOctave: ByMetric(psnr: -0.07, ssim: 0, xpsnr: -0.07, vmaf: 0)
        )
        /// By how many levels the final preset is above the analysis, for factors that are far apart (Decisions/0021).
        package var wideFinalOverAnalysis = ByStillness(
            moving: ByMetric(psnr: 0.8, ssim: 0.75, xpsnr: 0.95, vmaf: 0.55),
            perOctave: ByMetric(psnr: 0.8, ssim: 1.25, xpsnr: 0.9, vmaf: 0.35)
        )
        /// The same near the film's own factor (Decisions/0024).
        package var nearFinalOverAnalysis = ByMetric(psnr: 2.5, ssim: 2, xpsnr: 2.5, vmaf: 2)
        /// The same for `superfast`, which does little more than the analysis (Decisions/0024).
        package var nearSuperfastOverAnalysis = ByMetric(psnr: 0.6, ssim: 0.6, xpsnr: 0.6, vmaf: 0.8)
        /// By how much faster levels fall with each rate factor, as a fraction of their fall at `middleFactor`, for
        /// factors that are far apart (Decisions/0021).
        package var bend = ByMetric(psnr: 0.012, ssim: 0.012, xpsnr: 0.02, vmaf: 0.02)
        /// The rate factor at which slopes are given.
        package var middleFactor = 28.0
        /// The lowest factor to which the bend applies, in rate factors from `middleFactor` (Decisions/0021).
        package var leastBent = -8.0
        /// Two encodes of a range must be this far apart before a slope is computed from them, in rate factors (by
        /// hand).
        package var leastDistance = 0.75
        /// A measured slope counts as at most this many times the usual slope, and as at least the usual slope divided
        /// by this number (by hand).
        package var slopeBound = 2.0

        /// A typical figure of each metric, which films of typical complexity have at `likelyFactor` (by hand).
        package var likelyFigure = ByMetric(psnr: 43, ssim: 0.98, xpsnr: 42, vmaf: 93)
        /// The rate factor of `likelyFigure`.
        package var likelyFactor = 26.0
        /// The bounds of a rate factor that is guessed for a target (by hand).
        package var likelyFactors = 14.0...38.0
        /// How far a film's mean may be from its target, in levels (Decisions/0021).
        package var tolerance = 0.1
        /// The same for VMAF, in points (Decisions/0021).
        package var toleranceVMAF = 0.3

        /// A range that would fall below the floor is planned this far above it, in levels, before it is encoded
        /// (Decisions/0021).
        package var firstFloorMargin = 0.5
        /// The same after it was encoded (Decisions/0021).
        package var laterFloorMargin = 0.12
        /// In a film of at most this many ranges, each range can decide whether the film has its quality
        /// (Decisions/0021).
        package var fewRanges = 20
        /// In such a film, one range in this many is in the sample, rounded up (Decisions/0021).
        package var partOfFewRanges = 2
        /// In a film of more ranges, the sample grows in steps of this many ranges (by hand).
        package var sampleStep = 2
        /// It has one step for this many ranges of the film, rounded down (by hand).
        package var rangesPerSampleStep = 10
    }
}
