/// How far a job is and how long it still takes, as a line among its events: what a bar on a terminal shows, for
/// programs.
package struct ProgressPace: Hashable, Sendable, Encodable {
    /// Always `pace`.
    package let type = "pace"
    /// What is being done, as in `encode`.
    package let activity: String
    /// Number of the pass; 0 where there are none.
    package let pass: Int
    /// Seconds since the job started or went on.
    package let elapsedSeconds: Double
    /// How much of all work is done, 0 to 1; never less than it was.
    package let fraction: Double
    /// Seconds that the rest takes at the pace so far; not there before there is a pace to speak of.
    package let remainingSeconds: Double?
    /// Frames a second of all workers together, over the last while.
    package let framesPerSecond: Double?

    /// The pace of a state.
    package init(_ state: ProgressState) {
        activity = state.activity
        pass = state.pass
        elapsedSeconds = state.elapsedSeconds
        fraction = state.fraction
        remainingSeconds = state.remainingSeconds
        framesPerSecond = state.framesPerSecond
    }
}
