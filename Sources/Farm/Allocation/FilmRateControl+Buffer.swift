import Foundation
import Media

/// A film whose rate is bounded from moment to moment: a decoder's buffer runs through all ranges.
extension FilmRateControl {
    /// Share of the buffer that the encoder is not told of at the start of a range: the seam may come out emptier than planned.
    private static let startMargin = 0.06
    /// Share of the buffer that a range which is encoded again must leave beyond what was missing.
    private static let correctionMargin = 0.05
    /// The smallest share of the buffer that an encoder is told it begins with; with less libx265 spoils the first picture.
    private static let leastStart = 0.1

    /// The rate that the encoder of a bounded range begins with, in bits: a little less than what is planned.
    func encoderStart(_ bits: Int, of limits: BufferLimits) -> Int {
        let size = Double(limits.bufferBits)
        return Int(min(max(Double(bits) - size * Self.startMargin, size * Self.leastStart), size))
    }

    /// Each range by itself, without an analysis: half a buffer at each seam is assumed.
    func singlePassStart(_ range: Int) -> Int? {
        encoder.buffer.map { range == 0 ? $0.initialBits : $0.bufferBits / 2 }
    }

    /// The plan of a bounded film.
    ///
    /// - Parameters:
    ///   - scale: bits of the final preset for one bit that the analysis foretells.
    ///   - encoded: ranges that are encoded already.
    func bufferPlan(
        _ limits: BufferLimits,
        _ analysis: [RangeResult],
        scale: Double,
        encoded: [RangeResult],
        in plan: Plan
    ) -> BufferPlan {
        let done = Dictionary(encoded.map { ($0.range, $0) }, uniquingKeysWith: { $1 })
        let entries = inFilmOrder(analysis).map { result in
            BufferPlan.Entry(
                shares: Self.shares(of: result),
                bits: { self.plannedBits(result, quantizer: $0, scale: scale, in: plan) },
                encoded: done[result.range]?.unitBits
            )
        }
        if let budgetBits {
            return BufferPlan(limits, timeline: timeline, entries: entries, filmBits: budgetBits)
        }
        // The analysis ran at the film's own rate factor: the quantiser at which it took its bits is the film's.
        let quantizers = analysis.compactMap { result in
            result.rateCurve.map { (bits: Double(result.bits), quantizer: $0.quantizer(forBits: Double(result.bits))) }
        }
        let bits = quantizers.reduce(0) { $0 + $1.bits }
        let quantizer = bits > 0 ? quantizers.reduce(0) { $0 + $1.bits * $1.quantizer } / bits : 28
        return BufferPlan(limits, timeline: timeline, entries: entries, quantizer: quantizer)
    }

    /// The target of a range under a plan.
    func boundedTarget(_ result: RangeResult, _ planned: BufferPlan, scale: Double, in plan: Plan) -> RangeTarget {
        let range = planned.ranges[result.range]
        var target: RangeTarget
        switch goal {
        case .constantRateFactor(let factor):
            let coarser = (min(factor + range.offset, 51) * 100).rounded() / 100
            target = RangeTarget(range: result.range, role: .alone, rate: .constantRateFactor(coarser))
        default:
            target = fedTarget(result, quantizer: planned.quantizer + range.offset, scale: scale, in: plan)
        }
        target.bufferStart = encoderStart(range.startBits, of: planned.limits)
        return target
    }

    /// Share of each access unit of a range's bits; equal ones where the analysis did not say.
    private static func shares(of result: RangeResult) -> [Double] {
        let total = Double(result.unitBits?.reduce(0, +) ?? 0)
        guard let units = result.unitBits, units.count == result.frames.count, total > 0 else {
            return Array(repeating: 1 / Double(max(result.frames.count, 1)), count: result.frames.count)
        }
        return units.map { Double($0) / total }
    }

    // MARK: - Judging

    /// What becomes of the buffer when these results make the film; nil for a film without bounds, and while a range is missing or
    /// does not say how large its units are.
    func passage(of results: [RangeResult], in plan: Plan) -> BufferPassage? {
        guard let limits = encoder.buffer, results.count == plan.ranges.count else { return nil }
        let units = inFilmOrder(results).compactMap(\.unitBits)
        guard units.count == results.count, units.reduce(0, { $0 + $1.count }) == timeline.count else { return nil }
        return BufferPassage(
            limits,
            unitBits: units,
            timescale: timeline.timescale,
            tick: { timeline.tick(of: min($0, timeline.count)) }
        )
    }

    /// What the film overdraws, a sentence for each range.
    package func misses(of results: [RangeResult], in plan: Plan) -> [String] {
        passage(of: results, in: plan)?.faults ?? []
    }

