extension EncoderSettings {
    /// True for an analysis that codes blocks of 32 luma samples and no smaller ones, when nothing is measured of what it codes.
    ///
    /// From a rate factor of 28 on that takes a quarter less time and foretells as well what ranges take; below, half as well.
    /// At 28 it still costs more bits than the time is worth, hence 31 (Docs/Decisions/0002). Where a buffer bounds the film
    /// single pictures count, too.
    package func hasCoarseAnalysis(at rate: RateTarget) -> Bool {
        guard buffer == nil, case .constantRateFactor(let factor) = rate else { return false }
        return factor >= 31
    }
}
