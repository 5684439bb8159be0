import Foundation

/// Which ranges go first in pass 2: those that leave workers waiting little, and from which the rest can be foretold.
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

    /// By what a range's bits lie beside what others of its kind tell of it, and how much further where there is none, as fractions.
    private static let (scatter, strangeness) = (0.03, 0.04)
    /// What a twentieth of the film's time weighs, and what a hundredth of its bits that the rest is expected to miss.
    private static let (waitingWeight, missWeight) = (20.0, 100.0)

    /// About how many groups of neighbours are looked at.
    static let neighbourLimit = 64

    /// Some of the ranges, by their numbers; none where there are fewer than that.
    func ranges(_ candidates: [Candidate], count: Int) -> Set<Int> {
        let ordered = candidates.sorted { ($0.effort, $0.range) < ($1.effort, $1.range) }
        let frames = ordered.reduce(0.0) { $0 + Double($1.frames) }
        // The length in which an average frame of the film lies.
        let typical = ordered.reduce(0.0) { $0 + pow(Double($1.frames), 2) } / max(frames, 1)
        let whole = ordered.reduce(0) { $0 + $1.effort } / Double(workers)
        guard count > 0, ordered.count >= count, typical > 0, whole > 0 else { return [] }
        var best: (cost: Double, group: [Int])?
        for group in groups(of: count, among: ordered.count) {
            let members = group.map { ordered[$0] }
            let isMember = Set(group)
            let others = ordered.indices.filter { !isMember.contains($0) }.map { ordered[$0] }
            let waves = [members, others].reduce(0) {
                $0 + ExpectedEffort.duration(of: $1.map(\.effort), workers: workers)
            }
            let mean = Double(members.reduce(0) { $0 + $1.frames }) / Double(count)
            // All three are waste: cores that wait, a sample that is not as long as the rest, and encoding again what it did not tell.
            let cost =
                Self.waitingWeight * waves / whole + max(mean / typical, typical / mean)
                + Self.missWeight * Self.expectedMiss(of: others, knowing: members)
            if cost < best?.cost ?? .infinity { best = (cost, group) }
        }
        return Set((best?.group ?? []).map { ordered[$0].range })
    }

    /// Groups of places in the order of efforts: neighbours, pairs of any two, and pairs of neighbours that lie evenly. Of long films
    /// not all of them: each is held against every range.
    func groups(of count: Int, among total: Int) -> [[Int]] {
        let last = total - count
        var groups = stride(from: 0, through: last, by: max(last / Self.neighbourLimit, 1)).map {
            Array($0..<$0 + count)
        }
        if count == 2 {
            for first in 0..<total { for second in first + 1..<total { groups.append([first, second]) } }
        } else if count % 2 == 0 {
            let pairs = count / 2
            let step = total / pairs
            for offset in 0..<max(step - 1, 1) {
                groups.append((0..<pairs).flatMap { [offset + $0 * step, offset + $0 * step + 1] })
            }
        }
        return groups.filter { $0.allSatisfy { $0 < total } && Set($0).count == count }
    }

    /// What the rest is expected to miss of the film's bits when some ranges are known, as a fraction: by how far each of the others
    /// is from what is known of its like, and by chance.
    private static func expectedMiss(of others: [Candidate], knowing members: [Candidate]) -> Double {
        let bits = (others + members).reduce(0) { $0 + $1.bits }
        guard bits > 0 else { return 0 }
        var (unlike, chance) = (0.0, 0.0)
        for other in others {
            let share = other.bits / bits
            chance += pow(share * scatter, 2)
            guard let kind = other.kind else { continue }
            let nearest = members.compactMap { $0.kind?.distance(to: kind) }.min() ?? 0
            unlike += share * strangeness * min(nearest / FinalScale.reach, 1)
        }
        return unlike + chance.squareRoot()
    }
}
