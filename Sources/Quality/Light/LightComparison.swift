/// How far the luma of a PQ or HLG picture is from its source, measured in what is seen: PU21-PSNR, and wPSNR for PQ.
///
/// Luma alone counts, and each sample as a grey of its brightness: both pictures are read through one table, so that
/// neither needs its chroma at full size. With coloured highlights that is a little off the PU21-PSNR of R, G and B.
package struct LightComparison: Hashable, Sendable, Codable {
    /// Mean squared difference of PU21's numbers.
    package let uniformError: Double
    /// Mean squared sample difference of luma, each weighted by the source's brightness; nil for HLG, which has no such
    /// weights.
    package let weightedError: Double?
    /// Bits of a sample: 8 or 10.
    package let bitDepth: Int

    /// PU21-PSNR in dB; for equal pictures `PeakSignalToNoise.ceiling`.
    package var uniformPSNR: Double {
        PeakSignalToNoise.decibels(meanSquaredError: uniformError, peak: PerceptualUniformity.peak)
    }

    /// wPSNR of luma in dB as JVET's common test conditions for HDR have it; nil for HLG.
    package var weightedPSNR: Double? {
        weightedError.map { PeakSignalToNoise.decibels(meanSquaredError: $0, peak: LightTables.weightedPeak(bitDepth)) }
    }
}
