import FFmpeg
import Media

/// The packets of an audio track with their durations in whole samples. The probe counts them and the reader returns
/// them.
final class AudioPacketSource {
    /// The facts about a packet, without its bytes.
    struct Entry {
        /// Duration in ticks of `timescale`.
        let duration: Int64
        /// The packet as the demuxer describes it.
        let facts: PacketFacts
    }

    /// FFmpeg's name of the codec.
    let codec: String
    /// Ticks per second of durations.
    let timescale: Int32
    /// Samples per second.
    let sampleRate: Int
    /// Time base of the container.
    let timeBase: Ratio
    /// Tick of the container at which the film's clock starts.
    let origin: Int64
    /// True if an edit list defines what is presented, in ticks of the container.
    let hasEditList: Bool
    /// True if durations are those in the sample table of the container.
    let hasExactDurations: Bool

    private let demuxer: Demuxer
    private let endsAtDamage: Bool
    /// Whether reading ended before a damaged packet.
    private(set) var isCutShort = false
    private let stream: Int
    /// A packet that was read only to find how long the one before it lasts.
    private var held: (facts: PacketFacts, bytes: [UInt8])?
    private let filter: BitstreamFilter?
    private let length: PacketLength

    /// Opens one track of a file.
    ///
    /// - Parameter endsAtDamage: if true, a damaged packet ends the track; if false, it is an error.
    init(_ file: SourceFile, stream: Int, endsAtDamage: Bool = false) throws(IntakeError) {
        self.endsAtDamage = endsAtDamage
        demuxer = try Demuxer(file, appliesEditList: false, endsAtDamage: endsAtDamage)
        guard stream < demuxer.streamCount, demuxer.isAudio(stream: stream) else {
            throw IntakeError.changed(file.path, difference: "stream \(stream) is not the audio stream that was probed")
        }
        self.stream = stream
        demuxer.keepOnly(streams: [stream])
        codec = demuxer.codecName(ofStream: stream)
        let parameters = demuxer.stream(stream)
        let configuration = parameters.configuration
        timeBase = parameters.timeBase
        origin = demuxer.originTick(ofStream: stream)
        sampleRate = max(parameters.sampleRate, 0)
        hasEditList = demuxer.isISOMedia && timeBase.numerator == 1 && timeBase.denominator > 0
        hasExactDurations = hasEditList && PCMFormat(codec: codec) == nil
        timescale = hasExactDurations ? timeBase.denominator : Int32(clamping: max(sampleRate, 1))
        let isHeaderless = codec != "aac" || !configuration.isEmpty
        filter = isHeaderless ? nil : try BitstreamFilter("aac_adtstoasc", demuxer: demuxer, stream: stream)
        var frameSize = Int64(parameters.frameSize)
        // The extradata of ALAC is in its configuration, after the header, version and flags of its box.
        if codec == "alac", configuration.count >= 36 {
            frameSize = 0
            for index in 12..<16 { frameSize = frameSize << 8 | Int64(configuration[index]) }
        }
        length = PacketLength(codec: codec, frameSize: frameSize, channelCount: parameters.channelCount)
    }

    /// The speakers of the channels, as a mask; nil if they are unknown.
    var channelMask: UInt64? {
        let mask = demuxer.stream(stream).channelMask
        return mask == 0 ? nil : mask
    }

    /// Name of the track; nil if it has none.
    var title: String? { demuxer.title(ofStream: stream) }

    /// What the track is for; nil for an ordinary one.
    var roles: [TrackRole]? { demuxer.roles(ofStream: stream) }

    /// Whether the track is marked as the default.
    var isDefault: Bool { demuxer.isDefault(stream: stream) }

    /// Whether libavcodec can decode it.
    var isDecodable: Bool { demuxer.hasDecoder(stream: stream) }

    /// Number of channels.
    var channelCount: Int { demuxer.stream(stream).channelCount }

    /// Language of the track.
    var language: String { demuxer.language(ofStream: stream) }

    /// The codec configuration in the container. If AAC has none there, the ADTS header gives it after the first
    /// packet.
    var codecConfiguration: [UInt8] {
        filter?.configuration ?? demuxer.stream(stream).configuration
    }

    /// Samples that the header of the container declares; 0 if it declares none.
    var announcedPacketCount: Int {
        demuxer.isISOMedia ? demuxer.announcedSampleCount(ofStream: stream) : 0
    }

    /// Reads the next packet; its bytes are in `bytes` until the next call.
    ///
    /// If the container does not list the duration of a packet, as in fragments, the packet lasts until the next one
    /// begins.
    func next() throws(IntakeError) -> Entry? {
        var current = held
        held = nil
        if current == nil { current = try read() }
        guard let current else { return nil }
        bytes = current.bytes
        guard hasExactDurations else { return Entry(duration: length.samples(of: bytes), facts: current.facts) }
        guard current.facts.duration <= 0 else { return Entry(duration: current.facts.duration, facts: current.facts) }
        held = try read()
        var duration = sampleRate == Int(timescale) ? length.samples(of: bytes) : 0
        if let start = current.facts.presentationTick, let end = held?.facts.presentationTick,
            case let (distance, overflow) = end.subtractingReportingOverflow(start), !overflow, distance > 0
        {
            duration = distance
        }
        return Entry(duration: duration, facts: current.facts)
    }

    private func read() throws(IntakeError) -> (facts: PacketFacts, bytes: [UInt8])? {
        while let facts = try demuxer.next() {
            guard facts.stream == stream else { continue }
            if facts.isCorrupt, endsAtDamage {
                isCutShort = true
                return nil
            }
            if facts.isCorrupt {
                throw IntakeError.brokenContainer(
                    demuxer.path,
                    cause: demuxer.takeComplaint() ?? "a packet of audio track \(stream) is damaged"
                )
            }
            try filter?.apply(to: demuxer)
            return (facts, demuxer.currentPacket.bytes())
        }
        return nil
    }

    /// Bytes of the packet that `next()` returned last.
    private(set) var bytes: [UInt8] = []

    /// Number of bytes of that packet.
    var byteCount: Int { bytes.count }

    /// Samples of priming at the start, by the container; 0 if it declares none.
    var initialPadding: Int { max(demuxer.stream(stream).initialPadding, 0) }
}
