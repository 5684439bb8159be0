/// What a probe found in a source: the video track, the sound, and what else there is.
public struct SourceDescription: Hashable, Sendable, Codable {
    /// Absolute path of the file that was probed.
    public var path: String
    /// What tells this file from another.
    public var identity: SourceIdentity
    /// Container by FFmpeg's name, as in `mov,mp4,m4a,3gp,3g2,mj2`.
    public var container: String
    /// The video track that is encoded.
    public var video: VideoTrack
    /// Sound tracks in file order, carried or not.
    public var audio: [AudioTrack]
    /// Subtitle tracks in file order, carried or not; nil for none.
    public var subtitles: [SubtitleTrack]?
    /// Chapters in order; nil for none.
    public var chapters: [Chapter]?
    /// What the film says of itself, sorted by key; nil for nothing.
    public var metadata: [MetadataItem]?
    /// The number of the first frame; nil for none.
    public var timecode: Timecode?
    /// What the file holds beside these: one line each for the report, as in "data track 3 (mebx)".
    public var notCarried: [String]
    /// How the file was read, where somebody said so; nil for its own word.
    public var reading: SourceReading?
    /// True for a file whose pictures carry no times and are counted: the container declares a rate and holds one
    /// picture a sample, so the n-th picture that is presented is shown when the n-th sample is. Nil for all others.
    public var countsSamples: Bool?
    /// The frame rate that the stream states of itself (VUI), for a raw stream whose pictures carry no times and are
    /// counted. Nil for all others.
    public var codedRate: FrameRate?
    /// Which frames of the file these are; nil for all. Times, sound and frame numbers are those of the part.
    public var cut: SourceCut?
    /// The films that it is made of, played one after the other, each with times of its own; nil for a single one.
    /// Path, container and form of the pictures are then the first one's; times, sound and frame numbers are those of
    /// all of them together.
    public var films: [SourceDescription]?
    /// What of the file could not be read and is not in the film, one line each; nil when there is nothing.
    public var damage: [String]?
    /// Version of libavformat, libavcodec and zimg that read the file, as in "libavformat 59.27.100, ...".
    public var readerBuild: String

    /// Creates a description.
    public init(
        path: String,
        identity: SourceIdentity,
        container: String,
        video: VideoTrack,
        audio: [AudioTrack],
        subtitles: [SubtitleTrack]? = nil,
        chapters: [Chapter]? = nil,
        metadata: [MetadataItem]? = nil,
        timecode: Timecode? = nil,
        notCarried: [String],
        reading: SourceReading? = nil,
        countsSamples: Bool? = nil,
        codedRate: FrameRate? = nil,
        cut: SourceCut? = nil,
        films: [SourceDescription]? = nil,
        damage: [String]? = nil,
        readerBuild: String
    ) {
        self.path = path
        self.identity = identity
        self.container = container
        self.video = video
        self.audio = audio
        self.subtitles = subtitles
        self.chapters = chapters
        self.metadata = metadata
        self.timecode = timecode
        self.notCarried = notCarried
        self.reading = reading
        self.countsSamples = countsSamples
        self.codedRate = codedRate
        self.cut = cut
        self.films = films
        self.damage = damage
        self.readerBuild = readerBuild
    }

    /// The rate at which the pictures that a decoder gives are counted, whatever times they have: the one that was
    /// named, or else that of the stream; nil where frames have times of their own.
    public var countedRate: FrameRate? { reading?.frameRate ?? codedRate }
}
