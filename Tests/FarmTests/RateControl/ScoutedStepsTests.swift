import Foundation
import Media
import TestSupport
import Testing

@testable import Jobs
@testable import RateControl
@testable import RateModel

/// Films of many ranges, without an analysis. The fixture's final preset takes bits that scatter widely around what the
/// scout's parts say.
@Suite("Steps without an analysis")
struct ScoutedStepsTests {
    private struct Film {
        let control: FilmRateControl
        let plan: Plan
        /// Octaves between the bits of the final preset and what the scout's parts say, by range.
        let octaves: [Double]
        private let scouted: [RangeResult]

        init(_ count: Int, seed: UInt64, common: Double = 0.3, scatter: Double = 0.8) throws {
            var generator = SeededGenerator(seed: seed)
            let fixture = try FilmFixture(
                frames: (0..<count).map { _ in Int.random(in: 48...240, using: &generator) }
            )
            let parts = fixture.plan.ranges.map { range in
                ScoutedStepsTests.part(at: range.frames.lowerBound, bits: Int.random(in: 1...40, using: &generator))
            }
            plan = ScoutedStepsTests.scouted(fixture.plan, parts)
            control = fixture.control
            scouted = control.scouted(plan)
            octaves = (0..<count).map { _ in common + scatter * Double.random(in: -1...1, using: &generator) }
        }

        var budget: Double { control.budgetBits ?? 0 }

        /// What the final preset takes at a quantiser.
        private func curve(_ range: Int) throws -> RateCurve {
            let expected = try #require(scouted[range].rateCurve)
            let bits = expected.bits.map { max($0 * exp2(octaves[range]), 1) }
            return RateCurve(bits: bits, encoderSeconds: expected.encoderSeconds)
        }

        func encode(_ allocation: Allocation) throws -> [RangeResult] {
            try allocation.targets.map { target in
                let curve = try curve(target.range)
                var bits = Double(target.targetBits ?? 0)
                if let factor = target.rateFactor { bits = curve.bits(atQuantizer: factor + 5.4) }
                return FilmFixture.result(
                    plan.ranges[target.range],
                    pass: allocation.pass,
                    bits: Int(bits.rounded()),
                    target: target.targetBits,
                    curve: curve
                )
            }
        }

        /// The film after its steps, with the allocations of passes 1 and 2.
        func encoded() throws -> EncodedFilm {
            var allocations = [control.analysis(of: plan)]
            var results: [RangeResult] = []
            while let wave = control.wave(
                allocations.count,
                of: plan,
                analysis: [],
                allocations: allocations,
                results: results
            ) {
                allocations.append(wave)
                results = (results + (try encode(wave))).sorted { $0.range < $1.range }
            }
            return EncodedFilm(
                plan: plan,
                analysis: [],
                accepted: results,
                history: results.map { [$0] },
                allocations: allocations
            )
        }
    }

    /// A part whose pictures have some thousand bits, the first one ten times as many.
    private static func part(at frame: Int, bits: Int) -> ScoutBits.Part {
        var part = ScoutBits.Part(firstFrame: frame)
        (part.intra.pictures, part.intra.textureBits) = (1, 10_000 * bits)
        (part.inter.pictures, part.inter.textureBits) = (7, 7000 * bits)
        return part
    }

    private static func scouted(_ plan: Plan, _ parts: [ScoutBits.Part]) -> Plan {
        var plan = plan
        plan.scoutBits = ScoutBits(rateFactor: 26, pictureSamples: 640 * 360, parts: parts)
        return plan
    }

    @Test("a film of many ranges at an average rate is not analysed; bounded, optimised and short ones are")
    func choice() throws {
        func isAnalysed(
            _ count: Int,
            bitsPerSecond: Int? = 1_000_000,
            buffer: BufferLimits? = nil,
            optimize: QualityMetric? = nil,
            isScouted: Bool = true
        ) throws -> Bool {
            let film = try FilmFixture(
                frames: Array(repeating: 48, count: count),
                bitsPerSecond: bitsPerSecond,
                buffer: buffer,
                optimize: optimize
            )
            let plan = isScouted ? Self.scouted(film.plan, [Self.part(at: 0, bits: 5)]) : film.plan
            let allocation = film.control.analysis(of: plan)
            #expect(allocation.flaw == nil)
            #expect(allocation.targets.isEmpty || allocation.targets.count == count)
            #expect(allocation.targets.allSatisfy { $0.role == .analysis })
            return !allocation.targets.isEmpty
        }
        #expect(try !isAnalysed(128))
        #expect(try isAnalysed(127))
        #expect(try isAnalysed(128, isScouted: false))
        #expect(try isAnalysed(128, buffer: BufferLimits(bitsPerSecond: 2_000_000, bufferBits: 2_000_000)))
        #expect(try isAnalysed(128, optimize: .vmaf))
        #expect(try isAnalysed(128, bitsPerSecond: nil))
    }

    @Test("every range is encoded once, at a rate factor with its own lookahead")
    func roles() throws {
        let film = try Film(150, seed: 1).encoded()
        let targets = film.allocations.dropFirst().flatMap(\.targets)
        #expect(targets.map(\.range).sorted() == Array(0..<150))
        for target in targets {
            #expect(target.role == .alone)
            guard let factor = target.rateFactor else {
                Issue.record("range \(target.range) has no rate factor")
                continue
            }
            #expect((0...51).contains(factor))
        }
    }

    @Test(
        "the film has its rate after few further encodes, whatever the first guess was",
        arguments: [UInt64(1), 2, 3, 4, 5],
        [-1.0, -0.3, 0, 0.3, 1]
    )
    func rate(seed: UInt64, common: Double) throws {
        let world = try Film(160, seed: seed, common: common)
        var film = try world.encoded()
        let budget = world.budget
        #expect(abs(Double(film.bits) / budget - 1) < 0.06)
        for pass in 3...4 {
            let decision = world.control.correction(of: film, pass: pass)
            guard let allocation = decision.allocation else { break }
            film.allocations.append(allocation)
            for result in try world.encode(allocation) {
                film.accepted[result.range] = result
                film.history[result.range].append(result)
            }
        }
        #expect(abs(Double(film.bits) / budget - 1) < 0.005)
        #expect(Double(film.framesEncodedAgain) < 0.1 * Double(film.plan.frameCount))
    }

    @Test("ranges of the first step are encoded again if they are far from the film, even if the film has its rate")
    func far() throws {
        let world = try Film(160, seed: 9, common: 1)
        let film = try world.encoded()
        let decision = world.control.correction(of: film, pass: 3)
        let again = Set(decision.allocation?.targets.map(\.range) ?? [])
        let first = Set(film.allocations[1].targets.map(\.range))
        #expect(!again.isEmpty && !again.isDisjoint(with: first))
        #expect(decision.allocation?.targets.allSatisfy { $0.fed?.statisticsPass == 2 } == true)
        // They are not far in every later pass: nothing is encoded again for ever.
        var corrected = film
        corrected.allocations.append(try #require(decision.allocation))
        #expect(world.control.farTargets([], in: corrected, within: 1e9).isEmpty)
    }

    @Test("the same results give the same targets in every order")
    func order() throws {
        let world = try Film(130, seed: 4)
        let film = try world.encoded()
        let (control, plan) = (world.control, world.plan)
        let part = film.accepted.filter { $0.range % 3 != 0 }
        func wave(_ results: [RangeResult]) -> Allocation? {
            control.wave(3, of: plan, analysis: [], allocations: film.allocations, results: results)
        }
        #expect(wave(part) != nil)
        #expect(wave(part) == wave(part.reversed()))
    }
}
