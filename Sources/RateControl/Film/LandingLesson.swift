import Jobs
import RateModel

/// How far earlier encodes of a range missed their targets.
///
/// An encoder that is fed with the same statistics misses its target by the same amount. Fed with the statistics of a
/// newer pass it misses by another amount.
struct LandingLesson {
    /// The pass whose statistics all of these encodes were fed with.
    let statisticsPass: Int
    /// Target bits of the encoder and the bits that it took, smallest target first; never empty.
    private let landings: [(target: Int, taken: Int)]

    /// How far a target may differ from the wanted bits, as a fraction.
    private let largestShift: Double

    private static let numbers = RateModelParameters.standard.correction

    /// Uses the encodes of a range that were fed with the same statistics as the accepted encode. Those of an analysis
    /// do not count. Where the accepted encode was fed from an analysis, the encodes count that were fed from the
    /// accepted encode. Nil without such encodes.
    init?(of accepted: RangeResult, _ film: EncodedFilm, keepsQuantizers: Bool) {
        var targets: [Int: FedTarget] = [:]
        for allocation in film.allocations {
            for target in allocation.targets where target.range == accepted.range {
                targets[allocation.pass] = target.fed
            }
        }
        let encodes = film.history.joined().filter { $0.range == accepted.range }
        // An encode that was not fed counts as one that was fed from the analysis: its own miss teaches nothing.
        var statisticsPass = targets[accepted.pass]?.statisticsPass ?? 1
        // An encode that was fed from the accepted one and came out worse counts, too: the same target would give the
        // same bits again.
        if statisticsPass == 1, encodes.contains(where: { targets[$0.pass]?.statisticsPass == accepted.pass }) {
            statisticsPass = accepted.pass
        }
        guard statisticsPass > 1 else { return nil }
        landings = encodes.compactMap { encode in
            guard let target = targets[encode.pass], target.statisticsPass == statisticsPass else { return nil }
            return (target.aimBits ?? target.bits, encode.bits)
        }.sorted { $0.target < $1.target }
        guard !landings.isEmpty else { return nil }
        self.statisticsPass = statisticsPass
        largestShift = keepsQuantizers ? Self.numbers.largestShiftOfKept : Self.numbers.largestShift
    }

    /// The target at which the encoder takes `wanted` bits. Between two encodes it is interpolated. Outside of them it
    /// is the target of the nearest encode, moved by the bits between that encode and `wanted`.
    func aim(at wanted: Int) -> Int {
        // An encode may take fewer bits than another with a smaller target. The innermost targets never repeat one.
        let below = landings.last { $0.taken <= wanted }
        let above = landings.first { $0.taken > wanted }
        let aim: Double
        if let below, let above, below.target < above.target {
            let share = Double(wanted - below.taken) / Double(above.taken - below.taken)
            aim = Double(below.target) + share * Double(above.target - below.target)
        } else {
            let nearest = landings.min { ($0.taken - wanted).magnitude < ($1.taken - wanted).magnitude }
            guard let nearest else { return wanted }
            aim = Double(nearest.target + wanted - nearest.taken)
        }
        let shift = Double(wanted) * largestShift
        return Int(min(max(aim, Double(wanted) - shift), Double(wanted) + shift).rounded())
    }
}
