import Media
import RateModel

/// Plans the quantisers of a film so that a decoder's buffer does not run dry. The plan gives the fullness of the
/// buffer at each seam.
///
/// Without bounds, ranges have the quantisers of the film's course. The film is run through the buffer with the
/// expected bits of each picture. Where less than the reserve would be left, the stretches since the buffer was last
/// full are raised to a common coarser quantiser: earlier stretches cannot help, and equal quantisers cost least. The
/// whole film spends the bits that this saves. Both steps are repeated until the film keeps within its bounds and takes
/// its bits. libx265 does the same within one encode (`fixUnderflow`).
///
/// A stretch is half a second of a range. So a hard scene after a quiet one in the same range does not make both
/// coarser. Actual bits differ from expected bits. That is the reason for the reserve, and encodes are judged by their
/// actual bits.
struct BufferPlan {
    /// One range with what is known about it.
    struct Entry {
        /// Share of each access unit in the range's bits, in decode order; they add up to 1.
        let shares: [Double]
        /// Bits of the range at a quantiser; they fall as it rises.
        let bits: (Double) -> Double
        /// The bits of each unit, if the range is encoded; nil for a range that is still to be planned.
        let encoded: [Int]?
    }

    /// The plan of one range.
    struct Range: Hashable {
        /// By how much its quantiser is above the film's: the mean over its stretches, weighted by their bits.
        var offset = 0.0
        /// Bits that it takes.
        var bits = 0.0
        /// Bits in the buffer before its first unit.
        var startBits = 0
        /// Fewest bits that one of its units leaves in the buffer.
        var leastBits = 0
    }

    /// Some units of a range that share a quantiser.
    private struct Stretch {
        let range: Int
        /// Places in the range.
        let units: Swift.Range<Int>
        /// Place of the first one in the film's decode order.
        let firstUnit: Int
        /// Share of the range's bits.
        let share: Double
        let isEncoded: Bool
        var offset = 0.0
    }

    let limits: BufferLimits
    let timeline: FrameTimeline
    let entries: [Entry]
    /// The film's quantiser: that of every stretch without an offset.
    private(set) var quantizer = 0.0
    /// In film order.
    private(set) var ranges: [Range]
    private var stretches: [Stretch] = []

    private static let numbers = RateModelParameters.standard.buffer
    static let reserve = numbers.reserve
    private static let roundLimit = numbers.roundLimit
    private static let coarsest = numbers.coarsest

    /// Plans for a number of bits, as far as the bounds permit.
    init(_ limits: BufferLimits, timeline: FrameTimeline, entries: [Entry], filmBits: Double) {
        self.init(limits, timeline, entries)
        solve(filmBits)
        for round in 0..<Self.roundLimit {
            guard relieve() else { break }
            if round < Self.numbers.solvedRounds { solve(filmBits) }
        }
        settle()
    }

    /// Plans for a quantiser. Only stretches that the bounds limit depart from it.
    init(_ limits: BufferLimits, timeline: FrameTimeline, entries: [Entry], quantizer: Double) {
        self.init(limits, timeline, entries)
        self.quantizer = quantizer
        for _ in 0..<Self.roundLimit { guard relieve() else { break } }
        settle()
    }

    private init(_ limits: BufferLimits, _ timeline: FrameTimeline, _ entries: [Entry]) {
        self.limits = limits
        self.timeline = timeline
        self.entries = entries
        ranges = entries.map { _ in Range() }
        let frames = timeline.averageRate.framesPerSecond * Self.numbers.stretchSeconds
        let length = max(Int(frames.rounded()), Self.numbers.leastStretchFrames)
        var unit = 0
        for (range, entry) in entries.enumerated() {
            for start in stride(from: 0, to: entry.shares.count, by: length) {
                let units = start..<min(start + length, entry.shares.count)
                stretches.append(
                    Stretch(
                        range: range,
                        units: units,
                        firstUnit: unit + start,
                        share: entry.shares[units].reduce(0, +),
                        isEncoded: entry.encoded != nil
                    )
                )
            }
            unit += entry.shares.count
        }
    }

    private var reserveBits: Int { Int(Double(limits.bufferBits) * Self.reserve) }

    /// Expected bits of a stretch that is not encoded yet.
    private func bits(of stretch: Stretch, quantizer: Double) -> Double {
        entries[stretch.range].bits(X265Limits.clamped(quantizer: quantizer + stretch.offset)) * stretch.share
    }

    private func units(of stretch: Stretch, atLeast offset: Double = 0) -> [Int] {
        let entry = entries[stretch.range]
        if let encoded = entry.encoded { return Array(encoded[stretch.units]) }
        let bits = entry.bits(X265Limits.clamped(quantizer: quantizer + max(stretch.offset, offset)))
        return entry.shares[stretch.units].map { Int(($0 * bits).rounded()) }
    }

