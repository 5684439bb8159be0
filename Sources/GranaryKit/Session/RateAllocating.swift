/// One rate control over many sessions, each of which encodes a part of a film, in this process or another one. Video
/// Toolbox has no counterpart.
///
///     var targets: [PartTargets] = []
///     repeat {
///         // In each session: setTargetsForNextPass, the pass over its timeRanges, partReport.
///         let reports = try runPass(targets)
///         targets = try allocator.targets(after: reports)
///     } while targets.contains { !$0.timeRanges.isEmpty }
///
/// `FilmRateAllocator` is the implementation of the library. A type of one's own can ask another machine, limit what a
/// part gets, or set the bits of each group by a rule of its own (`FilmRateAllocator.targets(for:groupBits:)`).
public protocol RateAllocating: Sendable {
    /// What each session encodes next.
    ///
    /// - Parameter reports: the last report of each session, in the order of the parts in the film. Each session has
    ///   ended its analysis.
    /// - Returns: the targets of each session, in the same order. The film is finished when no session has anything to
    ///   do.
    /// - Throws: `mismatch` for reports that do not belong together.
    func targets(after reports: [PartReport]) throws -> [PartTargets]
}
