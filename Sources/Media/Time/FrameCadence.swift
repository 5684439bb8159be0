/// Finds out whether frames have equal durations, in any order of the frames. The duration of the frame that is
/// presented last does not count: a film may end before its next frame would be due.
package struct FrameCadence: Sendable {
    private var last: (tick: Int64, duration: Int64)?
    private var common: Int64?
    private var isConstant = true

    /// Creates a cadence without frames.
    package init() {}

    /// Adds a frame: when it is presented, and for how long, in ticks.
    package mutating func add(tick: Int64, duration: Int64) {
        guard let last else {
            self.last = (tick, duration)
            return
        }
        if tick > last.tick {
            self.last = (tick, duration)
            count(last.duration)
        } else {
            count(duration)
        }
    }

    /// The frame rate; nil if the durations differ, and without frames.
    package func rate(timescale: Int32) -> FrameRate? {
        guard isConstant, let duration = common ?? last?.duration, duration > 0, let seconds = Int32(exactly: duration)
        else { return nil }
        return FrameRate(frames: timescale, seconds: seconds)
    }

    private mutating func count(_ duration: Int64) {
        if let common, common != duration { isConstant = false }
        common = duration
    }
}
