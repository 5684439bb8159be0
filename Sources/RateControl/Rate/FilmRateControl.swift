import Foundation
package import Jobs
package import Media
import RateModel

/// One rate control for the whole film: every range is encoded at nearly the same rate factor.
///
/// With cutree, x265's two-pass control of a whole file is a constant rate factor with feedback. So is this one, over
/// ranges that know nothing of each other: the analysis of each range says how many bits it takes at any quantiser
/// (`RateCurve`), one quantiser is sought at which all of them add up to the film's budget, busy ranges a little
/// coarser than quiet ones, and each range is given the rate that lands it there. A sample of the ranges goes first;
/// what it took in truth, against what was planned, scales the plan of the rest. What then still misses the film's
/// total is aimed into the few ranges that are encoded again.
///
/// Pure and in film order: the same results give the same decisions, whoever finished first and on whatever machine.
/// (Sums of floating-point numbers depend on their order, so results are sorted before anything is computed from them.)
package struct FilmRateControl: FilmAllocating {
    /// What the film is to take.
    let goal: RateGoal
    /// Limits on passes, and the tolerance of the film's total.
    let limits: PassLimits
    /// Settings of the encoder.
    let encoder: EncoderSettings
    /// Seconds that the film is presented: what an average rate refers to.
    let presentedSeconds: Double
    /// When each frame is presented.
    let timeline: FrameTimeline
    /// What bounds the film's rate from moment to moment; nil for nothing.
    package let buffer: FilmBuffer?
    /// The metric that the film's rate is spent for; nil spends it on all ranges alike.
    let optimized: QualityMetric?

    /// Creates the rate control of a job over a source.
    package init(job: ResolvedJob, source: SourceDescription) {
        goal = job.rate
        limits = job.passes
        encoder = job.encoder
        optimized = job.optimize
        timeline = source.video.timeline
        buffer = FilmBuffer(job.encoder.buffer, timeline: timeline)
        presentedSeconds = timeline.timeRange.duration.seconds
    }

    /// Bits that the film may take; nil when its rate factor is given instead.
    package var budgetBits: Double? {
        guard case .average(let bitsPerSecond) = goal else { return nil }
        return Double(bitsPerSecond) * presentedSeconds
    }

    /// A constant rate factor for all ranges, near what the budget will come to: the model of bits is best there.
    package func analysis(of plan: Plan) -> Allocation {
        let factor = analysisRateFactor
        return Allocation(
            pass: 1,
            targets: plan.ranges.map {
                RangeTarget(range: $0.index, role: .analysis, rate: .constantRateFactor(factor))
            },
            explanation: "analysis at rate factor \(factor)" + (optimized.map { ", which measures \($0.name)" } ?? "")
        )
    }

    /// The job's rate for each range: without an analysis nothing better is known.
    package func singlePass(of plan: Plan) -> Allocation {
        let rate: RateTarget
        switch goal {
        case .constantRateFactor(let factor): rate = .constantRateFactor(factor)
        case .average(let bitsPerSecond):
            rate = .average(kilobitsPerSecond: kilobits(Double(bitsPerSecond), seconds: 1))
        // Such a film has a rate control of its own; of one that is asked here nothing is known.
        case .quality: rate = .constantRateFactor(analysisRateFactor)
        }
        return Allocation(
            pass: 1,
            targets: plan.ranges.map {
                RangeTarget(range: $0.index, role: .alone, rate: rate, bufferStart: buffer?.singlePassStart($0.index))
            },
            explanation: "a single pass at the job's own rate"
        )
    }

    /// A fifth or two fifths of the ranges, of few ranges up to nearly all: so chosen that few cores wait for the end
    /// of either wave, that little is left to chance behind it, and of the length in which most frames lie, because the
    /// share of intra frames decides what is learnt (`SampleChoice`).
    package func sample(of plan: Plan, analysis: [RangeResult]) -> Allocation {
        guard budgetBits != nil else { return unsampled(plan) }
        let analysis = inFilmOrder(analysis)
        let scale = priorScales(analysis, in: plan)
        let course = course(analysis, scale: scale, encoded: [], in: plan)
        var quantizer = course.quantizer
        var targets = analysis.map { fedTarget($0, course, scale: scale, in: plan) }
        if let buffer {
            let bounded = bufferPlan(buffer, analysis, course, scale: scale, encoded: [], in: plan)
            targets = analysis.map { boundedTarget($0, bounded, buffer, course, scale: scale, in: plan) }
            quantizer = bounded.quantizer
        }
        let sample = sampledRanges(of: plan, targets: targets, analysis)
        return Allocation(
            pass: 2,
            wave: 1,
            targets: targets.filter { sample.contains($0.range) },
            explanation: "sample \(place(quantizer, course)), planned bits scaled by \(words(scale, plan))"
        )
    }

    /// The ranges that the sample left out, planned with what the sample taught.
    package func rest(
        of plan: Plan,
        analysis: [RangeResult],
        results: [RangeResult]
    ) -> Allocation {
        if let buffer { return bounded(buffer, plan, inFilmOrder(analysis), inFilmOrder(results)) }
        guard budgetBits != nil else { return singlePass(of: plan) }
        let (analysis, results) = (inFilmOrder(analysis), inFilmOrder(results))
        let done = Set(results.map(\.range))
        let remaining = analysis.filter { !done.contains($0.range) }
        let scale = learntScales(analysis, results, in: plan)
        let course = course(analysis, scale: scale, encoded: results, in: plan)
        return Allocation(
            pass: 2,
            wave: 2,
            targets: remaining.map { fedTarget($0, course, scale: scale, in: plan) },
            explanation: "the rest \(place(course.quantizer, course)), planned bits scaled by \(words(scale, plan))"
        )
    }

    /// The ranges that the sample left out, within the bounds of the film's buffer.
    private func bounded(
        _ buffer: FilmBuffer,
        _ plan: Plan,
        _ analysis: [RangeResult],
        _ results: [RangeResult]
    ) -> Allocation {
        let scale = learntScales(analysis, results, in: plan)
        let course = course(analysis, scale: scale, encoded: results, in: plan)
        let bounded = bufferPlan(buffer, analysis, course, scale: scale, encoded: results, in: plan)
        let done = Set(results.map(\.range))
        let remaining = analysis.filter { !done.contains($0.range) }
        let coarser = bounded.ranges.count { $0.offset > RateModelParameters.standard.buffer.leastOffset }
        return Allocation(
            pass: 2,
            wave: 2,
            targets: remaining.map { boundedTarget($0, bounded, buffer, course, scale: scale, in: plan) },
            explanation:
                "the rest \(place(bounded.quantizer, course)), planned bits scaled by \(words(scale, plan)); "
                + "\(coarser) ranges coarser for the buffer's sake"
        )
    }

    /// No sample: a constant rate factor is the same for all, whatever a sample would teach.
    private func unsampled(_ plan: Plan) -> Allocation {
        buffer == nil
            ? singlePass(of: plan) : Allocation(pass: 2, wave: 1, targets: [], explanation: "no sample")
    }

    /// Keeps the newer encode when it lies nearer to what it was asked for.
    package func accepts(_ newer: RangeResult, over older: RangeResult, target: RangeTarget) -> Bool {
        guard let wanted = target.targetBits else { return true }
        return (newer.bits - wanted).magnitude <= (older.bits - wanted).magnitude
    }
}

