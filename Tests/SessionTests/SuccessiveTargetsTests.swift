import Foundation
import Media
import Platform
import Storage
import TestSupport
import Testing

@testable import Jobs
@testable import RateControl
@testable import RateModel

@Suite("Targets of groups that are encoded one after the other")
struct SuccessiveTargetsTests {
    /// A film of groups with random curves, with encodes that take other bits than planned.
    private struct Film {
        let plan: Plan
        let analysis: [RangeResult]
        let control: FilmRateControl

        init(_ count: Int, seed: UInt64) {
            var generator = SeededGenerator(seed: seed)
            let lengths = (0..<count).map { _ in Int.random(in: 24...240, using: &generator) }
            let total = lengths.reduce(0, +)
            let timeline = FrameTimeline(timescale: 24, firstTick: 0, runs: [.init(count: total, duration: 1)])!
            var ranges: [PlannedRange] = []
            for (index, length) in lengths.enumerated() {
                let start = ranges.last?.frames.upperBound ?? 0
                let time = timeline.timeRange(of: start..<start + length)
                ranges.append(PlannedRange(index: index, frames: start..<start + length, timeRange: time))
            }
            plan = Plan(job: "", ranges: ranges, sceneCuts: [])
            analysis = ranges.map { range in
                let weight = Double.random(in: 100...40_000, using: &generator) * Double(range.frames.count)
                let share = Double.random(in: 0...0.6, using: &generator)
                return Self.result(range, 1, weight, share, slope: .random(in: 4...7, using: &generator))
            }
            let size = PictureSize(width: 640, height: 360)
            control = FilmRateControl(
                .average(bitsPerSecond: 400_000),
                limits: PassLimits(maximum: 4, reason: "test"),
                encoder: EncoderSettings(size: size, format: .yuv420p8, frameRate: FrameRate(frames: 24, seconds: 1)),
                timeline: timeline
            )
        }

        static func result(_ range: PlannedRange, _ pass: Int, _ weight: Double, _ share: Double, slope: Double)
            -> RangeResult
        {
            let points = (0..<RateCurve.pointCount).map {
                max((weight * exp2((30 - Double($0) / 2) / slope)).rounded(), 1)
            }
            return RangeResult(
                job: "",
                range: range.index,
                pass: pass,
                frames: range.frames,
                storage: nil,
                silo: nil,
                parameterSets: nil,
                bits: Int(points[56]),
                targetBits: nil,
                quality: nil,
                rateCurve: RateCurve(bits: points, encoderSeconds: Double(range.frames.count) / 24, codedShare: share),
                furtherPasses: [],
                optionsLine: "",
                cost: WorkCost(cpuSeconds: 0, wallSeconds: 0, maximumResidentBytes: 0),
                host: "",
                attempt: 1
            )
        }

        /// An encode of a group with a target.
        func encode(_ target: RangeTarget, _ generator: inout SeededGenerator) -> RangeResult {
            let factor = Double.random(in: 0.7...1.3, using: &generator)
            var result = analysis[target.range]
            result.pass = 2
            result.bits = Int(Double(target.targetBits ?? 0) * Double.random(in: 0.9...1.1, using: &generator))
            result.rateCurve = result.rateCurve.map { curve in
                RateCurve(bits: curve.bits.map { max($0 * factor, 1) }, encoderSeconds: curve.encoderSeconds)
            }
            return result
        }
    }

    /// The scale that encodes show, by the formula of Docs/Decisions/0085 and nothing kept from earlier groups.
    private func scale(_ film: Film, _ results: [RangeResult]) -> Double {
        let prior = RateModelParameters.standard.scale.priorWeight
        var (octaves, weight) = (prior * log2(film.control.priorScale(in: film.plan)), prior)
        for result in results {
            let quantizer = result.rateCurve!.quantizer(forBits: Double(result.bits))
            let planned = film.analysis[result.range].rateCurve!.bits(atQuantizer: quantizer)
            octaves += log2(min(max(Double(result.bits) / planned, 0.2), 5))
            weight += 1
        }
        return exp2(octaves / weight)
    }

    @Test("are those that are planned anew after each group, bit for bit", arguments: [1, 2, 5, 40])
    func sameBits(count: Int) throws {
        let film = Film(count, seed: UInt64(count))
        var generator = SeededGenerator(seed: 7)
        let next = film.control.successiveTargets(of: film.plan, analysis: film.analysis.reversed())
        var results: [RangeResult] = []
        for range in film.plan.ranges.indices {
            let target = try #require(next(range, results))
            let anew = film.control.rest(of: film.plan, analysis: film.analysis, results: results).targets
            #expect(target == anew.first { $0.range == range })
            if !results.isEmpty { #expect(target.fed?.statisticsScale == scale(film, results)) }
            results.append(film.encode(target, &generator))
        }
        #expect(next(0, results) == nil)
    }

    @Test("are those of the rest for a part of the groups, too")
    func part() throws {
        let film = Film(12, seed: 3)
        var generator = SeededGenerator(seed: 8)
        let next = film.control.successiveTargets(of: film.plan, analysis: film.analysis)
        var results: [RangeResult] = []
        for range in [1, 2, 5, 9] {
            let target = try #require(next(range, results))
            #expect(
                target
                    == film.control.rest(of: film.plan, analysis: film.analysis, results: results).targets
                    .first { $0.range == range }
            )
            results.append(film.encode(target, &generator))
        }
    }
}
