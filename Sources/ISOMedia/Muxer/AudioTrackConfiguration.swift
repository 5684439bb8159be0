package import Media

/// The configuration of an audio track for the muxer.
package struct AudioTrackConfiguration: Hashable, Sendable {
    /// Format of the packets.
    package var codec: AudioCodec
    /// The content of the codec's box, as in `Media.AudioTrack`; empty for MPEG audio and uncompressed audio.
    package var configuration: [UInt8]
    /// Samples per second.
    package var sampleRate: Int
    /// Number of channels.
    package var channelCount: Int
    /// The speakers of the channels, as the mask of WAVEFORMATEXTENSIBLE; nil if unknown.
    package var channelMask: UInt64?
    /// Language as ISO 639-2/T.
    package var language: String
    /// Name of the track; nil if it has none.
    package var title: String?
    /// What the track is for.
    package var roles: [TrackRole] = []
    /// Whether it is played by default; nil enables the first track.
    package var isEnabled: Bool?
    /// Tracks of one group other than 0 are alternatives of one another; nil puts it in the group of all audio tracks.
    package var alternateGroup: Int16?
    /// Ticks per second of all durations below and of the appended ones, positive.
    package var timescale: Int32
    /// First media tick that is presented; what precedes it is priming.
    package var presentedFrom: Int64
    /// Media ticks that are presented from there on; nil for all remaining ones.
    package var presentedDuration: Int64?
    /// When the first presented tick is played, on the clock of the video's times. The edit list cuts off audio before
    /// the start of the film.
    package var presentationStart: MediaTime
    /// The presented stretches of a track with several, in time and media order, without overlap. They replace the
    /// three values above. Nil for a single stretch.
    package var stretches: [AudioStretch]?

    /// Creates a configuration.
    package init(
        codec: AudioCodec,
        configuration: [UInt8],
        sampleRate: Int,
        channelCount: Int,
        language: String = "und",
        timescale: Int32,
        presentedFrom: Int64 = 0,
        presentedDuration: Int64? = nil,
        presentationStart: MediaTime = .zero
    ) {
        self.codec = codec
        self.configuration = configuration
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.language = language
        self.timescale = timescale
        self.presentedFrom = presentedFrom
        self.presentedDuration = presentedDuration
        self.presentationStart = presentationStart
    }

    /// The configuration of a source's track whose packets are copied bit for bit. Throws if it cannot be carried.
    package init(_ track: AudioTrack) throws(MovieError) {
        guard track.obstacle == nil, let codec = AudioCodec(named: track.codec) else {
            throw MovieError(
                .invalidConfiguration,
                "audio stream \(track.streamIndex)",
                track.obstacle ?? "MP4 cannot hold \(track.codec)"
            )
        }
        self.init(
            codec: codec,
            configuration: track.configuration,
            sampleRate: track.sampleRate,
            channelCount: track.channelCount,
            language: track.language,
            timescale: track.timescale,
            presentedFrom: track.presentedFrom,
            presentedDuration: track.presentedDuration,
            presentationStart: track.presentationStart
        )
        stretches = track.stretches
        channelMask = track.channelMask
        title = track.title
        roles = track.roles ?? []
        isEnabled = track.isEnabled
        alternateGroup = track.alternateGroup.map { Int16(clamping: $0) }
    }
}
