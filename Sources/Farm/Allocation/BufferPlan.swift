import Media

/// Plans the quantisers of a film's ranges so that a decoder's buffer does not run dry: the fullness at each seam comes of it.
///
/// Without bounds all ranges have one quantiser. Where the film, run through the buffer with the bits that are expected of each
/// picture, would leave less than the reserve, the ranges since the buffer was full last get a coarser one, all by the same
/// step: nothing before can help, and among them equal quantisers cost least. What that saves is spent by the whole film. So
/// it goes on until the film keeps within its bounds and takes its bits. This is what libx265 does within one encode
/// (`fixUnderflow`), over ranges.
///
/// Expected bits are not those that will come; hence the reserve, and hence what was encoded is judged with the true ones.
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
        /// By how much its quantiser lies above the film's.
        var offset = 0.0
        /// Bits that it takes.
        var bits = 0.0
        /// Bits in the buffer before its first unit.
        var startBits = 0
        /// Fewest bits that one of its units leaves behind.
        var leastBits = 0
    }

    let limits: BufferLimits
    let timeline: FrameTimeline
    let entries: [Entry]
    /// The film's quantiser: that of every range without an offset.
    private(set) var quantizer = 0.0
    /// In film order.
    private(set) var ranges: [Range]

    /// Share of the buffer that no expected picture may use up.
    static let reserve = 0.12
    /// Most rounds of planning; each one follows the film once.
    private static let roundLimit = 120

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
    }

    private var reserveBits: Int { Int(Double(limits.bufferBits) * Self.reserve) }

    private func bits(of range: Int, quantizer: Double) -> Double {
        if let encoded = entries[range].encoded { return Double(encoded.reduce(0, +)) }
        return entries[range].bits(min(max(quantizer + ranges[range].offset, 0), 69))
    }

    private func units(of range: Int, extra: Double = 0) -> [Int] {
        if let encoded = entries[range].encoded { return encoded }
        let bits = bits(of: range, quantizer: quantizer + extra)
        return entries[range].shares.map { Int(($0 * bits).rounded()) }
    }

    /// Finds the film's quantiser for a number of bits under the present offsets.
    private mutating func solve(_ filmBits: Double) {
        quantizer = EncoderRateModel.solve { quantizer in
            entries.indices.reduce(0) { $0 + bits(of: $1, quantizer: quantizer) } - filmBits
        }
    }

    /// Where the film has less than the reserve for the first time, and the ranges that can help.
    private struct Shortage {
        /// The range that is short, and those before it back to where the buffer was full last.
        let ranges: ClosedRange<Int>
        /// The first unit that counts, by its place in the film's decode order; the buffer is full when it is removed, or it is
        /// the film's first.
        let start: Int
        /// Whether the buffer is full then.
        let isFull: Bool
    }

    /// Gives the ranges of the first shortage that can be helped a coarser quantiser; false when there is none.
    private mutating func relieve() -> Bool {
        for shortage in shortages() {
            let free = shortage.ranges.filter { entries[$0].encoded == nil && ranges[$0].offset < 40 }
            guard !free.isEmpty else { continue }
            func suffices(_ step: Double) -> Bool { least(shortage, step: step) >= reserveBits }
            var (low, high) = (0.0, 0.125)
            while !suffices(high), high < 32 { (low, high) = (high, high * 2) }
            for _ in 0..<8 {
                let middle = (low + high) / 2
                if suffices(middle) { high = middle } else { low = middle }
            }
            for range in free { ranges[range].offset += high }
            return true
        }
        return false
    }

    /// The fewest bits that a unit of the last range of a shortage leaves behind when all of its ranges are coarser by a step.
    private func least(_ shortage: Shortage, step: Double) -> Int {
        var buffer = DecoderBuffer(
            limits,
            timescale: timeline.timescale,
            bits: shortage.isFull ? limits.bufferBits : nil
        )
        var unit = firstUnit(of: shortage.ranges.lowerBound)
        for range in shortage.ranges {
            if range == shortage.ranges.upperBound { buffer = DecoderBuffer(continuing: buffer) }
            for bits in units(of: range, extra: step) {
                if unit >= shortage.start { buffer.remove(bits: bits, at: timeline.tick(of: unit)) }
                unit += 1
            }
        }
        return buffer.leastBits ?? limits.bufferBits
    }

    private func firstUnit(of range: Int) -> Int { entries[..<range].reduce(0) { $0 + $1.shares.count } }

    /// Every range in which less than the reserve is left, in film order.
    private func shortages() -> [Shortage] {
        var found: [Shortage] = []
        var buffer = DecoderBuffer(limits, timescale: timeline.timescale)
        var unit = 0
        var full: (range: Int, unit: Int)?
        // Less than this is a shortage; steps aim at the whole reserve, so that a range is not looked at again for a bit.
        let bound = reserveBits * 9 / 10
        for range in entries.indices {
            var isShort = false
            for bits in units(of: range) {
                let tick = timeline.tick(of: unit)
                if buffer.bits(at: tick) >= limits.bufferBits { full = (range, unit) }
                buffer.remove(bits: bits, at: tick)
                if buffer.bits < bound, !isShort {
                    isShort = true
                    found.append(
                        Shortage(
                            ranges: (full?.range ?? 0)...range,
                            start: full?.unit ?? 0,
                            isFull: full != nil
                        )
                    )
                }
                unit += 1
            }
        }
        return found
    }

    /// Follows the film once more and notes what became of each range.
    private mutating func settle() {
        let units = entries.indices.map { self.units(of: $0) }
        let passage = BufferPassage(
            limits,
            unitBits: units,
            timescale: timeline.timescale,
            tick: { timeline.tick(of: min($0, timeline.count)) }
        )
        for (index, part) in passage.parts.enumerated() {
            ranges[index].bits = bits(of: index, quantizer: quantizer)
            ranges[index].startBits = part.startBits
            ranges[index].leastBits = part.leastBits
        }
    }
}
