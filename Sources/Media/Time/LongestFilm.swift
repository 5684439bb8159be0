/// The maximum length of a film. A later time is damage, and must not enter arithmetic that could overflow.
package enum LongestFilm {
    /// In seconds: ten thousand hours. In ticks of any timescale it needs at most 57 bits.
    package static let seconds: Int64 = 36_000_000

    /// The same in words, for messages.
    package static let words = "10000 hours"

    /// Whether a time is close enough to the origin of the presentation to be in a film.
    package static func holds(_ time: MediaTime) -> Bool {
        (MediaTime(value: -seconds, timescale: 1)...MediaTime(value: seconds, timescale: 1)).contains(time)
    }
}
