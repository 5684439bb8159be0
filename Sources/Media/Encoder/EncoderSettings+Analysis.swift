extension EncoderSettings {
    /// Luma samples of the smallest picture whose analysis may be coarse: 720p in a cinema format.
    private static let coarsePicture = 1280 * 528

    /// How an analysis encodes. Docs/Decisions/0002 has the measurements.
    ///
    /// From a rate factor of 31 on it is coarse: at 28 that would cost more bits than the time is worth. It is not
    /// coarse for pictures smaller than 720p, because such blocks are too large a part of them: predictions for ranges
    /// are up to eight times the real bits. It is not coarse either if a buffer limits the film, because then single
    /// pictures count. If its pictures are measured, it encodes similarly to the final preset.
    ///
    /// - Parameters:
    ///   - rate: the rate target of the analysis.
    ///   - measuringDistortion: true if the encoded pictures are measured.
    package func analysisDetail(at rate: RateTarget, measuringDistortion: Bool) -> AnalysisDetail {
        guard !measuringDistortion else { return .likeFinal }
        guard case .constantRateFactor(let factor) = rate else { return .fine }
        return factor >= 31 && buffer == nil && size.width * size.height >= Self.coarsePicture ? .coarse : .fine
    }
}
