package import Media

/// The configuration of a side track (neither video nor audio) for the muxer.
package struct SideTrackConfiguration: Hashable, Sendable {
    /// The kind of track.
    package enum Content: Hashable, Sendable {
        /// Chapter titles, to which the video refers.
        case chapters
        /// Timed text, with the content of its sample entry after its first eight bytes.
        case subtitles([UInt8])
        /// The timecode of the first frame, to which the video refers.
        case timecode(Timecode)
        /// The moment of a still in the film, which is that of the only sample. The track describes the video.
        case stillImageTime
    }

    /// The kind of track.
    package var content: Content
    /// Language as ISO 639-2/T.
    package var language: String
    /// Name of the track; nil if it has none.
    package var title: String?
    /// What the track is for.
    package var roles: [TrackRole]
    /// Whether it is shown by default.
    package var isEnabled: Bool
    /// Ticks per second of the appended durations, positive.
    package var timescale: Int32
    /// When its first sample begins on the clock of the video's times, at 0 or later.
    package var presentationStart: MediaTime

    /// Creates a configuration.
    package init(
        _ content: Content,
        language: String = "und",
        title: String? = nil,
        roles: [TrackRole] = [],
        isEnabled: Bool = false,
        timescale: Int32,
        presentationStart: MediaTime = .zero
    ) {
        self.content = content
        self.language = language
        self.title = title
        self.roles = roles
        self.isEnabled = isEnabled
        self.timescale = timescale
        self.presentationStart = presentationStart
    }

    /// Handler type, and a human-readable name.
    package var handler: (type: FourCC, name: String) {
        switch content {
        case .chapters: ("text", "Chapters")
        case .subtitles: ("sbtl", "Subtitles")
        case .timecode: ("tmcd", "Timecode")
        case .stillImageTime: ("meta", "Still image time")
        }
    }

    /// The reference type with which the video refers to the track; nil if it does not.
    var reference: FourCC? {
        switch content {
        case .chapters: "chap"
        case .subtitles, .stillImageTime: nil
        case .timecode: "tmcd"
        }
    }

    /// The reference type with which the track refers to the video; nil if it does not.
    var referenceToVideo: FourCC? { content == .stillImageTime ? "cdsc" : nil }

    /// The sample entry.
    var sampleEntry: SampleDescriptionBox.Entry {
        switch content {
        case .chapters: TextSampleEntry.entry
        case .subtitles(let configuration): TimedTextSampleEntry.entry(configuration)
        case .timecode(let timecode): TimecodeSampleEntry(timecode).entry
        case .stillImageTime: TimedMetadataSampleEntry.stillImageTime.entry
        }
    }

    /// Writes the media header: QuickTime's own if the format is QuickTime's, as it is for chapters in MP4 too.
    func writeMediaHeader(to minf: inout BoxWriter, container: MovieContainer) {
        if case .chapters = content {
        } else if container == .mp4 {
            minf.box(NullMediaHeaderBox())
            return
        }
        minf.box("gmhd") { gmhd in
            gmhd.box(BaseMediaInformationBox())
            switch content {
            case .chapters: gmhd.box("text") { TransformationMatrix.identity.write(to: &$0) }
            case .timecode: gmhd.box("tmcd") { $0.box(TimecodeMediaInformationBox()) }
            case .subtitles, .stillImageTime: break
            }
        }
    }
}
