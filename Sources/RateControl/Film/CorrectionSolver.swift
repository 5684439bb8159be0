/// Chooses which ranges are encoded again so that the film reaches its goal, and how far they may depart from it.
///
/// Sets of ranges are proposed, and the best is taken. One that corrects the whole miss is better than one that does
/// not, and then one within the budget of frames. After that a smaller deviation is better, then ranges that asked for
/// another pass, and then fewer frames. A set beyond the budget has one range. Where no set corrects the whole miss,
/// the one that comes nearest is taken.
struct CorrectionSolver {
    /// A range that can be encoded again.
    struct Candidate {
        /// Number of the range.
        let range: Int
        /// Frames that count against the budget.
        let frames: Int
        /// By how much it departs from the film, in the direction in which the correction moves it.
        let deviation: Double
        /// Whether its encoder asked for another pass, and missed in the direction of the film.
        let asks: Bool
        /// Whether `gain` is a prediction from the range's own rate curve.
        let isPredicted: Bool
        /// What it corrects when it is moved to a deviation; 0 when it is there already.
        let gain: (_ deviation: Double) -> Double
    }

    /// What has to be corrected, in the unit of the candidates' gains; positive.
    let needed: Double
    /// Frames that may be encoded again.
    let frames: Double
    /// The deviations that ranges may have, the smallest first; not empty.
    let deviations: [Double]
    /// A set that corrects less is not worth its time.
    let leastGain: Double

    /// The ranges that are encoded again.
    struct Choice {
        /// Numbers of the ranges, in film order.
        let ranges: [Int]
        /// The deviation that all of them are moved to.
        let deviation: Double

        static let nothing = Choice(ranges: [], deviation: 0)
    }

    /// The best choice; no ranges where none is worth its time.
    func choice(of candidates: [Candidate]) -> Choice {
        let candidates = candidates.sorted { $0.range < $1.range }
        let proposals = deviations.indices.flatMap { sets(candidates, upTo: $0) }
        let best = proposals.min { $0.rank.lexicographicallyPrecedes($1.rank) }
        if let best { return moved(best.members, upTo: deviations[best.step]) }
        // Little is known of ranges without a prediction: one of them is tried.
        let unknown = candidates.filter { !$0.isPredicted }.min { ($0.frames, $0.range) < ($1.frames, $1.range) }
        return Choice(ranges: unknown.map { [$0.range] } ?? [], deviation: deviations.last ?? 0)
    }

    // MARK: - Proposals

    private struct Proposal {
        let members: [Candidate]
        /// Index of the largest deviation.
        let step: Int
        /// Smaller numbers are better; the first that differs decides.
        let rank: [Double]
    }

    private typealias Weighed = (candidate: Candidate, gain: Double)

    private func sets(_ candidates: [Candidate], upTo step: Int) -> [Proposal] {
        let weighed = candidates.map { (candidate: $0, gain: $0.gain(deviations[step])) }.filter { $0.gain > 0 }
        let affordable = weighed.filter { Double($0.candidate.frames) <= frames }
        let sets = [filled(affordable.filter(\.candidate.asks)), filled(affordable)] + weighed.map { [$0] }
        return sets.compactMap { proposal($0, upTo: step) }
    }

    private func proposal(_ members: [Weighed], upTo step: Int) -> Proposal? {
        guard !members.isEmpty else { return nil }
        let gain = members.reduce(0) { $0 + $1.gain }
        let count = members.reduce(0) { $0 + $1.candidate.frames }
        let exceeds = Double(count) > frames ? 1.0 : 0
        let rank: [Double]
        if gain >= needed {
            let asks = members.allSatisfy(\.candidate.asks) ? 0.0 : 1
            rank = [0, exceeds, Double(step), asks, Double(count)]
        } else {
            guard step == deviations.count - 1, gain > leastGain else { return nil }
            rank = [1, -gain, exceeds]
        }
        return Proposal(members: members.map(\.candidate), step: step, rank: rank)
    }

    /// A set within the budget that is filled until it suffices. Ranges that correct most for each frame come first.
    private func filled(_ weighed: [Weighed]) -> [Weighed] {
        func cost(_ member: Weighed) -> Double { -member.gain / Double(max(member.candidate.frames, 1)) }
        var chosen: [Weighed] = []
        var (sum, count) = (0.0, 0.0)
        for member in weighed.sorted(by: { (cost($0), $0.candidate.range) < (cost($1), $1.candidate.range) }) {
            if sum >= needed { break }
            guard count + Double(member.candidate.frames) <= frames else { continue }
            chosen.append(member)
            sum += member.gain
            count += Double(member.candidate.frames)
        }
        return chosen
    }

    /// Moves ranges as far as the miss requires, or as far as they may be moved. Ranges that are there already are left
    /// out.
    private func moved(_ members: [Candidate], upTo largest: Double) -> Choice {
        func gain(_ deviation: Double) -> Double { members.reduce(0) { $0 + $1.gain(deviation) } }
        var (near, far) = (members.map(\.deviation).min() ?? 0, largest)
        if gain(far) > needed {
            for _ in 0..<50 {
                let middle = (near + far) / 2
                if gain(middle) > needed { far = middle } else { near = middle }
            }
        }
        let ranges = members.filter { $0.gain(far) != 0 }.map(\.range)
        return Choice(ranges: ranges.sorted(), deviation: far)
    }
}
