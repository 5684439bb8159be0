/// A stretch of an audio track's media that is presented continuously.
public struct SoundStretch: Hashable, Sendable, Codable {
    /// The first media tick that is presented.
    public var from: Int64
    /// Media ticks that are presented from there on, positive.
    public var duration: Int64
    /// When the first of them is played, on the film's own clock.
    public var start: MediaTime

    /// Creates a stretch.
    public init(from: Int64, duration: Int64, start: MediaTime) {
        self.from = from
        self.duration = duration
        self.start = start
    }
}
