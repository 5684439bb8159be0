import Jobs

/// Work units that may run at the same time.
struct Wave: Hashable, Sendable {
    /// Their stage.
    var stage: Stage
    /// Number of the pass; 0 for a stage without passes.
    var pass = 0
    /// Number within the pass, from 1.
    var number = 1
    /// The units that are still to do, in the order in which they start.
    var units: [WorkUnit]
    /// Number of units that are done already.
    var done = 0
    /// The encodes that the film is muxed from; nil for other stages.
    var selection: FilmSelection?
}
