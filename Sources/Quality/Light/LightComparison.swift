/// Perceptual distance of a PQ or HLG picture's luma from its source: PU21-PSNR, and wPSNR for PQ.
///
/// Only luma counts, and each sample counts as a grey of its brightness. Both pictures are converted with one table, so
/// chroma need not be scaled up. For coloured highlights the result differs a little from the PU21-PSNR of R, G and B.
package struct LightComparison: Hashable, Sendable, Codable {
    /// Mean squared difference of PU21 values.
    package let uniformError: Double
    /// Mean squared sample difference of luma, weighted by the source's brightness; nil for HLG, which has no such
    /// weights.
    package let weightedError: Double?
    /// Bits of a sample: 8 or 10.
    package let bitDepth: Int

    /// PU21-PSNR in dB; `PeakSignalToNoise.ceiling` for identical pictures.
    package var uniformPSNR: Double {
        PeakSignalToNoise.decibels(meanSquaredError: uniformError, peak: PerceptualUniformity.peak)
    }

    /// wPSNR of luma in dB as in JVET's common test conditions for HDR; nil for HLG.
    package var weightedPSNR: Double? {
        weightedError.map { PeakSignalToNoise.decibels(meanSquaredError: $0, peak: LightTables.weightedPeak(bitDepth)) }
    }
}
