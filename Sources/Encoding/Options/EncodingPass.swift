package import Media

/// The parameters of one pass over one range.
package struct EncodingPass: Hashable, Sendable {
    /// The purpose of a pass.
    package enum Role: Hashable, Sendable {
        /// Statistics only, with a fast preset: the samples are discarded.
        case analysis
        /// The final preset, with the slice types and cutree of an analysis.
        case fed
        /// The final preset alone, with a lookahead: a single pass.
        case alone
    }

    /// The purpose of the pass.
    package var role: Role
    /// The rate target of the encoder.
    package var rate: RateTarget
    /// Factor on the bits of the analysis before the encoder plans with them: the known ratio of the final preset's
    /// bits to those of the analysis preset. With 1 the statistics are passed on as stored.
    package var statisticsScale: Double
    /// The quantisers that a fed pass of x265 keeps, without feedback: one for each frame, by its number in the range,
    /// in hundredths. nil gives the pass its rate.
    package var quantizerHundredths: [Int32]?
    /// Whether an analysis may use 512-bit vectors if the processor has fast ones; its statistics stay the same.
    package var usesWideVectors = false
    /// True if the pass measures PSNR and SSIM of its reconstruction. All passes except an analysis do. An analysis
    /// does if the film has a quality goal or distributes its rate by a metric. It then encodes like the final preset
    /// (`AnalysisDetail`).
    package var measuresDistortion: Bool

    /// Shortest distance of IDR pictures that the encoder may choose at scene cuts, in frames; nil for the settings'
    /// longest distance: then it chooses none.
    package var shortestKeyFrameInterval: Int?

    /// Bits in the decoder's buffer when the range begins, if the settings limit it; nil means no limit.
    package var bufferStart: Int?

    /// Creates a pass.
    package init(
        role: Role,
        rate: RateTarget,
        statisticsScale: Double = 1,
        bufferStart: Int? = nil,
        shortestKeyFrameInterval: Int? = nil,
        measuresDistortion: Bool? = nil
    ) {
        self.role = role
        self.rate = rate
        self.statisticsScale = statisticsScale
        self.bufferStart = bufferStart
        self.shortestKeyFrameInterval = shortestKeyFrameInterval
        self.measuresDistortion = measuresDistortion ?? (role != .analysis)
    }
}
