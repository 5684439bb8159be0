import Foundation
import RateModel

/// Which ranges go first in pass 2: those that leave workers waiting little, and from which the rest can be predicted.
struct SampleChoice {
    /// A range that may go first.
    struct Candidate: Hashable {
        let range: Int
        let frames: Int
        /// How long its encode takes, see `ExpectedEffort`.
        let effort: Double
        /// Bits that it is planned to take.
        let bits: Double
        /// What tells it apart; nil where nothing is known.
        let kind: FinalScale.Kind?
    }

    /// A choice must not depend on the machine: it is made for the fewest workers that can wait for each other.
    let workers: Int

    private static let numbers = RateModelParameters.standard.sample

    /// Some of the ranges, by their numbers; none where there are fewer than that.
    ///
    /// - Parameter counts: how many; of several numbers the one that is worth most.
    func ranges(_ candidates: [Candidate], counts: [Int]) -> Set<Int> {
        let ordered = candidates.sorted { ($0.effort, $0.range) < ($1.effort, $1.range) }
        let frames = ordered.reduce(0.0) { $0 + Double($1.frames) }
        // The length in which an average frame of the film lies.
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
                // All of it is waste: cores that wait, a sample that is not as long as the rest, encoding again what it
                // did not tell, and a rest that pays for what the sample was planned wrongly.
                let cost =
                    waves / whole + Self.numbers.lengthWeight * max(mean / typical, typical / mean)
                    + Self.numbers.missWeight * Self.expectedMiss(of: others, knowing: members)
                    + Self.numbers.lossWeight * Self.expectedLoss(of: others, after: members)
                if cost < best?.cost ?? .infinity { best = (cost, group) }
            }
        }
        return Set((best?.group ?? []).map { ordered[$0].range })
    }

    /// Groups of places in the order of efforts: all of a small film, else neighbours, pairs of any two, and pairs of
    /// neighbours that lie evenly. Of long films not all of them: each is held against every range.
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

    /// Every group of so many places, each in rising order.
    private func combinations(of count: Int, among total: Int) -> [[Int]] {
        (0..<count).reduce([[]]) { groups, _ in
            groups.flatMap { group in ((group.last ?? -1) + 1..<total).map { group + [$0] } }
        }
    }

    /// What the rest is expected to miss of the film's bits when some ranges are known, as a fraction: by how far each
    /// of the others is from what is known of its like, and by chance.
    private static func expectedMiss(of others: [Candidate], knowing members: [Candidate]) -> Double {
        let bits = (others + members).reduce(0) { $0 + $1.bits }
        guard bits > 0 else { return 0 }
        let chance = others.reduce(0) { $0 + pow($1.bits / bits * numbers.scatter, 2) }.squareRoot()
        // Of long films some of each say as much as all of them.
        let known = thinned(members).compactMap(\.kind)
        var (unlike, regarded) = (0.0, 0.0)
        for other in thinned(others) {
            regarded += other.bits
            guard let kind = other.kind else { continue }
            let nearest = known.map { $0.distance(to: kind) }.min() ?? 0
            unlike += other.bits * numbers.strangeness * min(nearest / FinalScale.reach, 1)
        }
        guard regarded > 0 else { return chance }
        return unlike / regarded * others.reduce(0) { $0 + $1.bits } / bits + chance
    }

    /// At most some hundred of them, evenly from both ends.
    private static func thinned(_ candidates: [Candidate]) -> [Candidate] {
        let count = min(candidates.count, numbers.enough)
        return (0..<count).map { candidates[$0 * candidates.count / count] }
    }

    /// Bits that the film is expected to lose for its quality, as a fraction, because the rest makes up for what the
    /// sample was planned wrongly: of quantisers that scatter by a variance in nepers of bits a film loses one and a
    /// half times that.
    private static func expectedLoss(of others: [Candidate], after members: [Candidate]) -> Double {
        let (rest, sample) = (others.reduce(0) { $0 + $1.bits }, members.reduce(0) { $0 + $1.bits })
        guard rest > 0, sample > 0 else { return 0 }
        let share = sample / (sample + rest)
        let departure = numbers.priorScatter * sample / rest
        return numbers.lossOfVariance * share * (1 - share) * pow(departure, 2)
    }
}
