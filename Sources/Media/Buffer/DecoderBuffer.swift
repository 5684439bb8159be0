/// A decoder's buffer during a film: bits arrive at a steady rate until it is full, and each access unit is removed at
/// its removal time. Exact: whole numbers on one timescale, and no product overflows.
///
/// It is the hypothetical reference decoder of ISO/IEC 23008-2 annex C with cbr_flag 0. There, access unit `n` begins
/// to arrive when the previous one has arrived, but no sooner than a buffer's time before its own removal, and its
/// arrival ends at `a`. Its removal at `t` is in time if `a <= t`. With `F` for the fullness before removal and `R` for
/// the rate, `t - a = (F - bits) / R` for every unit: the leaky bucket and the schedule are equivalent.
///
/// A late access unit is still removed whole, and the buffer owes the missing bits: later units are late too until the
/// debt is paid. So the state after a unit is one number, and a film may be run in parts.
package struct DecoderBuffer: Hashable, Sendable {
    /// An access unit that had not arrived completely at its removal time.
    package struct Underflow: Hashable, Sendable {
        /// Number of the access unit in decode order, from the first one in this buffer.
        package let unit: Int
        /// Its removal time in ticks.
        package let tick: Int64
        /// Bits that were missing, rounded up.
        package let missingBits: Int
    }

    /// The limits of the buffer.
    package let limits: BufferLimits
    /// Ticks per second.
    package let timescale: Int32
    /// Number of removed access units.
    package private(set) var unitCount = 0
    /// Number of those that had not arrived completely.
    package private(set) var underflowCount = 0
    /// The first of those.
    package private(set) var firstUnderflow: Underflow?
    /// The access unit whose removal left the fewest bits, and its time; nil before the first one.
    package var leastUnit: (unit: Int, tick: Int64)? { least.map { ($0.unit, $0.tick) } }

    /// Fullness after the last removal in bits times `scale`; negative for a debt.
    private var level: Int128
    private var lastTick: Int64?
    private var least: Least?

    private struct Least: Hashable, Sendable {
        let level: Int128
        let unit: Int
        let tick: Int64
    }

    /// Creates a buffer before the first access unit.
    ///
    /// - Parameters:
    ///   - timescale: ticks per second of all removal times, at least 1.
    ///   - bits: fullness at the removal of the first access unit; nil for the initial fullness of the film.
    package init(_ limits: BufferLimits, timescale: Int32, bits: Int? = nil) {
        self.limits = limits
        self.timescale = max(timescale, 1)
        level = 0
        level = Int128(min(bits ?? limits.initialBits, limits.bufferBits)) * scale
    }

    /// Continues from the state of another buffer with the same limits and timescale, with its own counts.
    package init(continuing other: DecoderBuffer) {
        limits = other.limits
        timescale = other.timescale
        level = other.level
        lastTick = other.lastTick
    }

    /// Removes the next access unit. Removal times never descend: an earlier one is treated as equal to the last one.
    package mutating func remove(bits: Int, at tick: Int64) {
        // A debt beyond that of any film is not increased, so that nothing overflows.
        level = max(filled(at: tick), -(1 << 120)) - Int128(max(bits, 0)) * scale
        lastTick = max(tick, lastTick ?? tick)
        if level < least?.level ?? .max { least = Least(level: level, unit: unitCount, tick: tick) }
        if level < 0 {
            underflowCount += 1
            if firstUnderflow == nil {
                firstUnderflow = Underflow(unit: unitCount, tick: tick, missingBits: -max(whole(level), -.max))
            }
        }
        unitCount += 1
    }

    /// Whether every access unit so far was in time.
    package var isInTime: Bool { underflowCount == 0 }

    /// Whole bits in the buffer at a time, before any removal then; negative for a debt.
    package func bits(at tick: Int64) -> Int { whole(filled(at: tick)) }

    /// Whole bits in the buffer right after the last removal; negative for a debt.
    package var bits: Int { whole(level) }

    /// Fewest whole bits after the removal of an access unit; nil before the first one.
    package var leastBits: Int? { least.map { whole($0.level) } }

    /// Ticks per second of the clock for the delays in buffering periods (90 kHz, D.3.2).
    package static let delayClock = 90_000

    /// How long the content before a removal at this time took to arrive, in ticks of `delayClock`, rounded down: the
    /// longest valid initial_cpb_removal_delay then. At least 0.
    package func delay(at tick: Int64) -> Int {
        Int(clamping: max(filled(at: tick), 0) / (Int128(limits.bitsPerSecond) * Int128(timescale)))
    }

    /// Begins a buffering period: the content is what arrives in a delay in ticks of `delayClock`, but not more than
    /// there is.
    package mutating func beginPeriod(at tick: Int64, delay: Int) {
        level = min(filled(at: tick), Int128(limits.bitsPerSecond) * Int128(delay) * Int128(timescale))
        lastTick = max(tick, lastTick ?? tick)
    }

    /// The level at a time, before any removal then.
    private func filled(at tick: Int64) -> Int128 {
        guard let lastTick else { return level }
        let waited = Int128(max(tick, lastTick)) - Int128(lastTick)
        let arrived = waited * Int128(limits.bitsPerSecond) * Int128(Self.delayClock)
        return min(level + arrived, Int128(limits.bufferBits) * scale)
    }

    /// Units of `level` per bit: with them both removal times and delays of buffering periods are whole numbers.
    private var scale: Int128 { Int128(timescale) * Int128(Self.delayClock) }

    /// Whole bits, rounded down.
    private func whole(_ level: Int128) -> Int {
        let (quotient, remainder) = level.quotientAndRemainder(dividingBy: scale)
        return Int(clamping: remainder < 0 ? quotient - 1 : quotient)
    }
}
