import Foundation
import Jobs
import Media
import RateModel

/// A decoder's buffer over all ranges of a film, for every rate control.
package struct FilmBuffer: Sendable {
    /// The bounds of the film.
    let limits: BufferLimits
    /// When each frame is presented; the n-th picture is removed from the buffer at the n-th of these times.
    let timeline: FrameTimeline
    /// Bits that each unit has beside those of its encoder, at most: dynamic HDR metadata.
    var metadataBits = 0

    private static let numbers = RateModelParameters.standard.buffer

    /// Creates the buffer of a film; nil for one without bounds.
    init?(_ limits: BufferLimits?, timeline: FrameTimeline) {
        guard let limits else { return nil }
        self.limits = limits
        self.timeline = timeline
    }

    /// The bits that the encoder of a range finds in the buffer at its start: a little fewer than planned or known.
    func encoderStart(_ bits: Int) -> Int {
        let size = Double(limits.bufferBits)
        return Int(min(max(Double(bits) - size * Self.numbers.startMargin, size * Self.numbers.leastStart), size))
    }

    /// The same for a range without an analysis: at each seam the buffer is assumed to be half full.
    func singlePassStart(_ range: Int) -> Int {
        range == 0 ? limits.initialBits : limits.bufferBits / Self.numbers.singlePassStartPart
    }

    /// Share of each access unit in a range's bits; equal shares where the result has no sizes of units.
    func shares(of result: RangeResult) -> [Double] {
        let total = Double(result.unitBits?.reduce(0, +) ?? 0)
        guard let units = result.unitBits, units.count == result.frames.count, total > 0 else {
            return Array(repeating: 1 / Double(max(result.frames.count, 1)), count: result.frames.count)
        }
        return units.map { Double($0) / total }
    }

    // MARK: - Judging

    /// The fullness of the buffer in a film of these results; nil while a range or the sizes of its units are missing.
    func passage(of results: [RangeResult], in plan: Plan) -> BufferPassage? {
        unitBits(of: results, in: plan).map(passage)
    }

    /// The sizes of the units of each range, in film order; nil while some are missing.
    private func unitBits(of results: [RangeResult], in plan: Plan) -> [[Int]]? {
        guard results.count == plan.ranges.count else { return nil }
        let units = results.sorted { $0.range < $1.range }.compactMap(\.unitBits)
        guard units.count == results.count, units.reduce(0, { $0 + $1.count }) == timeline.count else { return nil }
        return units
    }

    /// The fullness of the buffer with these units, range by range in film order: as many as the film has frames.
    func passage(of units: [[Int]]) -> BufferPassage {
        BufferPassage(
            limits,
            unitBits: metadataBits == 0 ? units : units.map { $0.map { $0 + metadataBits } },
            timescale: timeline.timescale,
            tick: { timeline.tick(of: min($0, timeline.count)) }
        )
    }

    /// The bits that are lost while the buffer is full, by range number: as many more could each range take in time.
    /// Empty while a range or the sizes of its units are missing.
    func lostBits(of results: [RangeResult], in plan: Plan) -> [Int: Double] {
        guard let units = unitBits(of: results, in: plan) else { return [:] }
        let bitsPerTick = Double(limits.bitsPerSecond) / Double(timeline.timescale)
        var (level, unit) = (Double(limits.initialBits), 0)
        var lost: [Int: Double] = [:]
        for (range, sizes) in zip(plan.ranges, units) {
            for size in sizes {
                let ticks = timeline.tick(of: min(unit + 1, timeline.count)) - timeline.tick(of: unit)
                level += Double(ticks) * bitsPerTick - Double(size + metadataBits)
                lost[range.index, default: 0] += max(level - Double(limits.bufferBits), 0)
                level = min(level, Double(limits.bufferBits))
                unit += 1
            }
        }
        return lost
    }

    /// Where the film overdraws the buffer, one sentence for each range.
    func misses(of results: [RangeResult], in plan: Plan) -> [String] { passage(of: results, in: plan)?.faults ?? [] }

    /// Whether an encode replaces an older one: true when fewer pictures of the film are late with it, false when more
    /// are, nil when the buffer does not decide.
    func prefers(_ newer: RangeResult, over older: RangeResult, in film: [RangeResult], of plan: Plan) -> Bool? {
        guard let before = passage(of: film, in: plan),
            let after = passage(of: film.map { $0.range == newer.range ? newer : $0 }, in: plan)
        else { return nil }
        if after.underflows != before.underflows { return after.underflows < before.underflows }
        if after.missingBits != before.missingBits { return after.missingBits < before.missingBits }
        return nil
    }

    // MARK: - Encoding again

    /// Encodes the ranges again that overdraw the buffer, and earlier ranges that drained it; nil when no range does.
    ///
    /// Their encoders get the actual fullness of the buffer, and a target that is smaller by the missing bits. A bound
    /// must be kept: the budget of further passes does not apply here, `passes.maximum` does.
    ///
    /// - Parameter target: the target of a range that is to take a number of bits, fewer than it has.
    func correction(
        of film: EncodedFilm,
        pass: Int,
        target: (_ result: RangeResult, _ bits: Double) -> RangeTarget
    ) -> CorrectionDecision? {
        let accepted = film.accepted.sorted { $0.range < $1.range }
        guard let passage = passage(of: accepted, in: film.plan), !passage.isInTime else { return nil }
        let savings = savings(passage, accepted)
        let story = "\(passage.underflows) pictures arrive too late in a buffer of \(limits.bufferBits / 1000) kbit"
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
                    ? "\(passage.parts[target.range].underflows) of its pictures arrive too late in the buffer"
                    : "it leaves too few bits in the buffer for a later range"
            )
        }
        return CorrectionDecision(
            allocation: Allocation(pass: pass, targets: targets, explanation: story, requests: requests),
            requests: requests,
            explanation: story
        )
    }

    /// The rate factor at which a range takes fewer bits than it did: about six steps halve them.
    static func factor(_ factor: Double, taking bits: Double, insteadOf taken: Int) -> Double {
        let share = max(bits / Double(max(taken, 1)), numbers.leastShareOfBits)
        return min(
            ((factor - RateModelParameters.standard.assumption.stepsPerOctave * log2(share)) * 100).rounded() / 100,
            X265Limits.highestRateFactor
        )
    }

    /// Bits that ranges must save so that no picture is late, by range number.
    private func savings(_ passage: BufferPassage, _ accepted: [RangeResult]) -> [Int: Double] {
        var savings: [Int: Double] = [:]
        for shortage in shortages(of: passage) {
            var chosen = [shortage.first]
            // One range can save a quarter of its bits. If that is not enough, earlier ranges that drained the buffer
            // save bits, too.
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

    /// Ranges that overdraw the buffer, without a full buffer between them. They have one cause, at the first of them.
    private struct Shortage {
        /// The first range in which pictures are late.
        let first: Int
        /// The last range before it in which the buffer was full, or the film's first range. Earlier ranges have no
        /// influence.
        let full: Int
        /// Bits that must be saved.
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
