/// How a file is read as a source, where somebody has to say it because the file does not.
public struct SourceReading: Hashable, Sendable, Codable {
    /// Number of the video track, from 0 among those of the file, cover pictures apart; nil for the first one that is
    /// enabled.
    public var track: Int?
    /// The frame rate of a film whose own times are missing or damaged: every picture that a decoder gives is a frame
    /// of it. Nil believes the file.
    public var frameRate: FrameRate?
    /// Whether damaged pictures are taken as the decoder conceals them, and missing ones are the pictures before them.
    public var concealsDamage: Bool

    /// Creates a reading.
    public init(track: Int? = nil, frameRate: FrameRate? = nil, concealsDamage: Bool = false) {
        self.track = track
        self.frameRate = frameRate
        self.concealsDamage = concealsDamage
    }

    /// The file's own word for everything, and an error for what is damaged.
    public static let standard = SourceReading()
}
