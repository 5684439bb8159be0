extension EncoderSettings {
    /// Luma samples of the smallest picture whose analysis may be coarse: 720p in cinema's format.
    private static let coarsePicture = 1280 * 528

    /// How an analysis codes, see Docs/Decisions/0002 for what was measured.
    ///
    /// From a rate factor of 31 on it is coarse: at 28 that still costs more bits than the time is worth. Not of
    /// pictures smaller than 720p, for which such blocks are too large a part: ranges are foretold up to eight times
    /// what they take; and not where a buffer bounds the film and single pictures count. Up to 24 it leaves the
    /// psychovisual term out, which at coarser quantisers foretells what still scenes take. Where what it codes is
    /// measured it resembles what the final preset makes of it.
    ///
    /// - Parameters:
    ///   - rate: what the analysis is told.
    ///   - measuringDistortion: true when something is measured of what it codes.
    package func analysisDetail(at rate: RateTarget, measuringDistortion: Bool) -> AnalysisDetail {
        guard !measuringDistortion else { return .likeFinal }
        guard case .constantRateFactor(let factor) = rate else { return .fine }
        if factor <= 24 { return .withoutPsychovisualTerm }
        return factor >= 31 && buffer == nil && size.width * size.height >= Self.coarsePicture ? .coarse : .fine
    }
}
