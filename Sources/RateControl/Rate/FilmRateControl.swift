import Foundation
package import Jobs
package import Media
import RateModel

/// One rate control for the whole film: every range is encoded at nearly the same rate factor.
///
/// With cutree, x265's two-pass control of a whole file is a constant rate factor with feedback. This rate control does
/// the same over ranges that know nothing of each other:
///
/// - The analysis of each range shows how many bits it takes at any quantiser (`RateCurve`).
/// - One quantiser is found at which all ranges together take the film's budget. Busy ranges get a coarser one than
///   quiet ranges.
/// - Each range gets the rate at which it takes its bits.
/// - The ranges are encoded in steps. The ratio of actual bits to planned bits scales the plan of the next step.
/// - If the film's total is still off, a few ranges are encoded again to correct it.
///
/// Decisions are pure functions of the results in film order. The same results give the same decisions, on every
/// machine and in every order of arrival. (Sums of floating-point numbers depend on their order, so results are sorted
/// before anything is computed from them.)
package struct FilmRateControl: FilmAllocating {
    /// The goal of the film.
    private(set) var goal: RateGoal
    /// Limits on passes, and the tolerance of the film's total.
    let limits: PassLimits
    /// Settings of the encoder.
    let encoder: EncoderSettings
    /// Seconds that the film is presented: what an average rate refers to.
    let presentedSeconds: Double
    /// When each frame is presented.
    let timeline: FrameTimeline
    /// The decoder's buffer that bounds the film's rate; nil without bounds.
    package private(set) var buffer: FilmBuffer?
    /// The metric that the film is optimised for; nil for `balanced`.
    let optimized: QualityMetric?
    /// When the film is analysed.
    let analysisUse: AnalysisUse

    /// Creates the rate control of a film.
    ///
    /// - Parameters:
    ///   - optimized: the metric that the film is optimised for; nil for `balanced`.
    ///   - timeline: when each frame is presented.
    ///   - analysisUse: when the film is analysed.
    package init(
        _ goal: RateGoal,
        limits: PassLimits,
        encoder: EncoderSettings,
        optimized: QualityMetric? = nil,
        timeline: FrameTimeline,
        analysisUse: AnalysisUse = .always
    ) {
        self.goal = goal
        self.limits = limits
        self.encoder = encoder
        self.optimized = optimized
        self.timeline = timeline
        self.analysisUse = analysisUse
        buffer = FilmBuffer(encoder.buffer, timeline: timeline)
        presentedSeconds = timeline.timeRange.duration.seconds
    }

    /// Creates the rate control of a job over a source.
    package init(job: ResolvedJob, source: SourceDescription) {
        self.init(
            job.rate,
            limits: job.passes,
            encoder: job.encoder,
            optimized: job.optimize,
            timeline: source.video.timeline,
            analysisUse: .inFilmsOfFewRanges
        )
    }

    package func leavingRoom(for metadata: FilmMetadata) -> FilmRateControl {
        var control = self
        control.buffer?.metadataBits = metadata.largestBits
        if case .average(let bitsPerSecond) = goal, presentedSeconds > 0 {
            let taken = Int((Double(metadata.bits) / presentedSeconds).rounded())
            control.goal = .average(bitsPerSecond: max(bitsPerSecond - taken, 1))
        }
        return control
    }

    /// Bits that the film may take; nil when the goal is not an average rate.
    package var budgetBits: Double? {
        guard case .average(let bitsPerSecond) = goal else { return nil }
        return Double(bitsPerSecond) * presentedSeconds
    }

    /// A constant rate factor for all ranges, near the one at which the film takes its budget: the model of bits is
    /// most accurate there. No targets for a film without an analysis.
    package func analysis(of plan: Plan) -> Allocation {
        guard isAnalysed(plan) else {
            return Allocation(
                pass: 1,
                targets: [],
                explanation: "no analysis: in a film of \(plan.ranges.count) ranges, misses of single ones cancel out"
            )
        }
        let factor = analysisRateFactor(in: plan)
        return Allocation(
            pass: 1,
            targets: plan.ranges.map {
                RangeTarget(range: $0.index, .analysis(rateFactor: factor))
            },
            explanation: "analysis at rate factor \(factor)" + (optimized.map { ", which measures \($0.name)" } ?? "")
        )
    }

    /// Every range gets the job's rate: without an analysis nothing better is known.
    package func singlePass(of plan: Plan) -> Allocation {
        let rate = goal.singlePassRate(encoder)
        return Allocation(
            pass: 1,
            targets: plan.ranges.map {
                RangeTarget(range: $0.index, .alone(rate), bufferStart: buffer?.singlePassStart($0.index))
            },
            explanation: "a single pass at the job's rate"
        )
    }

    /// The first step of a film with an average rate (`EncodingSteps`); nothing for one with a rate factor.
    package func sample(of plan: Plan, analysis: [RangeResult]) -> Allocation {
        guard budgetBits != nil else { return unsampled(plan) }
        return wave(1, of: plan, analysis: analysis, allocations: [], results: [])
            ?? Allocation(pass: 2, targets: [], explanation: "no ranges")
    }

    /// The ranges that are not encoded yet, planned with the scale that the others showed.
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
        let scale = learntScale(analysis, results, in: plan)
        let course = course(analysis, scale: scale, encoded: results, in: plan)
        return Allocation(
            pass: 2,
            wave: 2,
            targets: remaining.map { fedTarget($0, course, scale: scale, in: plan) },
            explanation: "\(place(course.quantizer, course)), planned bits scaled by \(rounded(scale))"
        )
    }

    /// The ranges that are not encoded yet, within the bounds of the film's buffer.
    private func bounded(
        _ buffer: FilmBuffer,
        _ plan: Plan,
        _ analysis: [RangeResult],
        _ results: [RangeResult]
    ) -> Allocation {
        let scale = learntScale(analysis, results, in: plan)
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
                "\(place(bounded.quantizer, course)), planned bits scaled by \(rounded(scale)); "
                + "\(counted(coarser, "range")) coarser because of the buffer"
        )
    }

    /// No sample: a constant rate factor is the same for all ranges, with or without one.
    private func unsampled(_ plan: Plan) -> Allocation {
        buffer == nil
            ? singlePass(of: plan) : Allocation(pass: 2, wave: 1, targets: [], explanation: "no sample")
    }

    /// Accepts the newer encode when it is at least as near to its target.
    package func accepts(_ newer: RangeResult, over older: RangeResult, target: RangeTarget) -> Bool {
        guard let wanted = target.targetBits else { return true }
        return (newer.bits - wanted).magnitude <= (older.bits - wanted).magnitude
    }
}

