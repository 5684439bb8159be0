import Jobs
import RateModel

/// What earlier passes over a range taught of how far its encoder lands from its target.
///
/// Fed with the same statistics an encoder lands as far beside as before; with those of a newer pass it lands
/// elsewhere.
struct LandingLesson {
    /// The pass whose statistics all of these encodes were fed with.
    let statisticsPass: Int
    /// Target bits of the encoder and the bits that it took, smallest target first; never empty.
    private let landings: [(told: Int, took: Int)]

    private static let largestShift = RateModelParameters.standard.correction.largestShift

    /// The lesson of a range's encodes that were fed as the accepted one was; where that was fed from an analysis,
    /// whose statistics say other things, of those that were fed from it and not accepted; nil without any.
    init?(of accepted: RangeResult, _ film: EncodedFilm) {
        var targets: [Int: RangeTarget] = [:]
        for allocation in film.allocations {
            for target in allocation.targets where target.range == accepted.range { targets[allocation.pass] = target }
        }
        let encodes = film.history.joined().filter { $0.range == accepted.range }
        guard var statisticsPass = targets[accepted.pass]?.statisticsPass else { return nil }
        // What was fed from the accepted one and came out worse is a lesson, too: told the same it would take the same
        // again.
        if statisticsPass == 1, encodes.contains(where: { targets[$0.pass]?.statisticsPass == accepted.pass }) {
            statisticsPass = accepted.pass
        }
        guard statisticsPass > 1 else { return nil }
        landings = encodes.compactMap { encode in
            guard let target = targets[encode.pass], target.statisticsPass == statisticsPass,
                let told = target.aimBits ?? target.targetBits
            else { return nil }
            return (told, encode.bits)
        }.sorted { $0.told < $1.told }
        guard !landings.isEmpty else { return nil }
        self.statisticsPass = statisticsPass
    }

    /// The target for the encoder at which it takes `wanted` bits: between two landings in proportion, beside all of
    /// them the nearest one's told bits, moved by what it lacked.
    func aim(at wanted: Int) -> Int {
        let below = landings.filter { $0.took <= wanted }.max { $0.took < $1.took }
        let above = landings.filter { $0.took > wanted }.min { $0.took < $1.took }
        let aim: Double
        switch (below, above) {
        case (let low?, let high?):
            let share = Double(wanted - low.took) / Double(high.took - low.took)
            aim = Double(low.told) + share * Double(high.told - low.told)
        case (let nearest?, nil), (nil, let nearest?): aim = Double(nearest.told + wanted - nearest.took)
        case (nil, nil): return wanted
        }
        let shift = Double(wanted) * Self.largestShift
        return Int(min(max(aim, Double(wanted) - shift), Double(wanted) + shift).rounded())
    }
}
