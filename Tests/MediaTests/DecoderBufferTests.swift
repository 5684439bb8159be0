import TestSupport
import Testing

@testable import Media

/// Compares the buffer with the schedule of ISO/IEC 23008-2 annex C, implemented as the standard describes it.
@Suite struct DecoderBufferTests {
    struct Case: CustomStringConvertible {
        let limits: BufferLimits
        let timescale: Int32
        let units: [(bits: Int, tick: Int64)]
        var description: String { "\(units.count) units, \(limits)" }
    }

    static func randomCase(_ seed: Int) throws -> Case {
        var dice = SeededGenerator(seed: UInt64(seed))
        let rate = 1 + Int.random(in: 0..<5_000_000, using: &dice)
        let size = 1 + Int.random(in: 0..<2 * rate, using: &dice)
        let limits = try #require(BufferLimits(bitsPerSecond: rate, bufferBits: size))
        let timescale = [1, 24, 25, 24_000, 30_000, 90_000, 1_000_003][Int.random(in: 0..<7, using: &dice)]
        var tick = Int64(Int.random(in: 0..<1000, using: &dice))
        let step = max(timescale / 24, 1)
        let mean = max(rate / 24, 1)
        let units = (0..<120).map { index in
            defer { tick += Int64(1 + Int.random(in: 0..<2 * step, using: &dice)) }
            return (bits: Int.random(in: 0..<(index % 30 == 0 ? 10 * mean : 2 * mean), using: &dice), tick: tick)
        }
        return Case(limits: limits, timescale: Int32(timescale), units: units)
    }

    /// The schedule of C.2.3 in units of 1 / (rate * timescale * 90000) seconds: the time between arrival and removal
    /// of each access unit.
    static func slacks(_ film: Case) -> [Int128] {
        let rate = Int128(film.limits.bitsPerSecond)
        let perTick = rate * 90_000
        let perBit = Int128(film.timescale) * 90_000
        let first = film.units.first.map { Int128($0.tick) * perTick } ?? 0
        var arrived = first - Int128(film.limits.initialBits) * perBit
        return film.units.enumerated().map { index, unit in
            let removal = Int128(unit.tick) * perTick
            let earliest = removal - Int128(film.limits.bufferBits) * perBit
            arrived = (index == 0 ? arrived : max(arrived, earliest)) + Int128(unit.bits) * perBit
            return removal - arrived
        }
    }

    @Test(arguments: 1...200)
    func `The bucket finds the units that the schedule of the standard delivers late, and their slack`(seed: Int) throws
    {
        let film = try Self.randomCase(seed)
        let slacks = Self.slacks(film)
        var buffer = DecoderBuffer(film.limits, timescale: film.timescale)
        for (unit, slack) in zip(film.units, slacks) {
            buffer.remove(bits: unit.bits, at: unit.tick)
            // Time to spare multiplied by the rate gives bits to spare.
            let scale = Int128(film.timescale) * 90_000
            let bits = slack >= 0 ? slack / scale : -((-slack + scale - 1) / scale)
            #expect(Int128(buffer.bits) == bits)
        }
        #expect(buffer.underflowCount == slacks.count { $0 < 0 })
        #expect(buffer.firstUnderflow?.unit == slacks.firstIndex { $0 < 0 })
        #expect(buffer.leastUnit?.unit == slacks.indices.min { slacks[$0] < slacks[$1] })
        #expect(buffer.isInTime == slacks.allSatisfy { $0 >= 0 })
    }

    @Test(arguments: 1...60)
    func `A film run in two parts at any place is the film run in one`(seed: Int) throws {
        let film = try Self.randomCase(seed)
        var whole = DecoderBuffer(film.limits, timescale: film.timescale)
        for unit in film.units { whole.remove(bits: unit.bits, at: unit.tick) }
        for cut in 0...film.units.count {
            var first = DecoderBuffer(film.limits, timescale: film.timescale)
            for unit in film.units[..<cut] { first.remove(bits: unit.bits, at: unit.tick) }
            var second = DecoderBuffer(continuing: first)
            for unit in film.units[cut...] { second.remove(bits: unit.bits, at: unit.tick) }
            #expect(second.bits == whole.bits)
            #expect(first.underflowCount + second.underflowCount == whole.underflowCount)
            #expect(min(first.leastBits ?? .max, second.leastBits ?? .max) == whole.leastBits)
            #expect(first.firstUnderflow?.tick ?? second.firstUnderflow?.tick == whole.firstUnderflow?.tick)
        }
    }

