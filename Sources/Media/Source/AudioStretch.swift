/// A stretch of an audio track's media that is presented continuously.
package struct AudioStretch: Hashable, Sendable, Codable {
    /// The first media tick that is presented.
    package var from: Int64
    /// Media ticks that are presented from there on, positive.
    package var duration: Int64
    /// When the first of them is played, on the film's own clock.
    package var start: MediaTime

    /// Creates a stretch.
    package init(from: Int64, duration: Int64, start: MediaTime) {
        self.from = from
        self.duration = duration
        self.start = start
    }
}
