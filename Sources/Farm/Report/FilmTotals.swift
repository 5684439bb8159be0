import Media

/// The film as a whole: what the encodes that are in it add up to.
package struct FilmTotals: Hashable, Sendable, Codable {
    /// Bits of the video samples.
    package var bits: Int
    /// Bits that the goal of the job amounts to; nil for a constant rate factor.
    package var targetBits: Int?
    /// How far `bits` lie from `targetBits`, as a fraction; nil without a target.
    package var missedBy: Double?
    /// True when `missedBy` is within the tolerance of the job, or there is no target to miss.
    package var isWithinTolerance: Bool
    /// Average bit rate over the presented duration in bit/s.
    package var bitsPerSecond: Double
    /// Distortion against the source: means over all frames; nil until every range is encoded.
    package var quality: RangeQuality?
    /// Frames that were encoded again after each range's first encode.
    package var framesEncodedAgain: Int
    /// CPU time of all passes in seconds.
    package var cpuSeconds: Double

    /// Adds the encodes of a film up.
    ///
    /// - Parameters:
    ///   - used: the encodes that are in the film, in film order; ranges without one are left out.
    ///   - passes: every pass over the film.
    package init(
        used: [EncodeReport],
        of plan: Plan,
        goal: RateGoal,
        tolerance: Double,
        framesEncodedAgain: Int,
        passes: [PassReport]
    ) {
        let seconds = plan.timeRange.duration.seconds
        bits = used.reduce(0) { $0 + $1.bits }
        bitsPerSecond = seconds > 0 ? Double(bits) / seconds : 0
        if case .average(let rate) = goal { targetBits = Int((Double(rate) * seconds).rounded()) }
        let isWhole = used.count == plan.ranges.count
        if let targetBits, targetBits > 0, isWhole { missedBy = Double(bits) / Double(targetBits) - 1 }
        isWithinTolerance = isWhole && (missedBy?.magnitude ?? 0) <= tolerance
        quality = isWhole ? RangeQuality(meanOf: used.compactMap(\.quality)) : nil
        self.framesEncodedAgain = framesEncodedAgain
        cpuSeconds = passes.reduce(0) { $0 + $1.cpuSeconds }
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
        self.init(
            psnrY: mean(\.psnrY),
            psnrU: mean(\.psnrU),
            psnrV: mean(\.psnrV),
            ssim: mean(\.ssim),
            frameCount: frames
        )
    }
}
