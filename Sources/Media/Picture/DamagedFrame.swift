/// A frame that is not what was recorded, as the source is damaged there.
public struct DamagedFrame: Hashable, Sendable, Codable {
    /// Its number in the film that is made.
    public var frame: Int
    /// When it is presented in that film.
    public var time: MediaTime
    /// What is wrong, in the words of demuxer or decoder.
    public var cause: String

    /// Creates a note of a frame.
    public init(frame: Int, time: MediaTime, cause: String) {
        self.frame = frame
        self.time = time
        self.cause = cause
    }
}
