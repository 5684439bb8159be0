package import Jobs

/// Work units that may run at once.
struct Wave: Hashable, Sendable {
    /// What they do.
    var stage: Stage
    /// Pass, or 0.
    var pass = 0
    /// Number within the pass, from 1.
    var number = 1
    /// The units that are still to do, in the order in which they start.
    var units: [WorkUnit]
    /// Units that are done already.
    var done = 0
    /// What the mux is made of.
    var selection: FilmSelection?
}

extension WorkUnit {
    /// The unit whatever the attempt.
    package var work: WorkUnit { WorkUnit(stage: stage, pass: pass, ranges: ranges, attempt: 0) }
}
