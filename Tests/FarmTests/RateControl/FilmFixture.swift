import Foundation
import Media

@testable import Jobs
@testable import Platform
@testable import RateControl
@testable import RateModel

/// A film of ranges with different lengths and complexities, its rate control, and results as workers publish them.
struct FilmFixture {
    let control: FilmRateControl
    let plan: Plan
    let analysis: [RangeResult]

    /// Bits that the film may take.
    var budget: Double { control.budgetBits ?? 0 }

    /// Creates a film at 24 frames a second.
    ///
    /// - Parameters:
    ///   - frames: number of frames of each range.
    ///   - weights: relative bits of frames, by range number; other ranges are one of five kinds of scenes.
    ///   - bitsPerSecond: the goal; nil for a constant rate factor.
    ///   - buffer: the decoder's buffer; nil for a film without bounds.
    ///   - optimize: the metric of `optimize`; nil for `balanced`.
    ///   - codec: the codec of the film.
    init(
        frames: [Int],
        weights: [Int: Int] = [:],
        bitsPerSecond: Int? = 1_000_000,
        tolerance: Double = 0.005,
        budget: Double = 0.1,
        buffer: BufferLimits? = nil,
        optimize: QualityMetric? = nil,
        hasCurves: Bool = true,
        codec: VideoCodec = .hevc
    ) throws {
        var film = source()
        let count = frames.reduce(0, +)
        film.video.timeline = FrameTimeline(timescale: 24, firstTick: 0, runs: [.init(count: count, duration: 1)])!
        var job = try resolve("")
        job.rate = bitsPerSecond.map { .average(bitsPerSecond: $0) } ?? .constantRateFactor(23)
        job.encoder.buffer = buffer
        job.encoder.codec = codec
        job.optimize = optimize
        job.passes = PassLimits(maximum: 4, tolerance: tolerance, budget: budget, reason: "test")
        control = FilmRateControl(job: job, source: film)
        var start = 0
        var ranges: [PlannedRange] = []
        for (index, count) in frames.enumerated() {
            let frames = start..<start + count
            ranges.append(
                PlannedRange(index: index, frames: frames, timeRange: film.video.timeline.timeRange(of: frames))
            )
            start += count
        }
        plan = Plan(job: job.id, ranges: ranges, sceneCuts: [])
        analysis = ranges.map { range in
            // Five kinds of scenes: the hardest takes nine times the bits of the easiest.
            let weight = Double(range.frames.count) * Double(weights[range.index] ?? 1 + 2 * (range.index * 3 % 5))
            let curve = FilmFixture.curve(bitsAtQuantizer30: weight * 10_000, frames: range.frames.count)
            var result = FilmFixture.result(range, pass: 1, bits: 0, curve: hasCurves ? curve : nil)
            if buffer != nil || optimize != nil {
                // The bits at the quantiser of the analysis.
                result.bits = Int(curve.bits(atQuantizer: 30))
            }
            result.quality = optimize.map {
                FilmFixture.quality($0, level: FilmFixture.level(of: range.index, $0), frames: range.frames.count)
            }
            if buffer != nil {
                result.unitBits = FilmFixture.units(of: result.bits, frames: range.frames.count)
            }
            return result
        }
    }

    /// Bits of access units: the IDR has a tenth of them, all others the same number.
    static func units(of bits: Int, frames: Int) -> [Int] {
        let each = bits * 9 / 10 / max(frames - 1, 1)
        return [bits - each * (frames - 1)] + Array(repeating: each, count: frames - 1)
    }

    /// The level of a range's analysis at its quantiser of 30. Ranges are up to 6 levels apart.
    static func level(of range: Int, _ metric: QualityMetric) -> Double {
        let middle: Double =
            switch metric {
            case .psnr, .xpsnr: 40
            case .ssim: 15
            case .vmaf: 9
            }
        return middle + Double(range * 5 % 13) * 0.5 - 3
    }

    /// A range's quality in one metric.
    static func quality(_ metric: QualityMetric, level: Double, frames: Int) -> RangeQuality {
        let value = QualityScale(metric: metric).value(atLevel: level)
        return RangeQuality(
            psnrY: metric == .psnr ? value : 40,
            psnrU: 40,
            psnrV: 40,
            ssim: metric == .ssim ? value : 0.9,
            frameCount: frames,
            xpsnrY: metric == .xpsnr ? value : nil,
            vmaf: metric == .vmaf ? value : nil
        )
    }

