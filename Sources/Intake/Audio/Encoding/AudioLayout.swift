import Media

/// The sample rate and the speakers that AAC is encoded with.
struct AudioLayout: Hashable, Sendable {
    /// Samples per second, one of the rates of AAC.
    let sampleRate: Int
    /// Speakers in channel order, as the mask of WAVEFORMATEXTENSIBLE.
    let mask: UInt64
    /// Bits per second.
    let bitRate: Int64

    /// Sample rates of AAC (ISO/IEC 14496-3 table 1.18).
    private static let rates = [
        96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
    ]
    /// Speakers by number of channels, for a source that does not name them: mono, stereo, 3.0, 4.0, 5.0, 5.1, 6.1,
    /// 7.1.
    private static let usual: [UInt64] = [0x4, 0x3, 0x7, 0x107, 0x37, 0x3F, 0x13F, 0xFF]
    /// Bits per second of each channel, if the sample rate allows that many.
    private static let channelBitRate = 96000

    /// The layout for a track. It keeps its rate if AAC has that rate, else it gets 48 kHz. It keeps its speakers, but
    /// side speakers become back speakers, which the numbered layouts of AAC have. Nil if it has no channels or too
    /// many.
    init?(_ track: AudioTrack) {
        guard (1...Self.usual.count).contains(track.channelCount), track.sampleRate > 0 else { return nil }
        sampleRate = Self.rates.contains(track.sampleRate) ? track.sampleRate : 48000
        mask = Self.mask(of: track)
        // A packet of a channel has at most 6144 bits for 1024 samples (ISO/IEC 14496-3 4.5.3.1).
        bitRate = Int64(min(Self.channelBitRate, sampleRate * 4) * track.channelCount)
    }

    /// The speakers of a track, in channel order; 0 if it has no channels or too many.
    static func mask(of track: AudioTrack) -> UInt64 {
        guard (1...usual.count).contains(track.channelCount) else { return 0 }
        switch track.channelMask ?? 0 {
        case 0x607: return 0x37
        case 0x60F: return 0x3F
        case let own where own.nonzeroBitCount == track.channelCount: return own
        default: return usual[track.channelCount - 1]
        }
    }

    /// Number of channels.
    var channelCount: Int { mask.nonzeroBitCount }
}
