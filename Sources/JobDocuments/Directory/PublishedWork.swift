package import Jobs

/// What a job directory holds that can be relied on: read from documents whose files were found as they say.
package struct PublishedWork: Hashable, Sendable {
    /// Coarse ranges that the scout has looked at.
    package var scouted: Set<Int> = []
    /// Where scenes start, once that was concluded.
    package var sceneCuts: SceneCutList?
    /// How the film is cut.
    package var plan: Plan?
    /// What was decided for each wave, by pass and wave.
    package var allocations: [Allocation] = []
    /// Results by pass and range.
    package var results: [Int: [Int: RangeResult]] = [:]
    /// Which passes make the film.
    package var selection: FilmSelection?
    /// The muxed film, under its temporary or its final name.
    package var mux: MuxResult?
    /// Why a muxed film that was published was just thrown away; nil when none was.
    package var rejectedFilm: String?
    /// True when the muxed film has its final name.
    package var isFilmInPlace = false
    /// What verification found in the muxed film.
    package var verifications: [VerifyResult] = []
    /// The record of the finished film, when it fits the film in place.
    package var finished: FinishedFilm?

    /// Nothing at all.
    package init() {}

    /// The allocation of a wave.
    package func allocation(pass: Int, wave: Int) -> Allocation? {
        allocations.first { $0.pass == pass && $0.wave == wave }
    }

    /// What a range was asked for in a pass.
    package func target(pass: Int, range: Int) -> RangeTarget? {
        for allocation in allocations where allocation.pass == pass {
            if let target = allocation.targets.first(where: { $0.range == range }) { return target }
        }
        return nil
    }

    /// What every range was asked for in a pass, by range: for whoever asks about many of them.
    package func targets(pass: Int) -> [Int: RangeTarget] {
        let targets = allocations.lazy.filter { $0.pass == pass }.flatMap(\.targets).map { ($0.range, $0) }
        return Dictionary(targets) { first, _ in first }
    }

    /// The result of a range in a pass.
    package func result(pass: Int, range: Int) -> RangeResult? { results[pass]?[range] }
}
