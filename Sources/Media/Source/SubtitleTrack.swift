/// A subtitle track of a source, carried as timed text (3GPP TS 26.245, sample entry `tx3g`).
package struct SubtitleTrack: Hashable, Sendable, Codable {
    /// Index of the stream in the container.
    package var streamIndex: Int
    /// Codec by FFmpeg's name: `subrip`, `webvtt`, `ass`, `mov_text`, ...
    package var codec: String
    /// Language of the track as ISO 639-2/T; `und` if unspecified.
    package var language: String
    /// Name of the track; nil if it has none.
    package var title: String?
    /// What the track is for; nil for an ordinary one.
    package var roles: [TrackRole]?
    /// Whether it is shown by default.
    package var isEnabled: Bool
    /// Whether all of it is forced: shown even if no subtitles are selected.
    package var isForced: Bool
    /// For a track of several films, its position in each of them, nil for a film that has no text in it. Nil if it is
    /// the same in all.
    package var positions: [Int?]?
    /// Ticks per second of its times, positive.
    package var timescale: Int32
    /// The content of the sample entry, for text that is copied; empty for text that is converted.
    package var configuration: [UInt8]
    /// Number of texts that are shown.
    package var textCount: Int
    /// Why the track cannot be carried; nil if it can.
    package var obstacle: String?
    /// True if it is drawn into the pictures, and therefore not carried as well; else nil.
    package var isBurned: Bool?
    /// Whether it is carried as timed text.
    package var isCarried: Bool { obstacle == nil && isBurned != true }
    /// What is lost of a carried track, such as its styles; nil if nothing is.
    package var loss: String?

    /// Creates a track description.
    package init(
        streamIndex: Int,
        codec: String,
        language: String,
        title: String? = nil,
        roles: [TrackRole]? = nil,
        isEnabled: Bool = false,
        isForced: Bool = false,
        positions: [Int?]? = nil,
        timescale: Int32,
        configuration: [UInt8] = [],
        textCount: Int = 0,
        obstacle: String? = nil,
        isBurned: Bool? = nil,
        loss: String? = nil
    ) {
        self.streamIndex = streamIndex
        self.codec = codec
        self.language = language
        self.title = title
        self.roles = roles
        self.isEnabled = isEnabled
        self.isForced = isForced
        self.positions = positions
        self.timescale = timescale
        self.configuration = configuration
        self.textCount = textCount
        self.obstacle = obstacle
        self.isBurned = isBurned
        self.loss = loss
    }
}
