import Media
import RateModel

/// Plans the quantisers of a film so that a decoder's buffer does not run dry: the fullness at each seam comes of it.
///
/// Without bounds ranges have the quantisers of the film's course. Where the film, run through the buffer with the bits
/// that are expected of each picture, would leave less than the reserve, the stretches since the buffer was full last
/// come up to a coarser one, the same for all of them: nothing before can help, and among them equal quantisers cost
/// least. What that saves is spent by the whole film. So it goes on until the film keeps within its bounds and takes
/// its bits. This is what libx265 does within one encode (`fixUnderflow`), over ranges.
///
/// A stretch is half a second of a range: a hard scene behind a quiet one in the same range does not make both coarse.
/// Expected bits are not those that will come; hence the reserve, and hence what was encoded is judged with the true
/// ones.
struct BufferPlan {
    /// One range with what is known of it.
    struct Entry {
        /// Share of each access unit of the range's bits, in decode order; they add up to 1.
        let shares: [Double]
        /// Bits of the range at a quantiser; falls as it rises.
        let bits: (Double) -> Double
        /// The bits of each unit of a range that is encoded already; nil for one that is still to be planned.
        let encoded: [Int]?
    }

    /// What is planned for one range.
    struct Range: Hashable {
        /// By how much its quantiser lies above the film's: the mean of its stretches over their bits.
        var offset = 0.0
        /// Bits that it takes.
        var bits = 0.0
        /// Bits in the buffer before its first unit.
        var startBits = 0
        /// Fewest bits that one of its units leaves behind.
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

    /// Plans for a number of bits, as far as the bounds let the film take them.
    init(_ limits: BufferLimits, timeline: FrameTimeline, entries: [Entry], filmBits: Double) {
        self.init(limits, timeline, entries)
        solve(filmBits)
        for round in 0..<Self.roundLimit {
            guard relieve() else { break }
            if round < Self.roundLimit / 2 { solve(filmBits) }
        }
        settle()
    }

    /// Plans for a quantiser, from which only what the bounds ask for departs.
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
        let length = max(Int((timeline.averageRate.framesPerSecond / 2).rounded()), Self.numbers.leastStretchFrames)
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

    /// Bits that a stretch of a range is expected to take that is not encoded yet.
    private func bits(of stretch: Stretch, quantizer: Double) -> Double {
        entries[stretch.range].bits(min(max(quantizer + stretch.offset, 0), 69)) * stretch.share
    }

    private func units(of stretch: Stretch, atLeast offset: Double = 0) -> [Int] {
        let entry = entries[stretch.range]
        if let encoded = entry.encoded { return Array(encoded[stretch.units]) }
        let bits = entry.bits(min(max(quantizer + max(stretch.offset, offset), 0), 69))
        return entry.shares[stretch.units].map { Int(($0 * bits).rounded()) }
    }

    /// Finds the quantiser of the stretches without an offset for a number of bits of the film. The others keep the
    /// quantiser that they have: they take no more than their bounds let them, whatever the film would like.
    private mutating func solve(_ filmBits: Double) {
        let encoded = entries.reduce(0.0) { $0 + Double($1.encoded?.reduce(0, +) ?? 0) }
        let planned = stretches.filter { !$0.isEncoded }
        let free = planned.filter { $0.offset <= 0 }
        guard !free.isEmpty else { return }
        let held = planned.filter { $0.offset > 0 }.reduce(0) { $0 + bits(of: $1, quantizer: quantizer) }
        let before = quantizer
        quantizer = EncoderRateModel.solve { quantizer in
            free.reduce(encoded + held - filmBits) { $0 + bits(of: $1, quantizer: quantizer) }
        }
        for index in stretches.indices where stretches[index].offset > 0 {
            stretches[index].offset = max(stretches[index].offset + before - quantizer, 0)
        }
    }

    /// Where the film has less than the reserve, and the stretches that can help.
    private struct Shortage {
        /// The stretch that is short, and those before it back to where the buffer was full last.
        let stretches: ClosedRange<Int>
        /// The first unit that counts, by its place in the film's decode order; the buffer is full when it is removed,
        /// or it is the film's first.
        let start: Int
        /// Whether the buffer is full then.
        let isFull: Bool
    }

    /// Gives the stretches of every shortage that can be helped a coarser quantiser; false when there is none.
    ///
    /// Those with the finest ones come up to a common one: a hard scene that has its own already pays nothing for the
    /// quiet one before it.
    private mutating func relieve() -> Bool {
        var isRelieved = false
        // What lies behind a stretch that gave is another film now: it is looked at in the next round.
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

    /// The fewest bits that a unit of the last stretch of a shortage leaves behind when all of its stretches have an
    /// offset or more.
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

    /// Every stretch in which less than the reserve is left, in film order.
    private func shortages() -> [Shortage] {
        var found: [Shortage] = []
        var buffer = DecoderBuffer(limits, timescale: timeline.timescale)
        var full: (stretch: Int, unit: Int)?
        // Less than this is a shortage; steps aim at the whole reserve, so that a stretch is not looked at again for a
        // bit.
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

    /// Follows the film once more and notes what became of each range.
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