// MARK: - Pieces

extension FilmRateControl {
    /// How far a range's bits may lie from its target before its encoder asks for another pass: misses of single ranges
    /// cancel out, so each may be larger than the film's by the square root of their number.
    func rangeTolerance(_ plan: Plan) -> Double {
        limits.tolerance * Double(max(plan.ranges.count, 1)).squareRoot()
    }

    /// Where ranges are encoded, as in `at quantiser 30.2`.
    private func place(_ quantizer: Double, _ course: FilmCourse) -> String {
        let offsets = course.offsets.values.map(rounded)
        guard let low = offsets.min(), let high = offsets.max(), low < high else {
            return "at quantiser \(rounded(quantizer))"
        }
        var reason = "by how busy they are"
        if let optimized, !course.forecasts.isEmpty { reason = "for \(optimized.name)" }
        return "around quantiser \(rounded(quantizer)), \(low) to \(high) from it \(reason)"
    }

    /// The film's scale and those of its ranges, as in `0.94 (0.88 to 1.02)`.
    private func words(_ scale: FinalScale, _ plan: Plan) -> String {
        let (least, greatest) = scale.spread(plan.ranges.map(\.index))
        let common = "\(rounded(scale.common))"
        return least < greatest ? "\(common) (\(rounded(least)) to \(rounded(greatest)))" : common
    }

    /// The target of a range in a film's course.
    private func fedTarget(_ result: RangeResult, _ course: FilmCourse, scale: FinalScale, in plan: Plan) -> RangeTarget
    {
        var target = fedTarget(result, quantizer: course.quantizer(of: result.range), scale: scale, in: plan)
        target.forecast = course.forecasts[result.range]
        return target
    }

