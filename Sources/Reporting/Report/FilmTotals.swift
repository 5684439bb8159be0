package import Jobs
package import Media
import RateModel

/// The film as a whole: sums and means over its encodes.
package struct FilmTotals: Hashable, Sendable, Codable {
    /// Bits of the video samples, with their dynamic HDR metadata.
    package var bits: Int
    /// Bits of the film at the average rate of the job; nil for other goals.
    package var targetBits: Int?
    /// The difference of `bits` from `targetBits`, as a fraction; nil without a target.
    package var missedBy: Double?
    /// The most bits that the film can take within the bounds of the decoder's buffer; nil if they permit clearly more
    /// than `targetBits`, and if the film has its rate.
    package var bitsWithinBounds: Int?
    /// Whether every range is encoded, `missedBy` is within the tolerance of the job, and a target quality is reached.
    /// A missing target counts as met, and so does a rate that the bounds forbid.
    package var isWithinTolerance: Bool
    /// Average bit rate over the presented duration in bit/s.
    package var bitsPerSecond: Double
    /// Distortion against the source: means over all frames; nil until every range is encoded.
    package var quality: RangeQuality?
    /// How the quality of the frames is spread; nil until every range is encoded.
    package var distribution: QualityDistribution?
    /// The result of a film with a target quality; nil for others, and until every range is encoded.
    package var qualityOutcome: QualityOutcome?
    /// The result of a film with `optimize`; nil for others, and until every range is encoded.
    package var optimization: OptimizationOutcome?
    /// Frames that were encoded again after each range's first encode.
    package var framesEncodedAgain: Int
    /// CPU time of all passes in seconds.
    package var cpuSeconds: Double

    /// Adds up the encodes of a film.
    ///
    /// - Parameters:
    ///   - used: the encodes that are in the film, in film order; ranges without one are left out.
    ///   - passes: every pass over the film.
    ///   - bitsWithinBounds: the most bits within the bounds of the decoder's buffer; nil if they permit clearly more.
    package init(
        used: [EncodeReport],
        of plan: Plan,
        goal: RateGoal,
        tolerance: Double,
        framesEncodedAgain: Int,
        passes: [PassReport],
        bitsWithinBounds: Int? = nil
    ) {
        let seconds = plan.timeRange.duration.seconds
        bits = used.reduce(0) { $0 + $1.bits }
        if used.count == plan.ranges.count { bits += plan.dynamicMetadata?.bits ?? 0 }
        bitsPerSecond = seconds > 0 ? Double(bits) / seconds : 0
        if case .average(let rate) = goal { targetBits = Int((Double(rate) * seconds).rounded()) }
        let isWhole = used.count == plan.ranges.count
        if let targetBits, targetBits > 0, isWhole { missedBy = Double(bits) / Double(targetBits) - 1 }
        quality = isWhole ? RangeQuality(meanOf: used.compactMap(\.quality)) : nil
        let figures = used.compactMap(\.figures)
        distribution =
            isWhole && figures.count == used.count ? QualityDistribution(FrameFigures(joining: figures)) : nil
        if case .quality(let goal) = goal, isWhole {
            let ranges = zip(plan.ranges, used).compactMap { range, encode in
                encode.quality.map { (index: range.index, quality: $0) }
            }
            let factors = used.map { encode -> Double? in
                guard case .constantRateFactor(let factor)? = encode.rate else { return nil }
                return factor
            }
            qualityOutcome =
                ranges.count == used.count
                ? QualityOutcome(of: goal, ranges: ranges, rateFactors: factors) : nil
        }
        let miss = missedBy ?? 0
        if miss < -tolerance { self.bitsWithinBounds = bitsWithinBounds }
        self.framesEncodedAgain = framesEncodedAgain
        cpuSeconds = passes.reduce(0) { $0 + $1.cpuSeconds }
        let isHeld = Self.isHeld(bits, within: self.bitsWithinBounds)
        isWithinTolerance = isWhole && (miss.magnitude <= tolerance || isHeld) && qualityOutcome?.misses.isEmpty ?? true
    }
}

extension FilmTotals {
    /// Whether the bounds of the decoder's buffer keep the film from its average rate: it has nearly all that they
    /// permit.
    package var isHeldByBuffer: Bool { Self.isHeld(bits, within: bitsWithinBounds) }

    private static func isHeld(_ bits: Int, within most: Int?) -> Bool {
        let shortfall = RateModelParameters.standard.correction.largestShortfall
        return most.map { Double(bits) >= (1 - shortfall) * Double($0) } ?? false
    }

    /// A sentence about a film that a decoder's buffer keeps from its average rate; nil for others.
    package func bufferSentence(_ limits: BufferLimits?) -> String? {
        guard isHeldByBuffer, let targetBits, let limits, bits > 0 else { return nil }
        let wanted = Double(targetBits) / Double(bits) * bitsPerSecond
        let rates = [bitsPerSecond, wanted].map { Int(($0 / 1000).rounded()) }
        return "the limits (\(limits)) leave this film \(rates[0]) kbit/s on average instead of \(rates[1]): for more, "
            + "raise video.rate.maximum or video.rate.buffer"
    }
}

extension RangeQuality {
    /// The means over the frames of several ranges; nil when there are none.
    init?(meanOf parts: [RangeQuality]) {
        let frames = parts.reduce(0) { $0 + $1.frameCount }
        guard frames > 0 else { return nil }
        func mean(_ part: (RangeQuality) -> Double) -> Double {
            parts.reduce(0) { $0 + part($1) * Double($1.frameCount) } / Double(frames)
        }
        func pooled(_ metric: QualityMetric) -> Double? {
            let figures = parts.compactMap { part in part.figure(metric).map { (value: $0, frames: part.frameCount) } }
            return figures.count == parts.count ? QualityScale(metric: metric).mean(figures) : nil
        }
        self.init(
            psnrY: mean(\.psnrY),
            psnrU: mean(\.psnrU),
            psnrV: mean(\.psnrV),
            ssim: mean(\.ssim),
            frameCount: frames,
            xpsnrY: pooled(.xpsnr),
            vmaf: pooled(.vmaf),
            vmafNEG: parts.allSatisfy { $0.vmafNEG != nil } ? mean { $0.vmafNEG ?? 0 } : nil
        )
    }
}
