/// A frame that differs from the recorded one because the source is damaged.
public struct DamagedFrame: Hashable, Sendable, Codable {
    /// Its number in the resulting film.
    public var frame: Int
    /// When it is presented in that film.
    public var time: MediaTime
    /// The damage, in the words of the demuxer or decoder.
    public var cause: String

    /// Creates a record of a frame.
    public init(frame: Int, time: MediaTime, cause: String) {
        self.frame = frame
        self.time = time
        self.cause = cause
    }
}
