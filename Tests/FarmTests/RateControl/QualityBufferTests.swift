import Foundation
import Media
import Testing

@testable import Jobs
@testable import RateControl
@testable import RateModel

@Suite("Films with a target quality and a decoder's buffer")
struct QualityBufferTests {
    /// A film of ranges of two seconds. Their bits differ by a factor of up to nine, their quality by up to 4 dB.
    private struct Film {
        let control: FilmQualityControl
        let plan: Plan
        let limits: BufferLimits?

        init(_ goal: QualityGoal, maximum: Int?) throws {
            limits = maximum.flatMap { BufferLimits(bitsPerSecond: $0, bufferBits: $0) }
            let timeline = try #require(
                FrameTimeline(timescale: 24, firstTick: 0, runs: [.init(count: 10 * 48, duration: 1)])
            )
            control = FilmQualityControl(
                goal: goal,
                limits: PassLimits(maximum: 5, reason: "test"),
                buffer: FilmBuffer(limits, timeline: timeline)
            )
            let ranges = (0..<10).map { index in
                let frames = index * 48..<(index + 1) * 48
                return PlannedRange(index: index, frames: frames, timeRange: timeline.timeRange(of: frames))
            }
            plan = Plan(job: "job", ranges: ranges, sceneCuts: [])
        }

        /// The result of a range at a rate factor. An analysis is 2.6 dB worse and takes a tenth more bits.
        func result(_ range: Int, factor: Double, pass: Int, by share: Double = 1) -> RangeResult {
            let weight = Double(1 + 2 * (range * 3 % 5))
            let curve = FilmFixture.curve(bitsAtQuantizer30: 500_000 * weight, frames: 48)
            let bits = curve.bits(atQuantizer: factor + 3) * (pass == 1 ? 1.1 : 1) * share
            var result = FilmFixture.result(plan.ranges[range], pass: pass, bits: Int(bits), curve: curve)
            result.unitBits = FilmFixture.units(of: result.bits, frames: 48)
            result.quality = RangeQuality(
                psnrY: 44 - 0.6 * (factor - 24) - weight / 2 - (pass == 1 ? 2.6 : 0),
                psnrU: 45,
                psnrV: 45,
                ssim: 0.98,
                frameCount: 48
            )
            return result
        }

        func factor(_ target: RangeTarget) -> Double {
            target.rateFactor ?? .nan
        }

        var analysis: [RangeResult] {
            control.analysis(of: plan).targets.map { result($0.range, factor: factor($0), pass: 1) }
        }

        /// The film after both waves of pass 2.
        ///
        /// - Parameter share: actual bits of a range divided by the predicted bits.
        func encoded(by share: (Int) -> Double = { _ in 1 }) -> EncodedFilm {
            func encode(_ allocation: Allocation) -> [RangeResult] {
                allocation.targets.map { result($0.range, factor: factor($0), pass: 2, by: share($0.range)) }
            }
            let sample = control.sample(of: plan, analysis: analysis)
            let rest = control.rest(of: plan, analysis: analysis, results: encode(sample))
            let results = (encode(sample) + encode(rest)).sorted { $0.range < $1.range }
            return EncodedFilm(
                plan: plan,
                analysis: analysis,
                accepted: results,
                history: results.map { [$0] },
                allocations: [sample, rest]
            )
        }

        func targets(_ film: EncodedFilm) -> [RangeTarget] {
            film.allocations.flatMap(\.targets).sorted { $0.range < $1.range }
        }
    }

    private static func goal(floor: Double? = nil) throws -> QualityGoal {
        try #require(QualityGoal(metric: .psnr, target: 41, floor: floor))
    }

    @Test("a large buffer does not change rate factors, and every target has the fullness at its start")
    func wide() throws {
        let free = try Film(Self.goal(floor: 40), maximum: nil)
        let wide = try Film(Self.goal(floor: 40), maximum: 90_000_000)
        let (without, with) = (free.targets(free.encoded()), wide.targets(wide.encoded()))
        #expect(without.map(\.rate) == with.map(\.rate))
        #expect(without.allSatisfy { $0.bufferStart == nil } && with.allSatisfy { $0.bufferStart != nil })
    }

    @Test("hard scenes get coarser because of the buffer, others get finer, and no picture is late")
    func tight() throws {
        let free = try Film(Self.goal(), maximum: nil)
        let film = try Film(Self.goal(), maximum: 1_700_000)
        let buffer = try #require(film.control.buffer)
        try #require(buffer.passage(of: free.encoded().accepted, in: film.plan)?.isInTime == false)
        let encoded = film.encoded()
        #expect(film.control.misses(of: encoded.accepted, in: film.plan) == [])
        let (before, after) = (free.targets(free.encoded()), film.targets(encoded))
        #expect(zip(before, after).contains { film.factor($1) > film.factor($0) + 0.5 })
        #expect(zip(before, after).contains { film.factor($1) < film.factor($0) - 0.1 })
        #expect(encoded.allocations.contains { $0.explanation.contains("higher because of the buffer") })
    }

    @Test("ranges that overdraw the buffer are encoded again at a higher factor, regardless of their quality")
    func overdrawn() throws {
        let film = try Film(Self.goal(floor: 40.5), maximum: 2_500_000)
        var encoded = film.encoded { $0 == 3 ? 3 : 1 }
        try #require(!film.control.misses(of: encoded.accepted, in: film.plan).isEmpty)
        let decision = film.control.correction(of: encoded, pass: 3)
        let targets = try #require(decision.allocation?.targets)
        for target in targets {
            let used = try #require(encoded.rateFactor(of: encoded.accepted[target.range]))
            #expect(film.factor(target) > used && target.bufferStart != nil && target.quality != nil)
        }
        encoded.accepted.reverse()
        #expect(film.control.correction(of: encoded, pass: 3) == decision)
    }

    @Test("a better encode that makes pictures late is not accepted")
    func acceptance() throws {
        let film = try Film(Self.goal(), maximum: 1_700_000)
        let encoded = film.encoded()
        let older = encoded.accepted[3]
        let newer = film.result(3, factor: 8, pass: 3)
        let target = RangeTarget(range: 3, .alone(.constantRateFactor(8)))
        #expect(film.control.accepts(newer, over: older, target: target))
        #expect(!film.control.accepts(newer, over: older, target: target, in: encoded.accepted, of: film.plan))
    }
}
