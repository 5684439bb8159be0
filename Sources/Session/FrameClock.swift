import Media

/// The times of the frames that a session was given, until they make a timeline.
///
/// All times have the timescale of the first frame, or are exact in it.
struct FrameClock {
    private var timescale: Int32?
    private var ticks: [Int64] = []
    private var endTick: Int64 = 0

    /// Number of frames.
    var count: Int { ticks.count }

    /// Adds the next frame. Throws unless it begins after the previous one and has a duration.
    mutating func add(_ start: MediaTime, duration: MediaTime) throws(SessionError) {
        func refusal(_ cause: String) -> SessionError {
            SessionError(
                .wrongFrame,
                attempted: "encode a frame",
                subject: "the frame at \(start)",
                cause: cause,
                remedy: "Give every frame once, in presentation order."
            )
        }
        let scale = timescale ?? start.timescale
        guard let tick = start.exactly(in: scale)?.value, let length = duration.exactly(in: scale)?.value else {
            throw refusal("its time or its duration of \(duration) is not a multiple of 1/\(scale) s")
        }
        let (end, overflow) = tick.addingReportingOverflow(length)
        guard length > 0, !overflow else { throw refusal("its duration is \(duration)") }
        if let last = ticks.last, tick <= last {
            throw refusal(tick == last ? "a frame at this time was given" : "a later frame was given before it")
        }
        timescale = scale
        ticks.append(tick)
        endTick = end
    }

    /// The timeline of all frames; nil without any. A frame is presented until the next one begins.
    var timeline: FrameTimeline? {
        timescale.flatMap { FrameTimeline(timescale: $0, presentationTicks: ticks, endTick: endTick) }
    }
}
