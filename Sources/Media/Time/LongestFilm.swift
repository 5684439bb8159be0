/// How long a film can be: a time beyond it is damage, with which no arithmetic is begun that could overflow.
package enum LongestFilm {
    /// In seconds: ten thousand hours. In ticks of any timescale it has 57 bits at most.
    package static let seconds: Int64 = 36_000_000

    /// The same in words, for messages.
    package static let words = "10000 hours"

    /// Whether a time lies so near to the origin of the presentation that a film can have it.
    package static func holds(_ time: MediaTime) -> Bool {
        (MediaTime(value: -seconds, timescale: 1)...MediaTime(value: seconds, timescale: 1)).contains(time)
    }
}
