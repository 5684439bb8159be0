package import Media

/// The target of one pass over one range.
package struct RangeTarget: Hashable, Sendable {
    /// What a pass does with a range.
    package enum Work: Hashable, Sendable {
        /// Statistics only, with a cheap preset at a rate factor of 0 to 51; its samples are discarded.
        case analysis(rateFactor: Double)
        /// The final preset with a lookahead of its own, without an analysis. It never misses the bits that it is
        /// expected to take; they are nil where nothing is known.
        case alone(RateTarget, expectedBits: Int? = nil)
        /// The final preset, fed with what an earlier pass stored.
        case fed(FedTarget)
    }

    /// Index of the range.
    package var range: Int
    /// What the pass does.
    package var work: Work
    /// Bits in the decoder's buffer that the encoder assumes at the start of the range; nil without a buffer limit.
    package var bufferStart: Int?
    /// Quality target of the range, if the film has a quality goal.
    package var quality: QualityAim?
    /// The prediction for the range in the metric that the film's rate is spent for; nil where there is none.
    package var forecast: QualityForecast?

    /// Creates a target.
    package init(
        range: Int,
        _ work: Work,
        bufferStart: Int? = nil,
        quality: QualityAim? = nil,
        forecast: QualityForecast? = nil
    ) {
        self.range = range
        self.work = work
        self.bufferStart = bufferStart
        self.quality = quality
        self.forecast = forecast
    }

    /// The purpose of the pass.
    package var role: PassRole {
        switch work {
        case .analysis: .analysis
        case .alone: .alone
        case .fed: .fed
        }
    }

    /// The target of a pass that is fed; nil for the others.
    package var fed: FedTarget? {
        if case .fed(let fed) = work { fed } else { nil }
    }

    /// The rate target of a pass that is not fed; nil for one that is.
    package var rate: RateTarget? {
        switch work {
        case .analysis(let factor): .constantRateFactor(factor)
        case .alone(let rate, expectedBits: _): rate
        case .fed: nil
        }
    }

    /// The rate factor of the pass; nil for one that has bits.
    package var rateFactor: Double? {
        if case .constantRateFactor(let factor)? = rate { factor } else { nil }
    }

    /// Bits that the range should take, or is expected to take; nil where there are none.
    package var targetBits: Int? {
        switch work {
        case .analysis: nil
        case .alone(_, let expectedBits): expectedBits
        case .fed(let fed): fed.bits
        }
    }

    /// Whether the result of the pass misses the target, so that another pass is requested.
    ///
    /// - Parameter quality: what the pass measured; nil if nothing.
    package func isMissed(bits: Int, quality: RangeQuality?) -> Bool {
        if let aim = self.quality, let quality, aim.isMissed(by: quality) { return true }
        return fed?.isMissed(bits: bits) ?? false
    }
}
