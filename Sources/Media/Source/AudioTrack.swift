/// A sound track of a source, described so that an MP4 can carry its packets bit for bit.
public struct AudioTrack: Hashable, Sendable, Codable {
    /// Index of the stream in the container.
    public var streamIndex: Int
    /// Codec by FFmpeg's name: `aac`, `ac3`, `eac3`, ...
    public var codec: String
    /// Codec configuration for the sample entry: AudioSpecificConfig for `aac`, the payload of `dac3`, `dec3` or `dOps`
    /// for AC-3, E-AC-3 and Opus, ALACSpecificConfig for `alac`, STREAMINFO for `flac`. Empty for codecs that have
    /// none, and when the codec cannot be carried.
    public var configuration: [UInt8]
    /// Samples a second.
    public var sampleRate: Int
    /// Number of channels.
    public var channelCount: Int
    /// The speakers that the channels are for, as the mask of WAVEFORMATEXTENSIBLE, in whose order they stand; nil when
    /// that is not known, or has no mask.
    public var channelMask: UInt64?
    /// Language of the track as ISO 639-2/T, `und` when it is not said.
    public var language: String
    /// What the track is called; nil when it has no name.
    public var title: String?
    /// Whether it is played unless the user chooses otherwise; nil when the container does not say.
    public var isEnabled: Bool?
    /// Tracks of one group other than 0 are alternatives of one another; nil when the container knows no groups.
    public var alternateGroup: Int?
    /// Why the track's packets cannot be carried; nil when they can.
    public var obstacle: String?
    /// True when it can be decoded, and its sounds have their place in time, so that it can be encoded where its
    /// packets cannot be carried.
    public var isDecodable: Bool?
    /// Ticks per second of all times below; the sample rate for tracks that can be carried.
    public var timescale: Int32
    /// Media ticks of all packets together.
    public var mediaDuration: Int64
    /// First media tick that is presented: what lies before it is priming (`elst` media_time).
    public var presentedFrom: Int64
    /// Media ticks that are presented from there on.
    public var presentedDuration: Int64
    /// When the first presented tick sounds, on the film's own clock (an empty edit when it is positive).
    public var presentationStart: MediaTime
    /// What is presented and when, of a track that has several stretches, each with media before it that is not
    /// presented or with silence before it: the three above are then the first one's start and all that is presented.
    /// Nil for a single stretch.
    public var stretches: [SoundStretch]?
    /// Number of packets.
    public var packetCount: Int
    /// Packets of the file that lie before them, of a track that is carried in part; nil when there are none.
    public var skippedPackets: Int?
    /// Bit rates for `btrt` and `esds` in bit/s: highest over any second, and average; 0 when unknown.
    public var maximumBitRate: Int
    /// Average bit rate in bit/s, 0 when unknown.
    public var averageBitRate: Int

    /// Creates a track description.
    public init(
        streamIndex: Int,
        codec: String,
        configuration: [UInt8],
        sampleRate: Int,
        channelCount: Int,
        channelMask: UInt64? = nil,
        language: String,
        title: String? = nil,
        isEnabled: Bool? = nil,
        alternateGroup: Int? = nil,
        obstacle: String?,
        isDecodable: Bool? = nil,
        timescale: Int32,
        mediaDuration: Int64,
        presentedFrom: Int64,
        presentedDuration: Int64,
        presentationStart: MediaTime,
        stretches: [SoundStretch]? = nil,
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
        self.isEnabled = isEnabled
        self.alternateGroup = alternateGroup
        self.obstacle = obstacle
        self.isDecodable = isDecodable
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