// MARK: - Pieces

extension FilmRateControl {
    /// How far a range's bits may be from its target before its encoder asks for another pass. Misses of single ranges
    /// cancel out, so each may be larger than the film's by the square root of the number of ranges.
    func rangeTolerance(_ plan: Plan) -> Double {
        limits.tolerance * Double(max(plan.ranges.count, 1)).squareRoot()
    }

    /// The quantisers of ranges in words, as in `at quantiser 30.2`.
    func place(_ quantizer: Double, _ course: FilmCourse) -> String {
        guard quantizer > 0 else { return "as fine as the buffer permits" }
        let offsets = course.offsets.values.map(rounded)
        guard let low = offsets.min(), let high = offsets.max(), low < high else {
            return "at quantiser \(rounded(quantizer))"
        }
        var reason = "depending on how busy a range is"
        if let optimized, !course.forecasts.isEmpty { reason = "optimised for \(optimized.name)" }
        return "around quantiser \(rounded(quantizer)), with offsets of \(low) to \(high) \(reason)"
    }

    /// The target of a range in a film's course.
    func fedTarget(_ result: RangeResult, _ course: FilmCourse, scale: Double, in plan: Plan) -> RangeTarget {
        var target = fedTarget(result, quantizer: course.quantizer(of: result.range), scale: scale, in: plan)
        target.forecast = course.forecasts[result.range]
        return target
    }

    /// The target of a range that is fed with the statistics of its analysis.
    func fedTarget(_ result: RangeResult, quantizer: Double, scale: Double, in plan: Plan) -> RangeTarget {
        fedTarget(
            result,
            bits: plannedBits(result, quantizer: quantizer, scale: scale, in: plan),
            scale: scale,
            in: plan
        )
    }

    /// The target of such a range for a number of bits.
    func fedTarget(_ result: RangeResult, bits: Double, scale: Double, in plan: Plan) -> RangeTarget {
        RangeTarget(
            range: result.range,
            .fed(
                FedTarget(
                    bits: Int(bits.rounded()),
                    tolerance: rangeTolerance(plan),
                    statisticsScale: scale
                )
            )
        )
    }

    /// Planned bits of a range at a quantiser. A range without a rate curve gets the film's average rate.
    func plannedBits(_ result: RangeResult, quantizer: Double, scale: Double, in plan: Plan) -> Double {
        if let curve = result.rateCurve { return curve.bits(atQuantizer: quantizer) * scale }
        return averageBits(result, in: plan)
    }

    private func averageBits(_ result: RangeResult, in plan: Plan) -> Double {
        (budgetBits ?? 0) * Double(result.frames.count) / Double(max(plan.frameCount, 1))
    }

    /// The planned bits of some ranges together.
    ///
    /// - Parameter offsets: by how much ranges depart from the quantiser of the sum, by range number.
    func plannedSum(
        _ results: some Sequence<RangeResult>,
        offsets: [Int: Double] = [:],
        scale: Double,
        in plan: Plan
    ) -> CurveSum {
        var sum = CurveSum()
        for result in results {
            if let curve = result.rateCurve {
                sum.add(curve, factor: scale, offset: offsets[result.range] ?? 0)
            } else {
                sum.add(bits: averageBits(result, in: plan))
            }
        }
        return sum
    }

    func inFilmOrder(_ results: [RangeResult]) -> [RangeResult] { results.sorted { $0.range < $1.range } }

    func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

    /// The one quantiser at which the planned bits of all ranges add up to `bits`; 0 or 69 when there is none.
    ///
    /// - Parameter guess: a quantiser that is probably near it.
    func filmQuantizer(
        _ analysis: [RangeResult],
        scale: Double,
        bits: Double,
        in plan: Plan,
        near guess: Double? = nil
    ) -> Double {
        var sum = plannedSum(analysis, scale: scale, in: plan)
        return sum.quantizer(to: bits, near: guess)
    }

    /// The number of ranges in each step of pass 2 that an estimate assumes.
    package func expectedSteps(of rangeCount: Int, isAnalysed: Bool) -> [Int] {
        let alike = (0..<rangeCount).map { (range: $0, bits: 1.0) }
        return EncodingSteps(alike, isAnalysed: isAnalysed).ranges.map(\.count)
    }
}