    /// An encode is kept when with it fewer pictures come late, or as many and it lies nearer to what it was asked for.
    package func accepts(
        _ newer: RangeResult,
        over older: RangeResult,
        target: RangeTarget,
        in film: [RangeResult],
        of plan: Plan
    ) -> Bool {
        guard let before = passage(of: film, in: plan),
            let after = passage(of: film.map { $0.range == newer.range ? newer : $0 }, in: plan)
        else { return accepts(newer, over: older, target: target) }
        if after.underflows != before.underflows { return after.underflows < before.underflows }
        if after.missingBits != before.missingBits { return after.missingBits < before.missingBits }
        return accepts(newer, over: older, target: target)
    }

    /// Encodes the ranges again that overdraw the buffer, and those before them that drained it; nil when none does.
    ///
    /// Their encoders are told what is in the buffer in truth, and to take so many bits less that nothing is missing.
    /// A bound is a promise: the budget of further passes does not count here, `passes.maximum` does.
    func bufferCorrection(of film: EncodedFilm, pass: Int) -> CorrectionDecision? {
        let accepted = inFilmOrder(film.accepted)
        guard let limits = encoder.buffer, let passage = passage(of: accepted, in: film.plan), !passage.isInTime else {
            return nil
        }
        var savings: [Int: Double] = [:]
        for shortage in Self.shortages(of: passage) {
            var chosen = [shortage.first]
            // A range of its own can give a quarter of its bits; beyond that those that drained the buffer before it do, too.
            for earlier in (shortage.full..<shortage.first).reversed()
            where shortage.missing > 0.25 * chosen.reduce(0, { $0 + Double(accepted[$1].bits) }) {
                chosen.append(earlier)
            }
            let bits = chosen.reduce(0) { $0 + Double(accepted[$1].bits) }
            for range in chosen {
                savings[range] = max(
                    savings[range] ?? 0,
                    shortage.missing * Double(accepted[range].bits) / max(bits, 1)
                )
            }
        }
        let story = "\(passage.underflows) pictures come too late for a buffer of \(limits.bufferBits / 1000) kbit"
        let targets = savings.keys.sorted().map { range in
            let saved = min(savings[range] ?? 0, 0.5 * Double(accepted[range].bits))
            return corrected(accepted[range], by: -saved, start: passage.parts[range].startBits, limits, film)
        }
        let requests = targets.map { target in
            RequestDecision(
                range: target.range,
                timeRange: film.plan.ranges[target.range].timeRange,
                missedBy: Double(passage.parts[target.range].leastBits) / Double(limits.bufferBits),
                isGranted: true,
                reason: passage.parts[target.range].underflows > 0
                    ? "\(passage.parts[target.range].underflows) of its pictures come too late for the buffer"
                    : "it leaves too little in the buffer for a range behind it"
            )
        }
        return CorrectionDecision(
            allocation: Allocation(pass: pass, targets: targets, explanation: story, requests: requests),
            requests: requests,
            explanation: story
        )
    }

    /// Ranges in a row that overdraw the buffer, with nothing between them that found it full: one cause, at the first of them.
    private struct BufferShortage {
        /// The first range in which pictures come late.
        let first: Int
        /// The last range up to there in which the buffer was full, or the film's first: what lies before has no part in it.
        let full: Int
        /// Bits that are to be saved.
        var missing: Double
    }

    private static func shortages(of passage: BufferPassage) -> [BufferShortage] {
        var found: [BufferShortage] = []
        for (index, part) in passage.parts.enumerated() where part.underflows > 0 {
            let missing = Double(-part.leastBits) + Double(passage.limits.bufferBits) * correctionMargin
            let full = passage.parts[..<index].lastIndex { $0.lastFullUnit != nil } ?? 0
            if let last = found.last, full <= last.first {
                found[found.count - 1].missing = max(last.missing, missing)
            } else {
                found.append(BufferShortage(first: index, full: full, missing: missing))
            }
        }
        return found
    }

    /// The target of a range that is encoded again with other bits, and with what is in the buffer in truth.
    private func corrected(
        _ result: RangeResult,
        by bits: Double,
        start: Int,
        _ limits: BufferLimits,
        _ film: EncodedFilm
    ) -> RangeTarget {
        var target: RangeTarget
        if case .constantRateFactor(let factor) = goal {
            // Six steps of the quantiser halve the bits, a little more or less.
            let share = max(1 + bits / Double(max(result.bits, 1)), 0.1)
            let last = film.allocations.reversed().lazy.flatMap(\.targets).first {
                $0.range == result.range && $0.role == .alone
            }
            var base = factor
            if case .constantRateFactor(let used) = last?.rate { base = used }
            let coarser = ((base - 6 * log2(share)) * 100).rounded() / 100
            target = RangeTarget(range: result.range, role: .alone, rate: .constantRateFactor(min(coarser, 51)))
        } else {
            target = refed(result, bits: Double(result.bits) + bits, in: film)
        }
        target.bufferStart = encoderStart(start, of: limits)
        return target
    }
}
