/// The result of probing a source: the video track, the audio and the other contents.
package struct SourceDescription: Hashable, Sendable, Codable {
    /// Absolute path of the file that was probed.
    package var path: String
    /// The identity of the file.
    package var identity: SourceIdentity
    /// Container by FFmpeg's name, as in `mov,mp4,m4a,3gp,3g2,mj2`.
    package var container: String
    /// The video track that is encoded.
    package var video: VideoTrack
    /// Audio tracks in file order, carried or not.
    package var audio: [AudioTrack]
    /// Subtitle tracks in file order, carried or not; nil for none.
    package var subtitles: [SubtitleTrack]?
    /// Chapters in order; nil for none.
    package var chapters: [Chapter]?
    /// The film's tags, sorted by key; nil for none.
    package var metadata: [MetadataItem]?
    /// The timecode of the first frame; nil for none.
    package var timecode: Timecode?
    /// The other contents of the file: one line each for the report, as in "data track 3 (mebx)".
    package var notCarried: [String]
    /// How the file is read, if the user overrides what the file says; else nil.
    package var reading: SourceReading?
    /// True for a file whose pictures have no times and are counted: the container declares a rate and holds one
    /// picture per sample, so the n-th picture in presentation order is shown at the time of the n-th sample. Nil for
    /// all others.
    package var countsSamples: Bool?
    /// The frame rate that the stream declares (VUI), for a raw stream whose pictures have no times and are counted.
    /// Nil for all others.
    package var codedRate: FrameRate?
    /// The frames of the file that were selected; nil for all. Times, audio and frame numbers are those of the part.
    package var cut: SourceCut?
    /// The films that the source consists of, played one after the other, each with its own times; nil for a single
    /// one that is taken as it is. Path and container are then those of the first film; pictures are described as
    /// `FilmComposition` says; times, audio and frame numbers are those of the whole.
    package var films: [SourceDescription]?
    /// How its pictures are brought into the frame of the film, if the user says; else nil.
    package var fit: FrameFit?
    /// True if its pictures may be enlarged to fill the frame; else nil.
    package var isEnlarged: Bool?
    /// The film's own times, if each field of it becomes a frame; else nil.
    package var fields: FieldTimes?
    /// The frames that are repeated or left out for another frame rate; nil for a film in its own times.
    package var repetition: FrameRepetition?
    /// Files with dynamic HDR metadata that the user gave for the frames of the whole file, one of a kind at most; nil
    /// for none. They take the place of what the packets have.
    package var metadataFiles: [MetadataFile]?
    /// The subtitles that are drawn into its pictures, as `reading` asks; nil for none, and for several films.
    package var script: SubtitleScript?
    /// What could not be read of the file and is not in the film, one line each; nil if there is nothing.
    package var damage: [String]?
    /// Version of libavformat, libavcodec and zimg that read the file, as in "libavformat 59.27.100, ...".
    package var readerBuild: String

    /// Creates a description.
    package init(
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
        fit: FrameFit? = nil,
        isEnlarged: Bool? = nil,
        fields: FieldTimes? = nil,
        repetition: FrameRepetition? = nil,
        metadataFiles: [MetadataFile]? = nil,
        script: SubtitleScript? = nil,
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
        self.fit = fit
        self.isEnlarged = isEnlarged
        self.fields = fields
        self.repetition = repetition
        self.metadataFiles = metadataFiles
        self.script = script
        self.damage = damage
        self.readerBuild = readerBuild
    }

    /// The rate at which decoded pictures are counted, whatever times they have: the rate that the user gave, or else
    /// that of the stream; nil if frames have their own times.
    package var countedRate: FrameRate? { reading?.frameRate ?? codedRate }
}