    /// Finds the quantiser of the stretches without an offset at which the film takes a number of bits. The other
    /// stretches keep their quantiser, because the bounds permit no more bits there.
    private mutating func solve(_ filmBits: Double) {
        let encoded = entries.reduce(0.0) { $0 + Double($1.encoded?.reduce(0, +) ?? 0) }
        let planned = stretches.filter { !$0.isEncoded }
        let free = planned.filter { $0.offset <= 0 }
        guard !free.isEmpty else { return }
        let bounded = planned.filter { $0.offset > 0 }.reduce(0) { $0 + bits(of: $1, quantizer: quantizer) }
        let before = quantizer
        quantizer = EncoderRateModel.solve { quantizer in
            free.reduce(encoded + bounded - filmBits) { $0 + bits(of: $1, quantizer: quantizer) }
        }
        for index in stretches.indices where stretches[index].offset > 0 {
            stretches[index].offset = max(stretches[index].offset + before - quantizer, 0)
        }
    }

    /// A place where the film leaves less than the reserve, and the stretches that can change this.
    private struct Shortage {
        /// The stretch that is short, and the stretches before it, back to where the buffer was last full.
        let stretches: ClosedRange<Int>
        /// The first unit that counts, by its place in the film's decode order: the unit at whose removal the buffer
        /// is full, or the film's first.
        let start: Int
        /// Whether the buffer is full at the removal of `start`.
        let isFull: Bool
    }

    /// Makes the stretches of every shortage coarser, where they can be; false when no stretch was changed.
    ///
    /// The finest stretches are raised to a common quantiser. A hard scene that is coarser already does not get coarser
    /// because of the quiet scene before it.
    private mutating func relieve() -> Bool {
        var isRelieved = false
        // After a stretch that was changed, the buffer is fuller than computed here. The next round checks that part.
        var last = -1
        for shortage in shortages() where shortage.stretches.lowerBound > last {
            let planned = shortage.stretches.filter { !stretches[$0].isEncoded }
            let coarsest = max(Self.coarsest - quantizer, 0)
            let finest = planned.map { stretches[$0].offset }.min() ?? coarsest
            guard finest < coarsest else { continue }
            var (low, high) = (finest, coarsest)
            for _ in 0..<12 {
                let middle = (low + high) / 2
                if least(shortage, offset: middle) >= reserveBits { high = middle } else { low = middle }
            }
            for stretch in planned { stretches[stretch].offset = max(stretches[stretch].offset, high) }
            isRelieved = true
            last = shortage.stretches.upperBound
        }
        return isRelieved
    }

    /// The fewest bits that a unit of a shortage's last stretch leaves in the buffer, if all stretches of the shortage
    /// have at least an offset.
    private func least(_ shortage: Shortage, offset: Double) -> Int {
        var buffer = DecoderBuffer(
            limits,
            timescale: timeline.timescale,
            bits: shortage.isFull ? limits.bufferBits : nil
        )
        for index in shortage.stretches {
            if index == shortage.stretches.upperBound { buffer = DecoderBuffer(continuing: buffer) }
            var unit = stretches[index].firstUnit
            for bits in units(of: stretches[index], atLeast: offset) {
                if unit >= shortage.start { buffer.remove(bits: bits, at: timeline.tick(of: unit)) }
                unit += 1
            }
        }
        return buffer.leastBits ?? limits.bufferBits
    }

    /// Every stretch that leaves less than the reserve, in film order.
    private func shortages() -> [Shortage] {
        var found: [Shortage] = []
        var buffer = DecoderBuffer(limits, timescale: timeline.timescale)
        var full: (stretch: Int, unit: Int)?
        // Less than this is a shortage. `relieve` restores the whole reserve, so a few bits do not make another
        // shortage.
        let bound = reserveBits * Self.numbers.shortageTenths / 10
        for (index, stretch) in stretches.enumerated() {
            var isShort = false
            for (place, bits) in units(of: stretch).enumerated() {
                let unit = stretch.firstUnit + place
                let tick = timeline.tick(of: unit)
                if buffer.bits(at: tick) >= limits.bufferBits { full = (index, unit) }
                buffer.remove(bits: bits, at: tick)
                if buffer.bits < bound, !isShort {
                    isShort = true
                    found.append(
                        Shortage(
                            stretches: (full?.stretch ?? 0)...index,
                            start: full?.unit ?? 0,
                            isFull: full != nil
                        )
                    )
                }
            }
        }
        return found
    }

    /// Runs the film through the buffer again and stores the plan of each range.
    private mutating func settle() {
        var units: [[Int]] = entries.map { _ in [] }
        for stretch in stretches {
            units[stretch.range] += self.units(of: stretch)
            guard !stretch.isEncoded else { continue }
            let bits = bits(of: stretch, quantizer: quantizer)
            ranges[stretch.range].bits += bits
            ranges[stretch.range].offset += bits * stretch.offset
        }
        let passage = BufferPassage(
            limits,
            unitBits: units,
            timescale: timeline.timescale,
            tick: { timeline.tick(of: min($0, timeline.count)) }
        )
        for (index, part) in passage.parts.enumerated() {
            if let encoded = entries[index].encoded { ranges[index].bits = Double(encoded.reduce(0, +)) }
            ranges[index].offset /= max(ranges[index].bits, 1)
            ranges[index].startBits = part.startBits
            ranges[index].leastBits = part.leastBits
        }
    }
}
