package import Media

/// What the muxer must know of a track that is neither picture nor sound, before its first sample.
package struct SideTrackConfiguration: Hashable, Sendable {
    /// What the track holds.
    package enum Content: Hashable, Sendable {
        /// The names of chapters, which the video refers to.
        case chapters
        /// Timed text, with what its sample entry holds behind its first eight bytes.
        case subtitles([UInt8])
        /// The number of the first frame, which the video refers to.
        case timecode(Timecode)
    }

    /// What the track holds.
    package var content: Content
    /// Language as ISO 639-2/T.
    package var language: String
    /// What the track is called; nil for no name.
    package var title: String?
    /// Whether it is shown unless the user chooses otherwise.
    package var isEnabled: Bool
    /// Ticks per second of the durations that are appended, positive.
    package var timescale: Int32
    /// When its first sample begins on the clock of the video's times, at 0 or later.
    package var presentationStart: MediaTime

    /// Creates a configuration.
    package init(
        _ content: Content,
        language: String = "und",
        title: String? = nil,
        isEnabled: Bool = false,
        timescale: Int32,
        presentationStart: MediaTime = .zero
    ) {
        self.content = content
        self.language = language
        self.title = title
        self.isEnabled = isEnabled
        self.timescale = timescale
        self.presentationStart = presentationStart
    }

    /// Type of the handler, and a name for people.
    package var handler: (type: FourCC, name: String) {
        switch content {
        case .chapters: ("text", "Chapters")
        case .subtitles: ("sbtl", "Subtitles")
        case .timecode: ("tmcd", "Timecode")
        }
    }

    /// As what the video refers to the track; nil when it does not.
    var reference: FourCC? {
        switch content {
        case .chapters: "chap"
        case .subtitles: nil
        case .timecode: "tmcd"
        }
    }

    /// The sample entry.
    var sampleEntry: SampleDescriptionBox.Entry {
        switch content {
        case .chapters: TextSampleEntry.entry
        case .subtitles(let configuration): TimedTextSampleEntry.entry(configuration)
        case .timecode(let timecode): TimecodeSampleEntry(timecode).entry
        }
    }

    /// Writes the media header: QuickTime's own where the format is QuickTime's, as chapters are in MP4 too.
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
            case .subtitles: break
            }
        }
    }
}
