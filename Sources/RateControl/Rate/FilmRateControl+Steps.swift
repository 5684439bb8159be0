import Foundation
package import Jobs
import Media
import RateModel

/// The steps of pass 2. What the encodes so far took corrects the plan of the next step.
///
/// A film of many ranges has no analysis: the scout's parts show how ranges compare, and each range is encoded with its
/// own lookahead at a rate factor. Other films are analysed, and each range is fed with its analysis.
extension FilmRateControl {
    private static let numbers = RateModelParameters.standard.steps

    /// Whether pass 1 analyses the film. It does not if the film has an average rate, no buffer, no metric, many ranges
    /// and parts that the scout encoded.
    package func isAnalysed(rangeCount: Int, hasScoutBits: Bool) -> Bool {
        guard budgetBits != nil, buffer == nil, optimized == nil, hasScoutBits else { return true }
        return switch analysisUse {
        case .always: true
        case .inFilmsOfFewRanges: rangeCount < Self.numbers.leastRangesWithoutAnalysis
        case .never: false
        }
    }

    func isAnalysed(_ plan: Plan) -> Bool {
        isAnalysed(rangeCount: plan.ranges.count, hasScoutBits: LikelyBits(plan, encoder) != nil)
    }

    /// Whether pass 1 was no analysis.
    static func isWithoutAnalysis(_ allocations: [Allocation]) -> Bool {
        allocations.first { $0.pass == 1 }?.targets.isEmpty == true
    }

    /// The targets of a step of pass 2; nil after the last one.
    package func wave(
        _ number: Int,
        of plan: Plan,
        analysis: [RangeResult],
        allocations: [Allocation],
        results: [RangeResult]
    ) -> Allocation? {
        guard budgetBits != nil else { return sampleOrRest(number, of: plan, analysis: analysis, results: results) }
        let (analysis, results) = (inFilmOrder(analysis), inFilmOrder(results))
        guard Self.isWithoutAnalysis(allocations) else {
            let steps = EncodingSteps(
                expectedBits(analysis, priorScale(in: plan), in: plan),
                isAnalysed: true
            )
            return rest(of: plan, analysis: analysis, results: results).limited(to: number, of: steps)
        }
        let scouted = scouted(plan)
        let steps = EncodingSteps(expectedBits(scouted, 1, in: plan), isAnalysed: false)
        return factors(of: plan, scouted, allocations, results).limited(to: number, of: steps)
    }

    /// The bits that ranges are expected to take before any is encoded.
    private func expectedBits(
        _ analysis: [RangeResult],
        _ scale: Double,
        in plan: Plan
    ) -> [(range: Int, bits: Double)] {
        let course = compressedCourse(analysis, remaining: analysis, scale: scale, bits: budgetBits ?? 1, in: plan)
        return analysis.map { result in
            let quantizer = course.quantizer(of: result.range)
            return (result.range, plannedBits(result, quantizer: quantizer, scale: scale, in: plan))
        }
    }

    /// Rate factors for the ranges that are not encoded yet.
    ///
    /// They are near the one at which the whole film would take its bits. They make up only in part for the ranges that
    /// were encoded before that was known: the last ranges of the film would pay for all of them.
    private func factors(
        of plan: Plan,
        _ scouted: [RangeResult],
        _ allocations: [Allocation],
        _ results: [RangeResult]
    ) -> Allocation {
        let scale = scale(scouted, allocations, results)
        let done = Set(results.map(\.range))
        let remaining = scouted.filter { !done.contains($0.range) }
        let budget = budgetBits ?? 1
        let left = max(budget - Double(results.reduce(0) { $0 + $1.bits }), 1)
        let film = compressedCourse(scouted, remaining: scouted, scale: scale, bits: budget, in: plan)
        let rest = compressedCourse(scouted, remaining: remaining, scale: scale, bits: left, in: plan)
        let most = Self.numbers.mostMadeUp
        let course = FilmCourse(
            quantizer: min(max(rest.quantizer, film.quantizer - most), film.quantizer + most),
            offsets: rest.offsets
        )
        return Allocation(
            pass: 2,
            targets: remaining.map { factorTarget($0, course, scale, in: plan) },
            explanation: "\(place(course.quantizer, course)), planned bits scaled by \(rounded(scale))"
        )
    }

    /// The target of a range that is encoded at a rate factor.
    private func factorTarget(
        _ result: RangeResult,
        _ course: FilmCourse,
        _ scale: Double,
        in plan: Plan
    ) -> RangeTarget {
        let quantizer = course.quantizer(of: result.range)
        let factor = min(max(quantizer - Self.numbers.quantizerOverFactor, 0), X265Limits.highestRateFactor)
        return RangeTarget(
            range: result.range,
            .alone(
                .constantRateFactor((factor * 100).rounded() / 100),
                expectedBits: Int(plannedBits(result, quantizer: quantizer, scale: scale, in: plan).rounded())
            )
        )
    }

