package import Media

/// What the muxer must know of a sound track before its first packet.
package struct AudioTrackConfiguration: Hashable, Sendable {
    /// Format of the packets.
    package var codec: AudioCodec
    /// What the codec's box holds, as in `Media.AudioTrack`; empty for MPEG audio and uncompressed sound.
    package var configuration: [UInt8]
    /// Samples a second.
    package var sampleRate: Int
    /// Number of channels.
    package var channelCount: Int
    /// The speakers that the channels are for, as the mask of WAVEFORMATEXTENSIBLE; nil when that is not known.
    package var channelMask: UInt64?
    /// Language as ISO 639-2/T.
    package var language: String
    /// What the track is called; nil for no name.
    package var title: String?
    /// Whether it is played unless the user chooses otherwise; nil enables the first track.
    package var isEnabled: Bool?
    /// Tracks of one group other than 0 are alternatives of one another; nil puts it into the group of all sound
    /// tracks.
    package var alternateGroup: Int16?
    /// Ticks per second of all durations below and of those that are appended, positive.
    package var timescale: Int32
    /// First media tick that is presented; what lies before it is priming.
    package var presentedFrom: Int64
    /// Media ticks that are presented from there on; nil for all that follow.
    package var presentedDuration: Int64?
    /// When the first presented tick sounds, on the clock of the video's times. Sound before the film's start is cut
    /// off by the edit list.
    package var presentationStart: MediaTime
    /// What is presented and when, of a track with several stretches, in the order of time and of the media, none over
    /// another: they take the place of the three above. Nil for a single stretch.
    package var stretches: [SoundStretch]?

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

    /// The configuration of a source's track whose packets are carried bit for bit. Throws when it cannot be carried.
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
        isEnabled = track.isEnabled
        alternateGroup = track.alternateGroup.map { Int16(clamping: $0) }
    }
}