    /// A curve on which bits halve in five quantiser steps, down to one bit.
    static func curve(bitsAtQuantizer30 bits: Double, frames: Int) -> RateCurve {
        let points = (0..<RateCurve.pointCount).map { point in
            max((bits * exp2((30 - Double(point) * RateCurve.step) / 5)).rounded(), 1)
        }
        return RateCurve(bits: points, encoderSeconds: Double(frames) / 24)
    }

    /// The result that a worker publishes for a range.
    static func result(
        _ range: PlannedRange,
        pass: Int,
        bits: Int,
        target: Int? = nil,
        curve: RateCurve? = nil,
        asks: Bool = false
    ) -> RangeResult {
        RangeResult(
            job: "job",
            range: range.index,
            pass: pass,
            frames: range.frames,
            storage: nil,
            silo: nil,
            parameterSets: nil,
            bits: bits,
            targetBits: target,
            quality: nil,
            rateCurve: curve,
            furtherPasses: asks ? [range.timeRange] : [],
            optionsLine: "",
            cost: WorkCost(cpuSeconds: 1, wallSeconds: 1, maximumResidentBytes: 1),
            host: "host",
            attempt: 1
        )
    }

    /// The same results in another order; a factor of 30 reverses them. There must be fewer than 31.
    static func shuffled(_ results: [RangeResult], by factor: Int) -> [RangeResult] {
        results.sorted { ($0.range + 1) * factor % 31 < ($1.range + 1) * factor % 31 }
    }

    /// Results that take the bits of their targets, times a factor of each range. Those that miss by more than the
    /// tolerance request another pass. The final preset takes the bits that the target's scale predicts.
    func encode(_ allocation: Allocation, by factor: (Int) -> Double = { _ in 1 }) -> [RangeResult] {
        allocation.targets.map { target in
            let range = plan.ranges[target.range]
            let wanted = Double(target.targetBits ?? 0)
            let factor = factor(target.range)
            var result = FilmFixture.result(
                range,
                pass: allocation.pass,
                bits: Int((wanted * factor).rounded()),
                target: target.targetBits,
                curve: analysis[target.range].rateCurve.map { curve in
                    RateCurve(
                        bits: curve.bits.map { $0 * (target.fed?.statisticsScale ?? 1) },
                        encoderSeconds: curve.encoderSeconds
                    )
                },
                asks: abs(factor - 1) > target.fed?.tolerance ?? .infinity
            )
            if let optimized = control.optimized, let curve = result.rateCurve {
                // The final preset is three levels above the analysis, and falls with the usual slope.
                let away = curve.quantizer(forBits: Double(result.bits)) - 30
                let level = FilmFixture.level(of: target.range, optimized) + 3
                result.quality = FilmFixture.quality(
                    optimized,
                    level: level + away * QualityScale(metric: optimized).levelsPerFactor,
                    frames: range.frames.count
                )
            }
            if analysis[target.range].unitBits != nil {
                result.unitBits = FilmFixture.units(of: result.bits, frames: range.frames.count)
            }
            return result
        }
    }

    /// The film after pass 2, in which every range took its target times a factor.
    func encoded(by factor: (Int) -> Double = { _ in 1 }, encodedAgain: [Int] = []) -> EncodedFilm {
        let quantizer = Allocation(pass: 2, targets: targets())
        let results = encode(quantizer, by: factor)
        return EncodedFilm(
            plan: plan,
            analysis: analysis,
            accepted: results,
            history: results.map { encodedAgain.contains($0.range) ? [$0, $0] : [$0] },
            allocations: []
        )
    }

    /// A target for each range, from the waves of pass 2.
    func targets() -> [RangeTarget] { waves().flatMap(\.targets).sorted { $0.range < $1.range } }

    /// The waves of pass 2, in which every range takes its target times a factor.
    func waves(by factor: (Int) -> Double = { _ in 1 }) -> [Allocation] {
        var allocations = [control.analysis(of: plan)]
        var results: [RangeResult] = []
        while let wave = control.wave(
            allocations.count,
            of: plan,
            analysis: analysis,
            allocations: allocations,
            results: results
        ) {
            allocations.append(wave)
            results = (results + encode(wave, by: factor)).sorted { $0.range < $1.range }
        }
        return Array(allocations.dropFirst())
    }
}