    /// The scale that encodes at rate factors showed; 1 without any.
    ///
    /// It is a ratio of sums, because the total counts: single ranges take twice and half of what is expected.
    private func scale(_ scouted: [RangeResult], _ allocations: [Allocation], _ results: [RangeResult]) -> Double {
        let factors = Self.factors(allocations)
        let curves = Self.curves(of: scouted)
        var (taken, planned) = (0.0, 0.0)
        for result in results {
            guard let factor = factors[result.range], let curve = curves[result.range] else { continue }
            planned += curve.bits(atQuantizer: factor + Self.numbers.quantizerOverFactor)
            taken += Double(result.bits)
        }
        return taken > 0 && planned > 0 ? FilmScale.clamped(taken / planned) : 1
    }

    /// The rate factors of the first encodes, by range number.
    private static func factors(_ allocations: [Allocation]) -> [Int: Double] {
        let targets = allocations.filter { $0.pass == 2 }.flatMap(\.targets)
        let factors = targets.compactMap { target in target.rateFactor.map { (target.range, $0) } }
        return Dictionary(factors, uniquingKeysWith: { first, _ in first })
    }

    // MARK: - Further passes

    /// The quantisers at which ranges should have been encoded, by their own rate curves; empty for a film that was
    /// analysed before its encode.
    ///
    /// All of them may be wrong by the same number of steps: only their differences count.
    func wantedQuantizers(of film: EncodedFilm) -> [Int: Double] {
        guard Self.isWithoutAnalysis(film.allocations), let budgetBits else { return [:] }
        let factors = Self.factors(film.allocations)
        let accepted = inFilmOrder(film.accepted)
        let common = filmQuantizer(accepted, scale: 1, bits: budgetBits, in: film.plan)
        let offsets = departures(accepted, at: common, scale: 1, in: film.plan)
        var wanted: [Int: Double] = [:]
        for (result, encodes) in zip(accepted, film.history) {
            guard let factor = factors[result.range], let first = encodes.first, let curve = first.rateCurve,
                first.bits > 0, result.bits > 0
            else { continue }
            // A later encode is moved from the first one by its bits.
            let taken = curve.quantizer(forBits: Double(result.bits))
            let moved = taken - curve.quantizer(forBits: Double(first.bits))
            let deviation = factor + moved - (offsets[result.range] ?? 0)
            guard let quantizer = result.rateCurve?.quantizer(forBits: Double(result.bits)) else { continue }
            wanted[result.range] = quantizer - deviation
        }
        return wanted
    }

    /// The targets of ranges that were encoded far from the film, before much of it was known; none for other films.
    ///
    /// They are encoded again near the film. As far as that is possible, they also correct the film's total.
    ///
    /// - Parameter frames: frames that may be encoded again in total.
    func farTargets(_ rooms: [CorrectionRoom], in film: EncodedFilm, within frames: Double) -> [RangeTarget] {
        guard Self.isWithoutAnalysis(film.allocations), let budgetBits, !film.isCorrected else { return [] }
        // The rest of the budget is for the film's total, which these ranges may miss.
        var left = frames * Self.numbers.farShare
        let far = rooms.filter { $0.deviation.magnitude > Self.numbers.farSteps }.sorted { one, other in
            let (loss, less) = (one.lossOfDeviation, other.lossOfDeviation)
            return loss != less ? loss > less : one.result.range < other.result.range
        }.filter { room in
            let count = Double(room.result.frames.count)
            guard count <= left else { return false }
            left -= count
            return true
        }.sorted { $0.result.range < $1.result.range }
        guard !far.isEmpty else { return [] }
        let others = Double(film.bits) - far.reduce(0) { $0 + Double($1.result.bits) }
        var (fine, coarse) = (-Self.numbers.nearSteps, Self.numbers.nearSteps)
        for _ in 0..<50 {
            let middle = (fine + coarse) / 2
            if far.reduce(others, { $0 + $1.bits(atDeviation: middle) }) > budgetBits {
                fine = middle
            } else {
                coarse = middle
            }
        }
        return far.map { refed($0.result, bits: $0.bits(atDeviation: (fine + coarse) / 2), in: film) }
    }
}

/// When a film with an average rate, without a buffer and without a metric, is analysed before its encode.
package enum AnalysisUse: Hashable, Sendable {
    case always
    case inFilmsOfFewRanges
    /// Not even in an excerpt of few ranges, which stands for a film of many.
    case never
}

extension Allocation {
    /// The targets of one step; nil after the last one.
    fileprivate func limited(to number: Int, of steps: EncodingSteps) -> Allocation? {
        guard let ranges = steps.ranges[safely: number - 1].map(Set.init) else { return nil }
        var allocation = self
        allocation.wave = number
        allocation.targets = targets.filter { ranges.contains($0.range) }
        allocation.explanation = "step \(number) of \(steps.ranges.count) " + explanation
        return allocation
    }
}

extension EncodedFilm {
    /// Whether a further pass was decided already.
    var isCorrected: Bool { allocations.contains { Pipeline.isFurther(pass: $0.pass) } }
}

extension CorrectionRoom {
    /// What its deviation costs the film, in any unit: a film loses by the variance of its quantisers.
    var lossOfDeviation: Double { Double(result.bits) * deviation * deviation }
}
