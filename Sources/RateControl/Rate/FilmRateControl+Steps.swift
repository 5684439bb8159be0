import Foundation
package import Jobs
import Media
import RateModel

/// The steps of pass 2. What the encodes so far took corrects the plan of the next step.
///
/// In a film of many ranges, the analysis is rough: it shows how ranges compare, and each is encoded with its own
/// lookahead at a rate factor. Other films are analysed, and each range is fed with its analysis.
extension FilmRateControl {
    private static let numbers = RateModelParameters.standard.steps

    /// Whether the analysis of a film is rough: it has an average rate, no buffer, no metric, and many ranges.
    package func isAnalysedRoughly(rangeCount: Int) -> Bool {
        guard budgetBits != nil, buffer == nil, optimized == nil else { return false }
        return switch roughAnalysis {
        case .never: false
        case .inFilmsOfManyRanges: rangeCount >= Self.numbers.leastRangesOfRough
        case .always: true
        }
    }

    /// Whether pass 1 was a rough analysis.
    static func hasRoughAnalysis(_ allocations: [Allocation]) -> Bool {
        allocations.first { $0.pass == 1 }?.targets.first?.role == .roughAnalysis
    }

    /// The rough analysis of every range.
    func roughAnalysis(of plan: Plan) -> Allocation {
        let factor = analysisRateFactor(in: plan)
        return Allocation(
            pass: 1,
            targets: plan.ranges.map {
                RangeTarget(range: $0.index, .roughAnalysis(rateFactor: factor))
            },
            explanation:
                "rough analysis at rate factor \(factor): in a film of \(plan.ranges.count) ranges, misses of single "
                + "ranges cancel out"
        )
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
        guard Self.hasRoughAnalysis(allocations) else {
            let steps = EncodingSteps(
                expectedBits(analysis, priorScale(in: plan), in: plan),
                isRough: false
            )
            return rest(of: plan, analysis: analysis, results: results).limited(to: number, of: steps)
        }
        let middle = analysisRateFactor(in: plan) + Self.numbers.quantizerOverFactor
        let curved = analysis.map { bent($0, around: middle) }
        let steps = EncodingSteps(expectedBits(curved, 1, in: plan), isRough: true)
        return factors(of: plan, curved, allocations, results).limited(to: number, of: steps)
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
        _ analysis: [RangeResult],
        _ allocations: [Allocation],
        _ results: [RangeResult]
    ) -> Allocation {
        let scale = scale(analysis, allocations, results)
        let done = Set(results.map(\.range))
        let remaining = analysis.filter { !done.contains($0.range) }
        let budget = budgetBits ?? 1
        let left = max(budget - Double(results.reduce(0) { $0 + $1.bits }), 1)
        let film = compressedCourse(analysis, remaining: analysis, scale: scale, bits: budget, in: plan)
        let rest = compressedCourse(analysis, remaining: remaining, scale: scale, bits: left, in: plan)
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

    /// The result of a rough analysis, with the curve of the final preset in other films: it has more bits, and falls
    /// faster.
    private func bent(_ result: RangeResult, around middle: Double) -> RangeResult {
        guard let curve = result.rateCurve else { return result }
        var result = result
        result.rateCurve = RateCurve(
            bits: curve.bits.enumerated().map { point, bits in
                let below = middle - Double(point) * RateCurve.step
                return Self.numbers.scaleOfRough * bits * exp2(Self.numbers.fallOfRough * below)
            },
            encoderSeconds: curve.encoderSeconds,
            codedShare: curve.codedShare
        )
        return result
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
    private func scale(_ analysis: [RangeResult], _ allocations: [Allocation], _ results: [RangeResult]) -> Double {
        let factors = Self.factors(allocations)
        let curves = Self.curves(of: analysis)
        var scale = FilmScale(prior: nil)
        for result in results {
            guard let factor = factors[result.range], let curve = curves[result.range] else { continue }
            let planned = curve.bits(atQuantizer: factor + Self.numbers.quantizerOverFactor)
            scale.add(taken: Double(result.bits), planned: planned)
        }
        return scale.value
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
        guard Self.hasRoughAnalysis(film.allocations), let budgetBits else { return [:] }
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
        guard Self.hasRoughAnalysis(film.allocations), let budgetBits, !film.isCorrected else { return [] }
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

/// When a film with an average rate, without a buffer and without a metric, is analysed roughly.
package enum RoughAnalysis: Hashable, Sendable {
    case never
    case inFilmsOfManyRanges
    /// Also in excerpts, which stand for a film of many ranges.
    case always
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
