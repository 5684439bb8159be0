import HEVC
import Media

extension VideoSamples {
    /// The rates of each level together with those below it, the base level's first. Precondition: the samples are
    /// finished.
    func rates(ofLevels count: Int) -> [TemporalLevelRate] {
        (0..<count).map { level in
            let bits = samples.bitRates { traits[$0].temporalLevel <= level }
            let cadence = cadence(upTo: level)
            return TemporalLevelRate(
                maximumBitRate: bits.maximum,
                averageBitRate: bits.average,
                framesIn256Seconds: cadence.framesIn256Seconds,
                isConstant: cadence.isConstant
            )
        }
    }

    /// The lowest level of HEVC that allows the pictures of a temporal level and of those below it (ISO/IEC 23008-2
    /// A.4): their size and frame rate, the number of pictures that the decoder buffers, and no underflow of its
    /// buffer. Nil if no level does.
    func neededLevel(upTo level: Int, _ sequence: SequenceParameterSet) -> UInt8? {
        let layers = sequence.subLayerDescription
        let buffers = layers.ordering(upTo: min(level, layers.count - 1))?.pictureBuffers ?? 1
        let frames = cadence(upTo: level).framesIn256Seconds
        let fitting = LevelLimits.all.first { limits in
            guard limits.allow(sequence.codedSize, framesIn256Seconds: frames, pictureBuffers: buffers),
                let rate = limits.rate(isHighTier: sequence.profileTierLevel.isHighTier)
            else { return false }
            var buffer = BufferFill(rate, timescale: samples.timescale)
            var clock = DecodeClock(samples.durations)
            for (trait, size) in zip(traits, samples.sizes) {
                if trait.temporalLevel <= level { buffer.take(byteCount: Int(size), at: clock.tick) }
                clock.advance()
            }
            return buffer.isInTime
        }
        return fitting?.level
    }

    /// The frame rate of a level together with those below it: from the distance of successive pictures if it is
    /// constant, else their number divided by the length of the presentation.
    private func cadence(upTo level: Int) -> (framesIn256Seconds: UInt64, isConstant: Bool) {
        var count: UInt64 = 0
        var (first, last) = (Int64.max, Int64.min)
        forEachPresentation(upTo: level) { tick in
            count += 1
            first = min(first, tick)
            last = max(last, tick)
        }
        guard count > 0 else { return (0, false) }
        let ticksIn256Seconds = UInt64(samples.timescale) * 256
        if let gap = constantGap(count: count, first: first, last: last, upTo: level) {
            return (TrackSamples.rounded(1, times: ticksIn256Seconds, over: gap), true)
        }
        let length = UInt64(presentationEnd - firstPresentationTick)
        return (TrackSamples.rounded(count, times: ticksIn256Seconds, over: length), false)
    }

    /// The distance of the pictures if all are equally far apart; nil if they are not, or if there are fewer than two.
    /// If n pictures are at different places of a grid with n places, they fill it: no times need to be sorted or
    /// stored.
    private func constantGap(count: UInt64, first: Int64, last: Int64, upTo level: Int) -> UInt64? {
        guard count > 1 else { return nil }
        let (gap, rest) = UInt64(last - first).quotientAndRemainder(dividingBy: count - 1)
        guard rest == 0, gap > 0 else { return nil }
        var isTaken = [UInt64](repeating: 0, count: Int(count / 64) + 1)
        var isConstant = true
        forEachPresentation(upTo: level) { tick in
            let (place, off) = UInt64(tick - first).quotientAndRemainder(dividingBy: gap)
            let bit = UInt64(1) << (place % 64)
            if off > 0 || isTaken[Int(place / 64)] & bit != 0 { isConstant = false }
            isTaken[Int(place / 64)] |= bit
        }
        return isConstant ? gap : nil
    }

    /// The presentation ticks of the pictures of a level and of those below it, in decode order.
    private func forEachPresentation(upTo level: Int, _ body: (Int64) -> Void) {
        var clock = DecodeClock(samples.durations)
        for run in offsets.runs {
            for _ in 0..<run.count {
                if traits[clock.sample].temporalLevel <= level {
                    body(firstDecodeTick + Int64(clock.tick) + Int64(run.offset))
                }
                clock.advance()
            }
        }
    }
}
