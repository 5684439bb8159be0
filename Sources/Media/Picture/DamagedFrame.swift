/// A frame that differs from the recorded one because the source is damaged.
package struct DamagedFrame: Hashable, Sendable, Codable {
    /// Its number in the resulting film.
    package var frame: Int
    /// When it is presented in that film.
    package var time: MediaTime
    /// The damage, in the words of the demuxer or decoder.
    package var cause: String

    /// Creates a record of a frame.
    package init(frame: Int, time: MediaTime, cause: String) {
        self.frame = frame
        self.time = time
        self.cause = cause
    }
}
