import Foundation
import RateModel

/// Chooses the ranges that pass 2 encodes first: workers should wait little, and the results should predict the rest.
struct SampleChoice {
    /// A range that may go first.
    struct Candidate: Hashable {
        let range: Int
        let frames: Int
        /// How long its encode takes, see `ExpectedEffort`.
        let effort: Double
        /// Bits that it is planned to take.
        let bits: Double
        /// Its kind; nil where nothing is known.
        let kind: FinalScale.Kind?
    }

    /// The number of workers that the choice is made for. It must not depend on the machine.
    let workers: Int

    private static let numbers = RateModelParameters.standard.sample

    /// The chosen ranges, by their numbers; none where there are too few candidates.
    ///
    /// - Parameter counts: sizes that the sample may have; the best one is chosen.
    func ranges(_ candidates: [Candidate], counts: [Int]) -> Set<Int> {
        let ordered = candidates.sorted { ($0.effort, $0.range) < ($1.effort, $1.range) }
        let frames = ordered.reduce(0.0) { $0 + Double($1.frames) }
        // The length of the range that an average frame of the film is in.
        let typical = ordered.reduce(0.0) { $0 + pow(Double($1.frames), 2) } / max(frames, 1)
        let whole = ordered.reduce(0) { $0 + $1.effort } / Double(workers)
        guard typical > 0, whole > 0 else { return [] }
        var best: (cost: Double, group: [Int])?
        for count in counts where count > 0 && count <= ordered.count {
            for group in groups(of: count, among: ordered.count) {
                let members = group.map { ordered[$0] }
                let isMember = Set(group)
                let others = ordered.indices.filter { !isMember.contains($0) }.map { ordered[$0] }
                let waves = [members, others].reduce(0) {
                    $0 + ExpectedEffort.duration(of: $1.map(\.effort), workers: workers)
                }
                let mean = Double(members.reduce(0) { $0 + $1.frames }) / Double(count)
                // Four losses: workers that wait, a sample of ranges that are longer or shorter than is typical, ranges
                // that are encoded again because the sample did not predict them, and errors of the sample's plan that
                // the rest makes up for.
                let cost =
                    waves / whole + Self.numbers.lengthWeight * max(mean / typical, typical / mean)
                    + Self.numbers.missWeight * Self.expectedMiss(of: others, knowing: members)
                    + Self.numbers.lossWeight * Self.expectedLoss(of: others, after: members)
                if cost < best?.cost ?? .infinity { best = (cost, group) }
            }
        }
        return Set((best?.group ?? []).map { ordered[$0].range })
    }

    /// Groups of places in the order of efforts. A small film has all groups. A larger one has groups of neighbours,
    /// groups of any two ranges, and groups of evenly spaced pairs of neighbours. A long film has only some of them,
    /// because each group is compared with every range.
    func groups(of count: Int, among total: Int) -> [[Int]] {
        if total <= Self.numbers.smallFilm { return combinations(of: count, among: total) }
        let last = total - count
        var groups = stride(from: 0, through: last, by: max(last / Self.numbers.neighbourLimit, 1)).map {
            Array($0..<$0 + count)
        }
        if count == 2 {
            groups += combinations(of: 2, among: total)
        } else if count % 2 == 0 {
            let pairs = count / 2
            let step = total / pairs
            for offset in 0..<max(step - 1, 1) {
                groups.append((0..<pairs).flatMap { [offset + $0 * step, offset + $0 * step + 1] })
            }
        }
        return groups.filter { $0.allSatisfy { $0 < total } && Set($0).count == count }
    }

    /// Every group of `count` places, each in ascending order.
    private func combinations(of count: Int, among total: Int) -> [[Int]] {
        (0..<count).reduce([[]]) { groups, _ in
            groups.flatMap { group in ((group.last ?? -1) + 1..<total).map { group + [$0] } }
        }
    }

    /// The fraction of the film's bits by which the rest is expected to miss when some ranges are known: because of the
    /// distance of each other range from the known kinds, and by chance.
    private static func expectedMiss(of others: [Candidate], knowing members: [Candidate]) -> Double {
        let bits = (others + members).reduce(0) { $0 + $1.bits }
        guard bits > 0 else { return 0 }
        let chance = others.reduce(0) { $0 + pow($1.bits / bits * numbers.scatter, 2) }.squareRoot()
        // In a long film, some ranges tell as much as all of them.
        let known = thinned(members).compactMap(\.kind)
        var (missed, regarded) = (0.0, 0.0)
        for other in thinned(others) {
            regarded += other.bits
            guard let kind = other.kind else { continue }
            let nearest = known.map { $0.distance(to: kind) }.min() ?? 0
            missed += other.bits * numbers.strangeness * min(nearest / FinalScale.reach, 1)
        }
        guard regarded > 0 else { return chance }
        return missed / regarded * others.reduce(0) { $0 + $1.bits } / bits + chance
    }

    /// At most `enough` candidates, evenly spaced.
    private static func thinned(_ candidates: [Candidate]) -> [Candidate] {
        let count = min(candidates.count, numbers.enough)
        return (0..<count).map { candidates[$0 * candidates.count / count] }
    }

    /// The fraction of its bits that the film is expected to lose because the rest makes up for errors in the plan of
    /// the sample, which makes quantisers unequal. The loss is one and a half times the variance of the quantisers, in
    /// nepers of bits.
    private static func expectedLoss(of others: [Candidate], after members: [Candidate]) -> Double {
        let (rest, sample) = (others.reduce(0) { $0 + $1.bits }, members.reduce(0) { $0 + $1.bits })
        guard rest > 0, sample > 0 else { return 0 }
        let share = sample / (sample + rest)
        let departure = numbers.priorScatter * sample / rest
        return numbers.lossOfVariance * share * (1 - share) * pow(departure, 2)
    }
}
