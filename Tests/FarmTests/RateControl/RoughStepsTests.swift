import Foundation
import Media
import TestSupport
import Testing

@testable import Jobs
@testable import RateControl
@testable import RateModel

/// Films of many ranges, whose analysis is rough. The fixture's final preset takes bits that scatter widely around
/// those of the rough analysis.
@Suite("Steps after a rough analysis")
struct RoughStepsTests {
    private struct Film {
        let fixture: FilmFixture
        /// Octaves between the bits of the final preset and what the prior of other films predicts, by range.
        let octaves: [Double]

        init(_ count: Int, seed: UInt64, common: Double = 0.3, scatter: Double = 0.5) throws {
            var generator = SeededGenerator(seed: seed)
            fixture = try FilmFixture(
                frames: (0..<count).map { _ in Int.random(in: 48...240, using: &generator) },
                weights: Dictionary(
                    uniqueKeysWithValues: (0..<count).map { ($0, Int.random(in: 1...40, using: &generator)) }
                )
            )
            octaves = (0..<count).map { _ in common + scatter * Double.random(in: -1...1, using: &generator) }
        }

        /// What the final preset takes at a quantiser.
        private func curve(_ range: Int) throws -> RateCurve {
            let rough = try #require(fixture.analysis[range].rateCurve)
            let middle = fixture.control.analysisRateFactor(in: fixture.plan) + 5.4
            let bits = rough.bits.enumerated().map { point, bits in
                3.6 * bits * exp2(octaves[range] - 0.05 * (Double(point) / 2 - middle))
            }
            return RateCurve(bits: bits.map { max($0, 1) }, encoderSeconds: rough.encoderSeconds)
        }

        func encode(_ allocation: Allocation) throws -> [RangeResult] {
            try allocation.targets.map { target in
                let curve = try curve(target.range)
                var bits = Double(target.targetBits ?? 0)
                if let factor = target.rateFactor { bits = curve.bits(atQuantizer: factor + 5.4) }
                return FilmFixture.result(
                    fixture.plan.ranges[target.range],
                    pass: allocation.pass,
                    bits: Int(bits.rounded()),
                    target: target.targetBits,
                    curve: curve
                )
            }
        }

        /// The film after its steps, with the allocations of passes 1 and 2.
        func encoded() throws -> EncodedFilm {
            let control = fixture.control
            var allocations = [control.analysis(of: fixture.plan)]
            var results: [RangeResult] = []
            while let wave = control.wave(
                allocations.count,
                of: fixture.plan,
                analysis: fixture.analysis,
                allocations: allocations,
                results: results
            ) {
                allocations.append(wave)
                results = (results + (try encode(wave))).sorted { $0.range < $1.range }
            }
            return EncodedFilm(
                plan: fixture.plan,
                analysis: fixture.analysis,
                accepted: results,
                history: results.map { [$0] },
                allocations: allocations
            )
        }
    }

    @Test("a film of many ranges at an average rate is analysed roughly; bounded, optimised and short ones are not")
    func choice() throws {
        let frames = Array(repeating: 48, count: 64)
        #expect(try role(FilmFixture(frames: frames)) == .roughAnalysis)
        #expect(try role(FilmFixture(frames: Array(frames.dropLast()))) == .analysis)
        let buffer = BufferLimits(bitsPerSecond: 2_000_000, bufferBits: 2_000_000)
        #expect(try role(FilmFixture(frames: frames, buffer: buffer)) == .analysis)
        #expect(try role(FilmFixture(frames: frames, optimize: .vmaf)) == .analysis)
        #expect(try role(FilmFixture(frames: frames, bitsPerSecond: nil)) == .analysis)
    }

    private func role(_ film: FilmFixture) throws -> PassRole {
        try #require(film.control.analysis(of: film.plan).targets.first).role
    }

    @Test("every range is encoded once, at a rate factor with its own lookahead")
    func roles() throws {
        let film = try Film(90, seed: 1).encoded()
        let targets = film.allocations.dropFirst().flatMap(\.targets)
        #expect(targets.map(\.range).sorted() == Array(0..<90))
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
        let world = try Film(120, seed: seed, common: common)
        var film = try world.encoded()
        let budget = world.fixture.budget
        #expect(abs(Double(film.bits) / budget - 1) < 0.06)
        for pass in 3...4 {
            let decision = world.fixture.control.correction(of: film, pass: pass)
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
        let world = try Film(120, seed: 9, common: 1)
        let film = try world.encoded()
        let decision = world.fixture.control.correction(of: film, pass: 3)
        let again = Set(decision.allocation?.targets.map(\.range) ?? [])
        let first = Set(film.allocations[1].targets.map(\.range))
        #expect(!again.isEmpty && !again.isDisjoint(with: first))
        #expect(decision.allocation?.targets.allSatisfy { $0.fed?.statisticsPass == 2 } == true)
        // They are not far in every later pass: nothing is encoded again for ever.
        var corrected = film
        corrected.allocations.append(try #require(decision.allocation))
        #expect(world.fixture.control.farTargets([], in: corrected, within: 1e9).isEmpty)
    }

    @Test("the same results give the same targets in every order")
    func order() throws {
        let world = try Film(70, seed: 4)
        let film = try world.encoded()
        let (control, plan) = (world.fixture.control, world.fixture.plan)
        let part = film.accepted.filter { $0.range % 3 != 0 }
        func wave(_ analysis: [RangeResult], _ results: [RangeResult]) -> Allocation? {
            control.wave(3, of: plan, analysis: analysis, allocations: film.allocations, results: results)
        }
        #expect(wave(film.analysis, part) != nil)
        #expect(wave(film.analysis, part) == wave(film.analysis.reversed(), part.reversed()))
    }
}
