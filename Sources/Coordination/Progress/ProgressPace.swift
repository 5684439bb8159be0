/// How far a job is and how long it still takes, as a line among its events. Programs get with it what a terminal shows
/// as a progress bar.
package struct ProgressPace: Hashable, Sendable, Encodable {
    /// Always `pace`.
    package let type = "pace"
    /// The name of the film, if it is one of several and not the first.
    package let output: String?
    /// The current activity, as in `encode`.
    package let activity: String
    /// Number of the pass; 0 where there are no passes.
    package let pass: Int
    /// Seconds since the job was started or resumed.
    package let elapsedSeconds: Double
    /// The share of all work that is done, 0 to 1; it never falls.
    package let fraction: Double
    /// Seconds that the rest takes at the pace so far; absent until enough work is done to know the pace.
    package let remainingSeconds: Double?
    /// Frames per second of all workers together, over the last ten seconds.
    package let framesPerSecond: Double?

    /// The pace of a state, of one film of several if it is named.
    package init(_ state: ProgressState, output: String? = nil) {
        self.output = output
        activity = state.activity
        pass = state.pass
        elapsedSeconds = state.elapsedSeconds
        fraction = state.fraction
        remainingSeconds = state.remainingSeconds
        framesPerSecond = state.framesPerSecond
    }
}
