/// Runs a film through a decoder's buffer, range by range: proves that the film stays within its limits, or shows where
/// it does not.
package struct BufferPassage: Hashable, Sendable, Codable {
    /// The result for one range.
    package struct Part: Hashable, Sendable, Codable {
        /// Whole bits in the buffer at the joint: before the first access unit of the range is removed; negative for a
        /// debt.
        package var startBits: Int
        /// Fewest bits after the removal of an access unit of the range; negative for an underflow.
        package var leastBits: Int
        /// Number of access units that came too late.
        package var underflows: Int
        /// The first of them by its position in the film's decode order; nil if there is none.
        package var firstLateUnit: Int?
        /// The last access unit that found the buffer full, by its position in the film's decode order. Earlier units
        /// have no influence on a later underflow. Nil if the buffer was never full.
        package var lastFullUnit: Int?
    }

    /// The limits of the film.
    package var limits: BufferLimits
    /// The ranges in film order.
    package var parts: [Part]
    /// Whole bits after the removal of the last access unit.
    package var endBits: Int

    /// Runs a film through a buffer.
    ///
    /// - Parameters:
    ///   - unitBits: bits of each access unit in decode order, range by range.
    ///   - timescale: ticks per second.
    ///   - tick: removal time of an access unit, by its position in the film's decode order; never descending.
    package init(_ limits: BufferLimits, unitBits: [[Int]], timescale: Int32, tick: (Int) -> Int64) {
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

    /// Number of access units that came too late.
    package var underflows: Int { parts.reduce(0) { $0 + $1.underflows } }

    /// Whether every access unit is in time.
    package var isInTime: Bool { parts.allSatisfy { $0.underflows == 0 } }

    /// Fewest bits after the removal of an access unit; nil for a film without ranges.
    package var leastBits: Int? { parts.map(\.leastBits).min() }

    /// The largest number of missing bits; 0 if every access unit was in time.
    package var missingBits: Int { max(-(leastBits ?? 0), 0) }

    /// Bits as a share of the buffer, as in `45 %`.
    package func share(of bits: Int) -> String {
        "\(Int((Double(bits) / Double(limits.bufferBits) * 100).rounded())) %"
    }

    /// The faults: a sentence for each range with late access units, with their numbers in decode order.
    package var faults: [String] {
        parts.enumerated().compactMap { index, part in
            guard let first = part.firstLateUnit else { return nil }
            return
                "range \(index) underflows the buffer (\(limits)): \(part.underflows) pictures come too late, "
                + "sample \(first) is the first, and up to \(-part.leastBits) bits are missing; "
                + "it began \(share(of: part.startBits)) full"
        }
    }
}
