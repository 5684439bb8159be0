/// A decoder's buffer while a film runs through it: bits arrive at a steady rate until it is full, and each access unit
/// is taken out at its removal time. Exact: whole numbers on one timescale, and no product that overflows.
///
/// It is the hypothetical reference decoder of ISO/IEC 23008-2 annex C with cbr_flag 0. There, unit `n` begins to
/// arrive when the one before it has arrived, but no sooner than a buffer's time before its own removal, and ends to
/// arrive at `a`; its removal at `t` is in time when `a <= t`. With `F` for the fullness before removal and `R` for the
/// rate, `t - a = (F - bits) / R` for every unit: the bucket and the schedule are the same thing.
///
/// A unit that comes late is still taken out whole, and the buffer owes the rest: what comes after it is late, too,
/// until the debt is paid. So the state after a unit is one number, and a film may be run in parts.
public struct DecoderBuffer: Hashable, Sendable {
    /// An access unit that was not all there when it was taken out.
    public struct Underflow: Hashable, Sendable {
        /// Number of the unit in decode order, from the first that this buffer took.
        public let unit: Int
        /// When it was to be taken out, in ticks.
        public let tick: Int64
        /// Bits that were missing, rounded up.
        public let missingBits: Int
    }

    /// What bounds the buffer.
    public let limits: BufferLimits
    /// Ticks in a second.
    public let timescale: Int32
    /// Number of units that were taken out.
    public private(set) var unitCount = 0
    /// Number of them that were not all there.
    public private(set) var underflowCount = 0
    /// The first of those.
    public private(set) var firstUnderflow: Underflow?
    /// The unit that left the least behind, and when; nil before the first one.
    public var leastUnit: (unit: Int, tick: Int64)? { least.map { ($0.unit, $0.tick) } }

    /// Content after the last removal in bits times `scale`; negative for a debt.
    private var level: Int128
    private var lastTick: Int64?
    private var least: Least?

    private struct Least: Hashable, Sendable {
        let level: Int128
        let unit: Int
        let tick: Int64
    }

    /// A buffer before the first unit.
    ///
    /// - Parameters:
    ///   - timescale: ticks per second of all removal times, at least 1.
    ///   - bits: what is in it when the first unit is removed; nil for the film's initial fullness.
    public init(_ limits: BufferLimits, timescale: Int32, bits: Int? = nil) {
        self.limits = limits
        self.timescale = max(timescale, 1)
        level = 0
        level = Int128(min(bits ?? limits.initialBits, limits.bufferBits)) * scale
    }

    /// Goes on where another buffer of the same limits and timescale is, with counts of its own.
    public init(continuing other: DecoderBuffer) {
        limits = other.limits
        timescale = other.timescale
        level = other.level
        lastTick = other.lastTick
    }

    /// Takes the next unit out. Removal times never descend: an earlier one counts as the last one.
    public mutating func remove(bits: Int, at tick: Int64) {
        // A debt that no film has is not added to, so that nothing overflows.
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

    /// Whether every unit so far was there in time.
    public var isInTime: Bool { underflowCount == 0 }

    /// Whole bits in the buffer at a time, before anything is removed then; negative for a debt.
    public func bits(at tick: Int64) -> Int { whole(filled(at: tick)) }

    /// Whole bits in the buffer right after the last removal; negative for a debt.
    public var bits: Int { whole(level) }

    /// Fewest whole bits that were left behind by a unit; nil before the first one.
    public var leastBits: Int? { least.map { whole($0.level) } }

    /// Ticks in a second of the clock in which buffering periods say their delays (90 kHz, D.3.2).
    public static let delayClock = 90_000

    /// How long the content before a removal at this time took to arrive, in ticks of `delayClock`, rounded down: the
    /// longest initial_cpb_removal_delay that is true then. At least 0.
    public func delay(at tick: Int64) -> Int {
        Int(clamping: max(filled(at: tick), 0) / (Int128(limits.bitsPerSecond) * Int128(timescale)))
    }

    /// Begins a buffering period: the content is what arrives in a delay in ticks of `delayClock`, but not more than
    /// there is.
    public mutating func beginPeriod(at tick: Int64, delay: Int) {
        level = min(filled(at: tick), Int128(limits.bitsPerSecond) * Int128(delay) * Int128(timescale))
        lastTick = max(tick, lastTick ?? tick)
    }

    /// The level at a time, before anything is removed then.
    private func filled(at tick: Int64) -> Int128 {
        guard let lastTick else { return level }
        let waited = Int128(max(tick, lastTick)) - Int128(lastTick)
        let arrived = waited * Int128(limits.bitsPerSecond) * Int128(Self.delayClock)
        return min(level + arrived, Int128(limits.bufferBits) * scale)
    }

    /// Units of `level` in a bit: with them both removal times and delays of buffering periods are whole numbers.
    private var scale: Int128 { Int128(timescale) * Int128(Self.delayClock) }

    /// Whole bits, rounded down.
    private func whole(_ level: Int128) -> Int {
        let (quotient, remainder) = level.quotientAndRemainder(dividingBy: scale)
        return Int(clamping: remainder < 0 ? quotient - 1 : quotient)
    }
}
