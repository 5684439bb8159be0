import Foundation
import Media
import Testing

@testable import Jobs
@testable import RateControl
@testable import RateModel

@Suite("Rate control of films with an average rate")
struct FilmRateControlTests {
    /// Films of 1 to 25 ranges.
    static let films: [[Int]] = [
        [48], [24, 240], [1, 1, 1], [50, 70, 30, 90], (0..<11).map { 24 + $0 * 17 % 60 },
        (0..<25).map { 30 + $0 * 7 % 90 },
    ]

    @Test("One quantiser makes the whole film take its budget", arguments: films, [120_000, 1_000_000, 6_000_000])
    func meetsBudget(_ frames: [Int], _ rate: Int) throws {
        let film = try FilmFixture(frames: frames, bitsPerSecond: rate)
        let quantizer = film.control.filmQuantizer(
            film.analysis,
            scale: 0.85,
            bits: film.budget,
            in: film.plan
        )
        let targets = film.analysis.map {
            film.control.fedTarget($0, quantizer: quantizer, scale: 0.85, in: film.plan)
        }
        let sum = targets.compactMap(\.targetBits).reduce(0, +)
        #expect(abs(Double(sum) / film.budget - 1) < 1e-4)
        for (target, result) in zip(targets, film.analysis) {
            let curve = try #require(result.rateCurve)
            let bits = Double(try #require(target.targetBits)) / 0.85
            #expect(abs(curve.bits(atQuantizer: quantizer) - bits) < 1)
        }
    }

    @Test("Busy ranges are coarser than the film, quiet ones finer: 0.4 steps per doubling of bits, at most 2")
    func busyRangesAreCoarser() throws {
        // Bits of a frame at one quantiser: 1, 2, 4, 8, 16 units, and almost none.
        let weights = [100, 200, 400, 800, 1600, 1]
        let film = try FilmFixture(
            frames: weights.map { _ in 96 },
            weights: Dictionary(uniqueKeysWithValues: weights.enumerated().map { ($0, $1) }),
            bitsPerSecond: 8_000_000
        )
        let course = film.control.course(film.analysis, scale: 0.9, encoded: [], in: film.plan)
        let offsets = try weights.indices.map { try #require(course.offsets[$0]) }
        for (quieter, busier) in zip(offsets.prefix(4), offsets.prefix(5).dropFirst()) {
            #expect(abs(busier - quieter - 0.4) < 1e-6)
        }
        #expect(offsets[0] < 0 && offsets[4] > 0)
        #expect(offsets[5] == -2)
        // The film takes its bits.
        let planned = film.analysis.map { result in
            film.control.plannedBits(
                result,
                quantizer: course.quantizer(of: result.range),
                scale: 0.9,
                in: film.plan
            )
        }
        #expect(abs(planned.reduce(0, +) / film.budget - 1) < 1e-4)
    }

    @Test("The rest has the same offsets as if the whole film were planned at once", arguments: [0.8, 1, 1.25])
    func restDepartsLikeTheSample(_ factor: Double) throws {
        let film = try FilmFixture(frames: Self.films[5])
        let scale = 0.9
        let whole = film.control.course(film.analysis, scale: scale, encoded: [], in: film.plan)
        let encoded = film.encode(film.control.sample(of: film.plan, analysis: film.analysis)) { _ in factor }
        let rest = film.control.course(film.analysis, scale: scale, encoded: encoded, in: film.plan)
        #expect(rest.offsets == whole.offsets)
    }

    @Test("Ranges of the same complexity have one quantiser")
    func likeRangesShareTheirQuantizer() throws {
        let film = try FilmFixture(frames: [48, 96, 24, 72], weights: [0: 3, 1: 3, 2: 3, 3: 3])
        let course = film.control.course(film.analysis, scale: 1, encoded: [], in: film.plan)
        #expect(course.offsets.values.allSatisfy { abs($0) < 1e-2 })
    }

    @Test("Each pass covers each range exactly once, pass 2 in steps", arguments: films)
    func covers(_ frames: [Int]) throws {
        let film = try FilmFixture(frames: frames)
        let all = Array(frames.indices)
        #expect(film.control.analysis(of: film.plan).targets.map(\.range) == all)
        #expect(film.control.analysis(of: film.plan).targets.allSatisfy { $0.role == .analysis })
        #expect(film.control.singlePass(of: film.plan).targets.map(\.range) == all)
        #expect(film.control.singlePass(of: film.plan).targets.allSatisfy { $0.role == .alone })
        let waves = film.waves()
        #expect(waves.flatMap(\.targets).map(\.range).sorted() == all)
        #expect(waves.map(\.wave) == Array(1...waves.count) && waves.allSatisfy { $0.pass == 2 && !$0.targets.isEmpty })
        #expect(waves.count == (frames.count < 4 ? 1 : frames.count < 6 ? 2 : 3))
        #expect(waves.flatMap(\.targets).allSatisfy { $0.fed?.statisticsPass == 1 })
    }

    @Test("A wrong guess from other films has two ranges in twelve; the others are planned with the film's own scale")
    func wrongGuess() throws {
        let film = try FilmFixture(frames: Array(repeating: 96, count: 12))
        let waves = film.waves { _ in 0.8 }
        #expect(waves.map(\.targets.count) == [2, 5, 5])
        // The second step makes up for the bits that the first one did not take, and the third for the second.
        let sums = waves.map { Double($0.targets.compactMap(\.targetBits).reduce(0, +)) }
        #expect(abs(0.8 * (sums[0] + sums[1]) + sums[2] - film.budget) < 1e-3 * film.budget)
    }

    @Test("The rest is planned so that the film has its budget with the sample", arguments: [0.7, 0.97, 1, 1.2])
    func restClosesTotal(_ factor: Double) throws {
        let film = try FilmFixture(frames: FilmRateControlTests.films[5])
        let sample = film.control.sample(of: film.plan, analysis: film.analysis)
        let results = film.encode(sample) { _ in factor }
        let rest = film.control.rest(of: film.plan, analysis: film.analysis, results: results)
        let spent = results.reduce(0) { $0 + $1.bits }
        let planned = rest.targets.compactMap(\.targetBits).reduce(0, +)
        #expect(abs(Double(spent + planned) / film.budget - 1) < 1e-4)
    }

    @Test("The actual bits of an encode scale the plan of the rest, by a factor of at most 5")
    func learns() throws {
        let film = try FilmFixture(frames: FilmRateControlTests.films[5])
        let range = film.plan.ranges[3]
        // The final preset takes 1.2 times the bits of the analysis at the same quantiser.
        let curve = try #require(film.analysis[3].rateCurve)
        let final = RateCurve(bits: curve.bits.map { $0 * 1.2 }, encoderSeconds: curve.encoderSeconds)
        let bits = Int(final.bits(atQuantizer: 27).rounded())
        let result = FilmFixture.result(range, pass: 2, bits: bits, curve: final)
        func learnt(_ results: RangeResult...) -> Double {
            film.control.learntScale(film.analysis, results, in: film.plan)
        }
        // The scale by other films counts for half an encode.
        let prior = film.control.priorScale(in: film.plan)
        #expect(abs(learnt(result) - pow(1.2 * pow(prior, 0.5), 1 / 1.5)) < 1e-3)
        #expect(abs(learnt() - prior) < 1e-12)
        #expect(learnt(FilmFixture.result(range, pass: 2, bits: 0, curve: final)) == learnt())
        let absurd = RateCurve(bits: curve.bits.map { $0 * 100 }, encoderSeconds: curve.encoderSeconds)
        let tooMany = FilmFixture.result(range, pass: 2, bits: Int(absurd.bits(atQuantizer: 27)), curve: absurd)
        #expect(abs(learnt(tooMany) - pow(5 * pow(prior, 0.5), 1 / 1.5)) < 1e-3)
    }

    @Test("A rate is in whole kilobits per second, from 1 to what libx265 accepts")
    func kilobits() {
        #expect(FedRate.kilobits(0) == 1 && FedRate.kilobits(1499) == 1 && FedRate.kilobits(2500) == 3)
        #expect(FedRate.kilobits(1e36) == Int(Int32.max))
    }

    @Test("Targets do not depend on the order of results")
    func orderOfResults() throws {
        let film = try FilmFixture(frames: FilmRateControlTests.films[5])
        let sample = film.control.sample(of: film.plan, analysis: film.analysis)
        let results = film.encode(sample) { 0.9 + 0.01 * Double($0) }
        let rest = film.control.rest(of: film.plan, analysis: film.analysis, results: results)
        for factor in [30, 7, 11, 19] {
            let shuffled = FilmFixture.shuffled(film.analysis, by: factor)
            #expect(film.control.sample(of: film.plan, analysis: shuffled) == sample)
            #expect(
                film.control.rest(
                    of: film.plan,
                    analysis: shuffled,
                    results: FilmFixture.shuffled(results, by: factor)
                ) == rest
            )
        }
    }

    @Test("A range without a rate curve gets the film's average rate, and the film keeps its budget")
    func noCurve() throws {
        let film = try FilmFixture(frames: [50, 70, 30])
        var analysis = film.analysis
        analysis[1].rateCurve = nil
        let rest = film.control.rest(of: film.plan, analysis: analysis, results: [])
        #expect(rest.targets[1].targetBits == Int((70.0 / 24 * 1_000_000).rounded()))
        #expect(abs(Double(rest.targets.compactMap(\.targetBits).reduce(0, +)) / film.budget - 1) < 1e-4)
        let blind = try FilmFixture(frames: [50, 70, 30], hasCurves: false)
        for target in blind.targets() {
            let seconds = Double(blind.plan.ranges[target.range].frames.count) / 24
            #expect(target.targetBits == Int((seconds * 1_000_000).rounded()))
        }
    }

    @Test("Every range of a film with a constant rate factor gets that factor")
    func constantRateFactor() throws {
        let film = try FilmFixture(frames: [50, 70, 30, 90], bitsPerSecond: nil)
        #expect(film.control.budgetBits == nil)
        #expect(film.control.singlePass(of: film.plan).targets.allSatisfy { $0.rate == .constantRateFactor(23) })
    }

    @Test("A newer encode is accepted when it is nearer to its target")
    func accepts() throws {
        let film = try FilmFixture(frames: [48])
        let target = RangeTarget(range: 0, .fed(FedTarget(bits: 1000)))
        func result(_ bits: Int) -> RangeResult { FilmFixture.result(film.plan.ranges[0], pass: 2, bits: bits) }
        #expect(film.control.accepts(result(1010), over: result(950), target: target))
        #expect(film.control.accepts(result(990), over: result(1010), target: target))
        #expect(!film.control.accepts(result(1060), over: result(950), target: target))
        #expect(
            film.control.accepts(
                result(5),
                over: result(950),
                target: RangeTarget(range: 0, .alone(.constantRateFactor(20)))
            )
        )
    }
}
