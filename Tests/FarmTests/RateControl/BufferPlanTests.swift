import Foundation
import Media
import Testing

@testable import RateControl
@testable import RateModel

@Suite("Buffer: the fullness at every seam is planned")
struct BufferPlanTests {
    /// Ranges of 48 frames at 24 a second, each with an IDR of a fifth of its bits; bits at quantiser 30 by range.
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

    @Test("a film that keeps within its bounds anyway has one quantiser")
    func unbounded() {
        let plan = BufferPlan(
            Self.limits(10_000_000, 10_000_000),
            timeline: Self.timeline(4),
            entries: Self.entries([1e6, 4e6, 2e6, 1e6]),
            filmBits: 8e6
        )
        #expect(plan.ranges.allSatisfy { $0.offset == 0 })
        #expect((plan.ranges.reduce(0) { $0 + $1.bits } - 8e6).magnitude < 8e3)
    }

    @Test(
        "hard scenes are planned coarser than the rest, and the film still takes its bits",
        arguments: [1.0, 1.25, 1.5]
    )
    func bounded(ratio: Double) {
        let average = 1_000_000.0
        let limits = Self.limits(Int(average * ratio), Int(average * ratio))
        let weights = [1, 1, 6, 6, 1, 2, 8, 1, 1, 3].map { $0 * 1e6 }
        let plan = BufferPlan(
            limits,
            timeline: Self.timeline(weights.count),
            entries: Self.entries(weights),
            filmBits: average * 20
        )
        let total = plan.ranges.reduce(0) { $0 + $1.bits }
        #expect(plan.ranges.allSatisfy { $0.leastBits > 0 })
        #expect(plan.ranges[6].offset > plan.ranges[0].offset, "the hardest scene gives")
        #expect((total / (average * 20) - 1).magnitude < (ratio == 1 ? 0.03 : 0.002), "\(total)")
    }

    @Test(
        "at a maximum of the average itself quiet scenes take what the hard ones cannot, as far as the buffer lets them"
    )
    func unlike() {
        let weights = [0.1, 0.2, 9, 9, 0.1, 6, 0.1, 0.3, 12, 0.2].map { $0 * 1e6 }
        let plan = BufferPlan(
            Self.limits(1_000_000, 1_000_000),
            timeline: Self.timeline(weights.count),
            entries: Self.entries(weights),
            filmBits: 20e6
        )
        #expect(plan.ranges.allSatisfy { $0.leastBits > 0 })
        let total = plan.ranges.reduce(0) { $0 + $1.bits }
        #expect(total > 0.95 * 20e6, "\(total)")
    }

    @Test("what is encoded already is taken as it is, and those before it make room")
    func encoded() {
        var large = Array(repeating: 20_000, count: 48)
        large[0] = 900_000
        let plan = BufferPlan(
            Self.limits(1_000_000, 1_000_000),
            timeline: Self.timeline(3),
            entries: Self.entries([2e6, 2e6, 2e6], encoded: [1: large]),
            filmBits: 6.2e6
        )
        #expect(plan.ranges[1].bits == Double(large.reduce(0, +)))
        #expect(plan.ranges[1].startBits >= 900_000)
        #expect(plan.ranges[1].leastBits > 0)
        #expect(plan.ranges[0].offset > 0)
    }

    @Test("an impossible film is planned as well as can be, and ends")
    func impossible() {
        let plan = BufferPlan(
            Self.limits(1000, 1000),
            timeline: Self.timeline(3),
            entries: Self.entries([2e6, 2e6, 2e6]),
            filmBits: 5e6
        )
        #expect(plan.ranges.count == 3)
    }

    @Test("a constant rate factor stays what it is where nothing binds")
    func constant() {
        let plan = BufferPlan(
            Self.limits(1_500_000, 1_500_000),
            timeline: Self.timeline(4),
            entries: Self.entries([1e6, 9e6, 1e6, 1e6]),
            quantizer: 30
        )
        #expect(plan.ranges[0].offset == 0 && plan.ranges[3].offset == 0)
        #expect(plan.ranges[1].offset > 0)
        #expect(plan.ranges.allSatisfy { $0.leastBits > 0 })
    }
}