    /// The target of a range that is fed with the statistics of its analysis.
    func fedTarget(_ result: RangeResult, quantizer: Double, scale: FinalScale, in plan: Plan) -> RangeTarget {
        fedTarget(
            result,
            bits: plannedBits(result, quantizer: quantizer, scale: scale, in: plan),
            scale: scale,
            in: plan
        )
    }

    /// The same for a number of bits.
    func fedTarget(_ result: RangeResult, bits: Double, scale: FinalScale, in plan: Plan) -> RangeTarget {
        RangeTarget(
            range: result.range,
            role: .fed,
            rate: .average(kilobitsPerSecond: kilobits(bits, seconds: encoderSeconds(result))),
            targetBits: Int(bits.rounded()),
            tolerance: rangeTolerance(plan),
            statisticsScale: scale.of(result.range)
        )
    }

    /// Bits that a range is planned to take; one that was analysed without a curve gets the film's average rate.
    func plannedBits(_ result: RangeResult, quantizer: Double, scale: FinalScale, in plan: Plan) -> Double {
        if let curve = result.rateCurve { return curve.bits(atQuantizer: quantizer) * scale.of(result.range) }
        return (budgetBits ?? 0) * Double(result.frames.count) / Double(max(plan.frameCount, 1))
    }

    /// How long the encoder believes a range to last, in seconds; its target refers to that.
    func encoderSeconds(_ result: RangeResult) -> Double {
        result.rateCurve?.encoderSeconds
            ?? Double(max(result.frames.count, 1)) * encoder.frameRate.frameDuration.seconds
    }

    /// x265 takes whole kilobits a second, at least one and at most 31 bits of them.
    func kilobits(_ bits: Double, seconds: Double) -> Int {
        FedRate.kilobits(bits / seconds)
    }

    func inFilmOrder(_ results: [RangeResult]) -> [RangeResult] { results.sorted { $0.range < $1.range } }

    func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

    /// The one quantiser at which ranges together are planned to take `bits`; 0 or 69 when none does.
    func filmQuantizer(_ analysis: [RangeResult], scale: FinalScale, bits: Double, in plan: Plan) -> Double {
        EncoderRateModel.solve { quantizer in
            analysis.reduce(0) { $0 + plannedBits($1, quantizer: quantizer, scale: scale, in: plan) } - bits
        }
    }

    /// A rate factor that comes near the budget on films of common complexity: 28 at 0.036 bits a pixel, six steps for
    /// each doubling. A poor guess costs accuracy of the plan, which the sample then mends.
    var analysisRateFactor: Double {
        if case .constantRateFactor(let factor) = goal { return factor }
        let numbers = RateModelParameters.standard.assumption
        guard case .average(let bitsPerSecond) = goal else { return numbers.rateFactor }
        let pixels = Double(encoder.size.width * encoder.size.height) * encoder.frameRate.framesPerSecond
        let bitsPerPixel = max(Double(bitsPerSecond) / max(pixels, 1), 1e-6)
        let factor = numbers.rateFactor - numbers.stepsPerOctave * log2(bitsPerPixel / numbers.bitsPerPixel)
        return (min(max(factor, numbers.rateFactors.lowerBound), numbers.rateFactors.upperBound) * 2).rounded() / 2
    }

    /// Numbers of the ranges that go first: none for films of fewer than four.
    private func sampledRanges(of plan: Plan, targets: [RangeTarget], _ analysis: [RangeResult]) -> Set<Int> {
        guard plan.ranges.count >= Self.numbers.leastRanges else { return [] }
        let effort = ExpectedEffort(pictureSamples: encoder.size.width * encoder.size.height)
        let kinds = kinds(analysis, in: plan)
        let candidates = zip(targets, analysis).map { target, analysis in
            let frames = plan.ranges[target.range].frames.count
            let share = analysis.rateCurve?.codedShare
            return SampleChoice.Candidate(
                range: target.range,
                frames: frames,
                effort: effort.effort(frames: frames, bits: target.targetBits, codedShare: share),
                bits: Double(target.targetBits ?? 0),
                kind: kinds[target.range]
            )
        }
        let count = plan.ranges.count
        // Of few ranges each may decide whether the film keeps its rate: the sample may be most of them. Of many none
        // does.
        let counts =
            count <= Self.numbers.smallFilm
            ? Array(2...count - 2)
            : count < Self.numbers.manyRanges ? [count / 10 * 2, count / 5 * 2] : [count / 10 * 2]
        return SampleChoice(workers: Self.assumedWorkers).ranges(candidates, counts: counts)
    }

    private static let numbers = RateModelParameters.standard.sample
    static let assumedWorkers = numbers.assumedWorkers
}
