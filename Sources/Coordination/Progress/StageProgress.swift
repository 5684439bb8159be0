/// How far one stage of a job is, in frames. Frames of ranges that are encoded again count again.
struct StageProgress: Sendable {
    /// All frames of the stage.
    var total: Double
    /// Frames that are done, in this run or before.
    var done = 0.0
    /// Frames that were done in this run of the job.
    var own = 0.0
    /// Seconds that workers took for units that ended in this run, and the frames of these units.
    var measured = (seconds: 0.0, frames: 0.0)

    /// Creates a stage without any work done.
    init(total: Double) { self.total = total }

    /// Frames that were done before this run.
    var before: Double { max(done - own, 0) }

    /// Notes the begin of a wave.
    ///
    /// - Parameters:
    ///   - needed: frames that the wave still has to do.
    ///   - later: frames that the stage has to do after the wave.
    mutating func begin(needed: Double, later: Double = 0) {
        total = max(total, needed + later)
        done = total - needed - later
    }

    /// Notes that all work of the stage is done.
    mutating func complete() { done = total }

    /// Notes the time of a unit.
    mutating func measure(seconds: Double, frames: Double) {
        guard seconds.isFinite, seconds > 0, frames > 0 else { return }
        measured.seconds += seconds
        measured.frames += frames
    }
}
