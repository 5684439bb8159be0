/// How far one stage of a job is, in frames of the film; those of ranges that are encoded again count again.
struct StageProgress: Sendable {
    /// Frames that the stage is over.
    var total: Double
    /// Frames that are done, whoever did them.
    var done = 0.0
    /// Frames that were done since this run of the job began.
    var own = 0.0
    /// Seconds that workers took for units that ended in this run, and the frames of these.
    var measured = (seconds: 0.0, frames: 0.0)

    /// Creates a stage of which nothing is done.
    init(total: Double) { self.total = total }

    /// Frames that were done before this run.
    var before: Double { max(done - own, 0) }

    /// A wave begins that has so many frames left, and of which the film has so many after it.
    mutating func begin(needed: Double, later: Double = 0) {
        total = max(total, needed + later)
        done = total - needed - later
    }

    /// Everything of the stage is done.
    mutating func complete() { done = total }

    /// Notes what a unit took.
    mutating func measure(seconds: Double, frames: Double) {
        guard seconds.isFinite, seconds > 0, frames > 0 else { return }
        measured.seconds += seconds
        measured.frames += frames
    }
}
