package import Media

/// What the muxer must know of a sound track before its first packet.
package struct AudioTrackConfiguration: Hashable, Sendable {
    /// Format of the packets.
    package var codec: AudioCodec
    /// AudioSpecificConfig for AAC, the payload of `dac3` or `dec3` for the others.
    package var configuration: [UInt8]
    /// Samples a second.
    package var sampleRate: Int
    /// Number of channels.
    package var channelCount: Int
    /// Language as ISO 639-2/T.
    package var language: String
    /// Ticks per second of all durations below and of those that are appended, positive.
    package var timescale: Int32
    /// First media tick that is presented; what lies before it is priming.
    package var presentedFrom: Int64
    /// Media ticks that are presented from there on; nil for all that follow.
    package var presentedDuration: Int64?
    /// When the first presented tick sounds, on the clock of the video's times. Sound before the film's start is cut off by the
    /// edit list.
    package var presentationStart: MediaTime

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
        guard track.obstacle == nil, let codec = AudioCodec(rawValue: track.codec) else {
            throw MovieError(
                .invalidConfiguration,
                "audio stream \(track.streamIndex)",
                track.obstacle ?? "MP4 cannot carry \(track.codec)"
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
    }

    /// The sample entry, with the rates that were measured. Throws when the configuration is not one of the codec.
    func sampleEntry(_ bitRate: BitRateBox) throws(MovieError) -> AudioSampleEntry {
        let format: FourCC =
            switch codec {
            case .aac: "mp4a"
            case .ac3: "ac-3"
            case .eac3: "ec-3"
            }
        guard let channels = UInt16(exactly: channelCount), channels > 0 else {
            throw MovieError(.invalidConfiguration, "'\(format)'", "\(channelCount) channels")
        }
        // Rates beyond 16 bits stand in the codec's configuration only.
        var entry = AudioSampleEntry(
            format: format,
            channelCount: channels,
            sampleRate: UInt16(exactly: sampleRate) ?? 0
        )
        entry.bitRate = bitRate
        switch codec {
        case .aac:
            guard configuration.count >= 2 else {
                throw MovieError(.invalidConfiguration, "'esds'", "an AudioSpecificConfig has at least two bytes")
            }
            entry.elementaryStream = ElementaryStreamBox(
                configuration: configuration,
                bufferByteCount: bitRate.bufferByteCount,
                maximumBitRate: bitRate.maximum,
                averageBitRate: bitRate.average
            )
        case .ac3:
            guard let box = AC3SpecificBox(configuration) else {
                throw MovieError(.invalidConfiguration, "'dac3'", "its payload has three bytes")
            }
            entry.ac3 = box
        case .eac3:
            guard let box = EnhancedAC3SpecificBox(configuration) else {
                throw MovieError(.invalidConfiguration, "'dec3'", "its payload is too short")
            }
            entry.enhancedAC3 = box
        }
        return entry
    }
}