    @Test(arguments: 1...40)
    func `What starts fuller and takes less never has less in the buffer`(seed: Int) throws {
        let film = try Self.randomCase(seed)
        var (less, more) = (
            DecoderBuffer(film.limits, timescale: film.timescale, bits: film.limits.bufferBits / 3),
            DecoderBuffer(film.limits, timescale: film.timescale, bits: film.limits.bufferBits / 2)
        )
        for (index, unit) in film.units.enumerated() {
            less.remove(bits: unit.bits, at: unit.tick)
            // Every second access unit is dropped, like the highest temporal level.
            if index % 2 == 0 { more.remove(bits: unit.bits, at: unit.tick) }
            #expect(more.bits(at: unit.tick) >= less.bits(at: unit.tick))
        }
        #expect(more.underflowCount <= less.underflowCount)
    }

    @Test(arguments: 1...40)
    func `A buffering period that says what is in the buffer loses less than a tick's worth of it`(seed: Int) throws {
        let film = try Self.randomCase(seed)
        var buffer = DecoderBuffer(film.limits, timescale: film.timescale)
        var told = buffer
        for unit in film.units {
            let delay = told.delay(at: unit.tick)
            let before = told.bits(at: unit.tick)
            told.beginPeriod(at: unit.tick, delay: delay)
            #expect(before - told.bits(at: unit.tick) <= film.limits.bitsPerSecond / 90_000 + 1 || before < 0)
            buffer.remove(bits: unit.bits, at: unit.tick)
            told.remove(bits: unit.bits, at: unit.tick)
            #expect(told.bits <= buffer.bits)
        }
    }

    @Test func `Limits and times at the ends of what there may be do not overflow`() throws {
        let limits = try #require(BufferLimits(bitsPerSecond: 2_000_000_000, bufferBits: 2_000_000_000))
        var buffer = DecoderBuffer(limits, timescale: .max)
        buffer.remove(bits: 1_800_000_000, at: .min)
        #expect(buffer.bits == 0)
        buffer.remove(bits: 2_000_000_000, at: .max)
        #expect(buffer.bits == 0)
        buffer.remove(bits: .max, at: 0)
        #expect(buffer.firstUnderflow?.missingBits == .max)
        #expect(buffer.unitCount == 3)
        #expect(buffer.underflowCount == 1)
    }

    @Test func `An exact fit is in time, and a bit more is not`() throws {
        let limits = try #require(BufferLimits(bitsPerSecond: 1000, bufferBits: 1000))
        var buffer = DecoderBuffer(limits, timescale: 24_000, bits: 1000)
        buffer.remove(bits: 1000, at: 0)
        buffer.remove(bits: 41, at: 1001)
        #expect(buffer.isInTime)
        #expect(buffer.bits == 0)
        buffer.remove(bits: 42, at: 2002)
        #expect(buffer.isInTime)
        buffer.remove(bits: 42, at: 3003)
        #expect(buffer.isInTime, "three times 41.7 bits are 125.1")
        buffer.remove(bits: 42, at: 4004)
        #expect(buffer.firstUnderflow == .init(unit: 4, tick: 4004, missingBits: 1))
    }

    @Test func `Limits are refused where they are none, also when they are read`() throws {
        #expect(BufferLimits(bitsPerSecond: 0, bufferBits: 1) == nil)
        #expect(BufferLimits(bitsPerSecond: 1, bufferBits: 2_000_000_001) == nil)
        #expect(
            "\(try #require(BufferLimits(bitsPerSecond: 5_000_000, bufferBits: 2_500_500)))"
                == "at most 5000 kbit/s into a buffer of 2500.5 kbit"
        )
    }
}
