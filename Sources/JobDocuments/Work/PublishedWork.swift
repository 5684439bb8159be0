package import Jobs

/// The valid work in a job directory, read from documents whose files match them.
package struct PublishedWork: Hashable, Sendable {
    /// Coarse ranges that the scout has scanned.
    package var scouted: Set<Int> = []
    /// Scene starts; nil if not determined yet.
    package var sceneCuts: SceneCutList?
    /// How the film is cut into ranges.
    package var plan: Plan?
    /// The allocation of each wave, by pass and wave.
    package var allocations: [Allocation] = []
    /// Results by pass and range.
    package var results: [Int: [Int: RangeResult]] = [:]
    /// Which passes become the film.
    package var selection: FilmSelection?
    /// The muxed film, under its temporary or its final name.
    package var mux: MuxResult?
    /// Why a published film was just discarded; nil if none was.
    package var rejectedFilm: String?
    /// True if the muxed film has its final name.
    package var isFilmInPlace = false
    /// Findings of the verification in the muxed film.
    package var verifications: [VerifyResult] = []
    /// The record of the finished film, if it matches the film in place.
    package var finished: FinishedFilm?

    /// Creates a value without any work.
    package init() {}

    /// The allocation of a wave.
    package func allocation(pass: Int, wave: Int) -> Allocation? {
        allocations.first { $0.pass == pass && $0.wave == wave }
    }

    /// The target of a range in a pass.
    package func target(pass: Int, range: Int) -> RangeTarget? {
        for allocation in allocations where allocation.pass == pass {
            if let target = allocation.targets.first(where: { $0.range == range }) { return target }
        }
        return nil
    }

    /// The targets of all ranges in a pass, by range: for callers that need many of them.
    package func targets(pass: Int) -> [Int: RangeTarget] {
        let targets = allocations.lazy.filter { $0.pass == pass }.flatMap(\.targets).map { ($0.range, $0) }
        return Dictionary(targets) { first, _ in first }
    }

    /// The result of a range in a pass.
    package func result(pass: Int, range: Int) -> RangeResult? { results[pass]?[range] }
}
