extension EncoderSettings {
    /// Luma samples of the smallest picture whose analysis may be coarse: 720p in cinema's format.
    private static let coarsePicture = 1280 * 528

    /// True for an analysis that codes blocks of 32 luma samples and no smaller ones.
    ///
    /// From a rate factor of 28 on that takes a quarter less time and foretells as well what ranges take; below, half as well.
    /// At 28 it still costs more bits than the time is worth, hence 31 (Docs/Decisions/0002). Of smaller pictures than 720p such
    /// blocks are too large a part: ranges are foretold up to eight times what they take. Where a buffer bounds the film single
    /// pictures count, too, and where what the analysis codes is measured it must resemble what the final preset makes of it.
    ///
    /// - Parameters:
    ///   - rate: what the analysis is told.
    ///   - measuringDistortion: true when something is measured of what it codes.
    package func hasCoarseAnalysis(at rate: RateTarget, measuringDistortion: Bool) -> Bool {
        guard buffer == nil, !measuringDistortion, case .constantRateFactor(let factor) = rate else { return false }
        return factor >= 31 && size.width * size.height >= Self.coarsePicture
    }
}
