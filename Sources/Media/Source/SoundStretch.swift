/// A stretch of a sound track's media that is presented without a break.
public struct SoundStretch: Hashable, Sendable, Codable {
    /// The first media tick that is presented.
    public var from: Int64
    /// Media ticks that are presented from there on, positive.
    public var duration: Int64
    /// When the first of them sounds, on the film's own clock.
    public var start: MediaTime

    /// Creates a stretch.
    public init(from: Int64, duration: Int64, start: MediaTime) {
        self.from = from
        self.duration = duration
        self.start = start
    }
}
