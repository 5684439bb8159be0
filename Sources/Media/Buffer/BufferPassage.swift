/// What becomes of a decoder's buffer while a film runs through it, range by range: the proof that the film keeps
/// within its limits, or where it does not.
public struct BufferPassage: Hashable, Sendable, Codable {
    /// One range's part of it.
    public struct Part: Hashable, Sendable, Codable {
        /// Whole bits in the buffer at the seam: before the range's first unit is taken out; negative for a debt.
        public var startBits: Int
        /// Fewest bits that a unit of the range left behind; negative for an underflow.
        public var leastBits: Int
        /// Number of units that came too late.
        public var underflows: Int
        /// The first of them by its place in the film's decode order; nil without any.
        public var firstLateUnit: Int?
        /// The last unit that found the buffer full, by its place in the film's decode order: what comes before it has
        /// no part in a later underflow. Nil when it was never full.
        public var lastFullUnit: Int?
    }

    /// What bounds the film.
    public var limits: BufferLimits
    /// The ranges in film order.
    public var parts: [Part]
    /// Whole bits that the last unit left behind.
    public var endBits: Int

    /// Runs a film through a buffer.
    ///
    /// - Parameters:
    ///   - unitBits: bits of each access unit in decode order, range by range.
    ///   - timescale: ticks in a second.
    ///   - tick: when a unit is removed, by its place in the film's decode order; never descending.
    public init(_ limits: BufferLimits, unitBits: [[Int]], timescale: Int32, tick: (Int) -> Int64) {
        var buffer = DecoderBuffer(limits, timescale: timescale)
        var parts: [Part] = []
        var unit = 0
        for range in unitBits {
            var part = DecoderBuffer(continuing: buffer)
            let (first, startBits) = (unit, buffer.bits(at: tick(unit)))
            var lastFull: Int?
            for bits in range {
                let now = tick(unit)
                if part.bits(at: now) >= limits.bufferBits { lastFull = unit }
                part.remove(bits: bits, at: now)
                unit += 1
            }
            buffer = part
            parts.append(
                Part(
                    startBits: startBits,
                    leastBits: part.leastBits ?? startBits,
                    underflows: part.underflowCount,
                    firstLateUnit: part.firstUnderflow.map { first + $0.unit },
                    lastFullUnit: lastFull
                )
            )
        }
        self.limits = limits
        self.parts = parts
        endBits = buffer.bits
    }

    /// Number of units that came too late.
    public var underflows: Int { parts.reduce(0) { $0 + $1.underflows } }

    /// Whether every unit is there in time.
    public var isInTime: Bool { parts.allSatisfy { $0.underflows == 0 } }

    /// Fewest bits that a unit left behind; nil for a film without ranges.
    public var leastBits: Int? { parts.map(\.leastBits).min() }

    /// Bits that were missing where most were; 0 when every unit was in time.
    public var missingBits: Int { max(-(leastBits ?? 0), 0) }

    /// Bits as a share of the buffer, as in `45 %`.
    public func share(of bits: Int) -> String {
        "\(Int((Double(bits) / Double(limits.bufferBits) * 100).rounded())) %"
    }

    /// What is wrong, a sentence for each range in which units come too late, with the numbers of its units in decode
    /// order.
    public var faults: [String] {
        parts.enumerated().compactMap { index, part in
            guard let first = part.firstLateUnit else { return nil }
            return
                "range \(index) underflows the buffer (\(limits)): \(part.underflows) pictures come too late, "
                + "sample \(first) is the first, and up to \(-part.leastBits) bits are missing; "
                + "it began \(share(of: part.startBits)) full"
        }
    }
}
