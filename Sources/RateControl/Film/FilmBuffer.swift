import Foundation
import Jobs
import Media
import RateModel

/// A decoder's buffer over a film of ranges: what a rate control asks of it, whatever else it aims at.
package struct FilmBuffer: Sendable {
    /// What bounds the film.
    let limits: BufferLimits
    /// When each frame is presented; the n-th picture is removed from the buffer at the n-th of these times.
    let timeline: FrameTimeline

    private static let numbers = RateModelParameters.standard.buffer

    /// Creates the buffer of a film; nil for one without bounds.
    init?(_ limits: BufferLimits?, timeline: FrameTimeline) {
        guard let limits else { return nil }
        self.limits = limits
        self.timeline = timeline
    }

    /// The bits in the buffer that the encoder of a range gets as its start: a little less than what is planned or
    /// known.
    func encoderStart(_ bits: Int) -> Int {
        let size = Double(limits.bufferBits)
        return Int(min(max(Double(bits) - size * Self.numbers.startMargin, size * Self.numbers.leastStart), size))
    }

    /// Each range by itself, without an analysis: half a buffer at each seam is assumed.
    func singlePassStart(_ range: Int) -> Int { range == 0 ? limits.initialBits : limits.bufferBits / 2 }

    /// Share of each access unit of a range's bits; equal ones where the result does not say.
    func shares(of result: RangeResult) -> [Double] {
        let total = Double(result.unitBits?.reduce(0, +) ?? 0)
        guard let units = result.unitBits, units.count == result.frames.count, total > 0 else {
            return Array(repeating: 1 / Double(max(result.frames.count, 1)), count: result.frames.count)
        }
        return units.map { Double($0) / total }
    }

    // MARK: - Judging

    /// What becomes of the buffer when these results make the film; nil while a range is missing or does not say how
    /// large its units are.
    func passage(of results: [RangeResult], in plan: Plan) -> BufferPassage? {
        guard results.count == plan.ranges.count else { return nil }
        let units = results.sorted { $0.range < $1.range }.compactMap(\.unitBits)
        guard units.count == results.count, units.reduce(0, { $0 + $1.count }) == timeline.count else { return nil }
        return passage(of: units)
    }

    /// What becomes of the buffer with these units, range by range in film order: as many as the film has frames.
    func passage(of units: [[Int]]) -> BufferPassage {
        BufferPassage(
            limits,
            unitBits: units,
            timescale: timeline.timescale,
            tick: { timeline.tick(of: min($0, timeline.count)) }
        )
    }

    /// What the film overdraws, a sentence for each range.
    func misses(of results: [RangeResult], in plan: Plan) -> [String] { passage(of: results, in: plan)?.faults ?? [] }

    /// Whether an encode takes the place of an older one because fewer pictures of the film come late with it, or stays
    /// out because more do; nil when the buffer has no say.
    func prefers(_ newer: RangeResult, over older: RangeResult, in film: [RangeResult], of plan: Plan) -> Bool? {
        guard let before = passage(of: film, in: plan),
            let after = passage(of: film.map { $0.range == newer.range ? newer : $0 }, in: plan)
        else { return nil }
        if after.underflows != before.underflows { return after.underflows < before.underflows }
        if after.missingBits != before.missingBits { return after.missingBits < before.missingBits }
        return nil
    }

    // MARK: - Encoding again

    /// Encodes the ranges again that overdraw the buffer, and those before them that drained it; nil when none does.
    ///
    /// Their encoders get the true fullness of the buffer, and a target of so many bits less that nothing is missing.
    /// A bound is a promise: the budget of further passes does not count here, `passes.maximum` does.
    ///
    /// - Parameter target: what a range is asked for that is to take so many bits, fewer than it has.
    func correction(
        of film: EncodedFilm,
        pass: Int,
        target: (_ result: RangeResult, _ bits: Double) -> RangeTarget
    ) -> CorrectionDecision? {
        let accepted = film.accepted.sorted { $0.range < $1.range }
        guard let passage = passage(of: accepted, in: film.plan), !passage.isInTime else { return nil }
        let savings = savings(passage, accepted)
        let story = "\(passage.underflows) pictures come too late for a buffer of \(limits.bufferBits / 1000) kbit"
        let targets = savings.keys.sorted().map { range in
            let bits = Double(accepted[range].bits)
            var target = target(accepted[range], bits - min(savings[range] ?? 0, Self.numbers.largestSaving * bits))
            target.bufferStart = encoderStart(passage.parts[range].startBits)
            return target
        }
        let requests = targets.map { target in
            RequestDecision(
                range: target.range,
                pass: accepted[target.range].pass,
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

    /// The rate factor at which a range takes fewer bits than it did: six steps halve them, a little more or less.
    static func factor(_ factor: Double, taking bits: Double, insteadOf taken: Int) -> Double {
        let share = max(bits / Double(max(taken, 1)), numbers.leastShareOfBits)
        return min(
            ((factor - RateModelParameters.standard.assumption.stepsPerOctave * log2(share)) * 100).rounded() / 100,
            51
        )
    }

    /// Bits that ranges are to save so that nothing comes late, by range.
    private func savings(_ passage: BufferPassage, _ accepted: [RangeResult]) -> [Int: Double] {
        var savings: [Int: Double] = [:]
        for shortage in shortages(of: passage) {
            var chosen = [shortage.first]
            // A range of its own can give a quarter of its bits; beyond that those that drained the buffer before it
            // do, too.
            for earlier in (shortage.full..<shortage.first).reversed()
            where shortage.missing > Self.numbers.ownSaving * chosen.reduce(0, { $0 + Double(accepted[$1].bits) }) {
                chosen.append(earlier)
            }
            let bits = chosen.reduce(0) { $0 + Double(accepted[$1].bits) }
            for range in chosen {
                let share = shortage.missing * Double(accepted[range].bits) / max(bits, 1)
                savings[range] = max(savings[range] ?? 0, share)
            }
        }
        return savings
    }

    /// Ranges in a row that overdraw the buffer, with nothing between them that found it full: one cause, at the first
    /// of them.
    private struct Shortage {
        /// The first range in which pictures come late.
        let first: Int
        /// The last range up to there in which the buffer was full, or the film's first: what lies before has no part
        /// in it.
        let full: Int
        /// Bits that are to be saved.
        var missing: Double
    }

    private func shortages(of passage: BufferPassage) -> [Shortage] {
        var found: [Shortage] = []
        for (index, part) in passage.parts.enumerated() where part.underflows > 0 {
            let missing = Double(-part.leastBits) + Double(limits.bufferBits) * Self.numbers.correctionMargin
            let full = passage.parts[..<index].lastIndex { $0.lastFullUnit != nil } ?? 0
            if let last = found.last, full <= last.first {
                found[found.count - 1].missing = max(last.missing, missing)
            } else {
                found.append(Shortage(first: index, full: full, missing: missing))
            }
        }
        return found
    }
}
