import Foundation
import Media
import Testing

@testable import RateControl
@testable import RateModel

@Suite("Plans of quantisers under a decoder's buffer")
struct BufferPlanTests {
    /// Ranges of 48 frames at 24 per second, each with an IDR of a fifth of its bits; `bits` are those at quantiser 30.
    static func entries(_ bits: [Double], encoded: [Int: [Int]] = [:]) -> [BufferPlan.Entry] {
        bits.enumerated().map { index, bits in
            let curve = FilmFixture.curve(bitsAtQuantizer30: bits, frames: 48)
            return BufferPlan.Entry(
                shares: [0.2] + Array(repeating: 0.8 / 47, count: 47),
                bits: { curve.bits(atQuantizer: $0) },
                encoded: encoded[index]
            )
        }
    }

    static func timeline(_ ranges: Int) -> FrameTimeline {
        FrameTimeline(timescale: 24, firstTick: 0, runs: [.init(count: ranges * 48, duration: 1)])!
    }

    static func limits(_ rate: Int, _ buffer: Int) -> BufferLimits {
        BufferLimits(bitsPerSecond: rate, bufferBits: buffer)!
    }

    @Test("a film whose bounds do not matter has one quantiser")
    func unbounded() {
        let plan = BufferPlan(
            FilmBuffer(Self.limits(10_000_000, 10_000_000), timeline: Self.timeline(4))!,
            entries: Self.entries([1e6, 4e6, 2e6, 1e6]),
            filmBits: 8e6
        )
        #expect(plan.ranges.allSatisfy { $0.offset == 0 })
        #expect((plan.ranges.reduce(0) { $0 + $1.bits } - 8e6).magnitude < 8e3)
    }

    @Test(
        "hard scenes are planned coarser than the rest, and the film takes its bits",
        arguments: [1.0, 1.25, 1.5]
    )
    func bounded(ratio: Double) {
        let average = 1_000_000.0
        let limits = Self.limits(Int(average * ratio), Int(average * ratio))
        let weights = [1, 1, 6, 6, 1, 2, 8, 1, 1, 3].map { $0 * 1e6 }
        let plan = BufferPlan(
            FilmBuffer(limits, timeline: Self.timeline(weights.count))!,
            entries: Self.entries(weights),
            filmBits: average * 20
        )
        let total = plan.ranges.reduce(0) { $0 + $1.bits }
        #expect(plan.ranges.allSatisfy { $0.leastBits > 0 })
        #expect(plan.ranges[6].offset > plan.ranges[0].offset, "the hardest scene is coarser")
        #expect((total / (average * 20) - 1).magnitude < (ratio == 1 ? 0.03 : 0.002), "\(total)")
    }

    @Test(
        "with a maximum equal to the average, quiet scenes take the bits that hard ones may not, within the buffer"
    )
    func maximumIsAverage() {
        let weights = [0.1, 0.2, 9, 9, 0.1, 6, 0.1, 0.3, 12, 0.2].map { $0 * 1e6 }
        let plan = BufferPlan(
            FilmBuffer(Self.limits(1_000_000, 1_000_000), timeline: Self.timeline(weights.count))!,
            entries: Self.entries(weights),
            filmBits: 20e6
        )
        #expect(plan.ranges.allSatisfy { $0.leastBits > 0 })
        let total = plan.ranges.reduce(0) { $0 + $1.bits }
        #expect(total > 0.95 * 20e6, "\(total)")
    }

    @Test("a range that is encoded already keeps its bits, and ranges before it get coarser")
    func encoded() {
        var large = Array(repeating: 20_000, count: 48)
        large[0] = 900_000
        let plan = BufferPlan(
            FilmBuffer(Self.limits(1_000_000, 1_000_000), timeline: Self.timeline(3))!,
            entries: Self.entries([2e6, 2e6, 2e6], encoded: [1: large]),
            filmBits: 6.2e6
        )
        #expect(plan.ranges[1].bits == Double(large.reduce(0, +)))
        #expect(plan.ranges[1].startBits >= 900_000)
        #expect(plan.ranges[1].leastBits > 0)
        #expect(plan.ranges[0].offset > 0)
    }

    @Test("planning ends for a film that cannot keep its bounds")
    func impossible() {
        let plan = BufferPlan(
            FilmBuffer(Self.limits(1000, 1000), timeline: Self.timeline(3))!,
            entries: Self.entries([2e6, 2e6, 2e6]),
            filmBits: 5e6
        )
        #expect(plan.ranges.count == 3)
    }

    @Test("with a given quantiser, only ranges that would overdraw the buffer get coarser")
    func constant() {
        let plan = BufferPlan(
            FilmBuffer(Self.limits(1_500_000, 1_500_000), timeline: Self.timeline(4))!,
            entries: Self.entries([1e6, 9e6, 1e6, 1e6]),
            quantizer: 30
        )
        #expect(plan.ranges[0].offset == 0 && plan.ranges[3].offset == 0)
        #expect(plan.ranges[1].offset > 0)
        #expect(plan.ranges.allSatisfy { $0.leastBits > 0 })
    }

    @Test(
        "quantisers rise only where the buffer is full, and fall only where it is at its reserve",
        arguments: 0..<24 as Range<UInt64>
    )
    func course(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let count = 12
        let average = 1_000_000.0
        let limits = Self.limits(
            Int(average * [1, 1.1, 1.5][Int(seed % 3)]),
            Int(average * [0.5, 1, 3][Int(seed / 8)])
        )
        let plan = BufferPlan(
            FilmBuffer(limits, timeline: Self.timeline(count))!,
            entries: Self.entries((0..<count).map { _ in 1e6 * exp2(Double.random(in: -4...3, using: &random)) }),
            filmBits: average * 2 * Double(count)
        )
        let quantizers = plan.course(finest: plan.quantizer)
        let (size, reserve) = (Double(limits.bufferBits), Double(limits.bufferBits) * BufferPlan.reserve)
        var level = Double(limits.initialBits)
        for (index, stretch) in plan.stretches.enumerated() {
            let entry = plan.entries[stretch.range]
            var (least, most) = (Double.infinity, 0.0)
            for unit in stretch.units {
                level -= entry.shares[unit] * entry.bits(quantizers[index])
                least = min(least, level)
                level += Double(limits.bitsPerSecond) / 24
                most = max(most, level)
                level = min(level, size)
            }
            #expect(least >= 0.99 * reserve, "stretch \(index)")
            #expect(quantizers[index] >= plan.quantizer)
            guard index + 1 < quantizers.count else { continue }
            let change = quantizers[index + 1] - quantizers[index]
            if change > 0.02 { #expect(most >= 0.99 * size, "stretch \(index) of \(quantizers)") }
            if change < -0.02 { #expect(least <= 1.01 * reserve + 0.01 * size, "stretch \(index) of \(quantizers)") }
            // Bits are lost only at the film's finest quantiser, and where a stretch is too long for the buffer.
            if most > 1.01 * size, least > 1.01 * reserve + 0.01 * size {
                #expect(quantizers[index] <= plan.quantizer + 0.02, "stretch \(index) of \(quantizers)")
            }
        }
    }
}
