/// An audio track of a source, described so that an MP4 can carry its packets bit for bit.
package struct AudioTrack: Hashable, Sendable, Codable {
    /// Index of the stream in the container.
    package var streamIndex: Int
    /// Codec by FFmpeg's name: `aac`, `ac3`, `eac3`, ...
    package var codec: String
    /// Codec configuration for the sample entry: AudioSpecificConfig for `aac`, the payload of `dac3`, `dec3` or `dOps`
    /// for AC-3, E-AC-3 and Opus, ALACSpecificConfig for `alac`, STREAMINFO for `flac`. Empty for codecs that have
    /// none, and if the codec cannot be carried.
    package var configuration: [UInt8]
    /// Samples per second.
    package var sampleRate: Int
    /// Number of channels.
    package var channelCount: Int
    /// The speakers of the channels, as the mask of WAVEFORMATEXTENSIBLE, in whose order they are stored; nil if they
    /// are unknown or have no mask.
    package var channelMask: UInt64?
    /// Language of the track as ISO 639-2/T; `und` if unspecified.
    package var language: String
    /// Name of the track; nil if it has none.
    package var title: String?
    /// What the track is for; nil for an ordinary one.
    package var roles: [TrackRole]?
    /// Whether it is played by default; nil if the container does not say.
    package var isEnabled: Bool?
    /// Tracks of one group other than 0 are alternatives of one another; nil if the container has no groups.
    package var alternateGroup: Int?
    /// Why the track's packets cannot be carried; nil if they can.
    package var obstacle: String?
    /// True if the track can be decoded and its audio has times, so that it can be encoded if its packets cannot be
    /// carried.
    package var isDecodable: Bool?
    /// For a track of several films, its position in each of them, nil for a film that is silent in it. Nil if it is
    /// the same in all.
    package var positions: [Int?]?
    /// How the films of a track differ, so that their packets cannot follow one another, as in "rates of 48000 and
    /// 44100 Hz". Such a track is encoded. Nil for all others.
    package var difference: String?
    /// Ticks per second of all times below; the sample rate for tracks that can be carried.
    package var timescale: Int32
    /// Media ticks of all packets.
    package var mediaDuration: Int64
    /// First media tick that is presented: what precedes it is priming (`elst` media_time).
    package var presentedFrom: Int64
    /// Media ticks that are presented from there on.
    package var presentedDuration: Int64
    /// When the first presented tick is played, on the film's own clock (an empty edit if it is positive).
    package var presentationStart: MediaTime
    /// The stretches of a track that has several, each preceded by media that is not presented or by silence. The three
    /// numbers above then describe the start of the first one and the sum of all. Nil for a single stretch.
    package var stretches: [AudioStretch]?
    /// Number of packets.
    package var packetCount: Int
    /// Packets of the file before them, if only a part of the track is carried; nil if there are none.
    package var skippedPackets: Int?
    /// Bit rates for `btrt` and `esds` in bit/s: the highest over any second, and the average; 0 if unknown.
    package var maximumBitRate: Int
    /// Average bit rate in bit/s; 0 if unknown.
    package var averageBitRate: Int

    /// Creates a track description.
    package init(
        streamIndex: Int,
        codec: String,
        configuration: [UInt8],
        sampleRate: Int,
        channelCount: Int,
        channelMask: UInt64? = nil,
        language: String,
        title: String? = nil,
        roles: [TrackRole]? = nil,
        isEnabled: Bool? = nil,
        alternateGroup: Int? = nil,
        obstacle: String?,
        isDecodable: Bool? = nil,
        positions: [Int?]? = nil,
        difference: String? = nil,
        timescale: Int32,
        mediaDuration: Int64,
        presentedFrom: Int64,
        presentedDuration: Int64,
        presentationStart: MediaTime,
        stretches: [AudioStretch]? = nil,
        packetCount: Int,
        skippedPackets: Int? = nil,
        maximumBitRate: Int = 0,
        averageBitRate: Int = 0
    ) {
        self.streamIndex = streamIndex
        self.codec = codec
        self.configuration = configuration
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.channelMask = channelMask
        self.language = language
        self.title = title
        self.roles = roles
        self.isEnabled = isEnabled
        self.alternateGroup = alternateGroup
        self.obstacle = obstacle
        self.isDecodable = isDecodable
        self.positions = positions
        self.difference = difference
        self.timescale = timescale
        self.mediaDuration = mediaDuration
        self.presentedFrom = presentedFrom
        self.presentedDuration = presentedDuration
        self.presentationStart = presentationStart
        self.stretches = stretches
        self.packetCount = packetCount
        self.skippedPackets = skippedPackets
        self.maximumBitRate = maximumBitRate
        self.averageBitRate = averageBitRate
    }
}
