import CFFmpeg
import Media

/// The packets of a sound track with their durations in whole samples: what the probe counts and the reader hands out.
final class AudioPacketSource {
    /// What is known of a packet beside its bytes.
    struct Entry {
        /// Duration in ticks of `timescale`.
        let duration: Int64
        /// What the demuxer said of it.
        let facts: PacketFacts
    }

    /// FFmpeg's name of the codec.
    let codec: String
    /// Ticks per second of durations.
    let timescale: Int32
    /// Samples a second.
    let sampleRate: Int
    /// Time base of the container.
    let timeBase: AVRational
    /// Tick of the container at which the film's clock starts.
    let origin: Int64
    /// True when durations are those that the container's sample table lists.
    let hasExactDurations: Bool

    private let demuxer: Demuxer
    private let endsAtDamage: Bool
    /// Whether reading ended before a broken packet.
    private(set) var isCutShort = false
    private let stream: Int
    private let filter: BitstreamFilter?
    private let frameDuration: Int64

    /// Opens a file of its own for one track.
    ///
    /// - Parameter endsAtDamage: true takes the track to end where a packet is broken, in place of an error.
    init(path: String, stream: Int, endsAtDamage: Bool = false) throws(IntakeError) {
        self.endsAtDamage = endsAtDamage
        demuxer = try Demuxer(path: path, appliesEditList: false, endsAtDamage: endsAtDamage)
        guard stream < demuxer.streamCount, demuxer.isAudio(stream: stream) else {
            throw IntakeError.changed(path, difference: "stream \(stream) is not its sound")
        }
        self.stream = stream
        demuxer.keepOnly(streams: [stream])
        codec = demuxer.codecName(ofStream: stream)
        // Safe: the stream is lent by the living demuxer.
        let parameters = unsafe demuxer.stream(stream).pointee.codecpar.pointee
        timeBase = unsafe demuxer.stream(stream).pointee.time_base
        origin = demuxer.originTick(ofStream: stream)
        sampleRate = unsafe max(Int(parameters.sample_rate), 0)
        hasExactDurations = demuxer.isISOMedia && timeBase.num == 1 && timeBase.den > 0
        timescale = hasExactDurations ? timeBase.den : Int32(clamping: max(sampleRate, 1))
        let isHeaderless = unsafe codec != "aac" || parameters.extradata_size > 0
        filter = isHeaderless ? nil : try BitstreamFilter("aac_adtstoasc", demuxer: demuxer, stream: stream)
        let usual: Int64 = codec == "ac3" || codec == "eac3" ? 1536 : codec == "aac" ? 1024 : 0
        frameDuration = unsafe parameters.frame_size > 0 ? Int64(parameters.frame_size) : usual
    }

    /// Number of channels.
    var channelCount: Int { Int(unsafe granary_channel_count(demuxer.stream(stream).pointee.codecpar)) }

    /// Language of the track.
    var language: String { demuxer.language(ofStream: stream) }

    /// AudioSpecificConfig of an AAC track: the container's, or after the first packet what its ADTS header says.
    var codecConfiguration: [UInt8] {
        if let filter { return filter.configuration }
        // Safe: extradata has the size that stands beside it, and lives as long as the stream.
        let parameters = unsafe demuxer.stream(stream).pointee.codecpar.pointee
        guard let data = unsafe parameters.extradata, unsafe parameters.extradata_size > 0 else { return [] }
        return unsafe Array(UnsafeBufferPointer(start: data, count: Int(parameters.extradata_size)))
    }

    /// Samples that the container's header announces; 0 when it does not.
    var announcedPacketCount: Int {
        demuxer.isISOMedia ? unsafe Int(avformat_index_get_entries_count(demuxer.stream(stream))) : 0
    }

    /// Reads the next packet; its bytes are in `bytes` until the next call.
    func next() throws(IntakeError) -> Entry? {
        while let facts = try demuxer.next() {
            guard facts.stream == stream else { continue }
            if facts.isCorrupt, endsAtDamage {
                isCutShort = true
                return nil
            }
            if facts.isCorrupt {
                throw IntakeError.brokenContainer(
                    demuxer.path,
                    cause: demuxer.takeComplaint() ?? "a packet of sound track \(stream) is broken"
                )
            }
            try filter?.apply(to: demuxer)
            return Entry(duration: hasExactDurations ? facts.duration : frameDuration, facts: facts)
        }
        return nil
    }

    /// Bytes of the packet read last.
    var bytes: [UInt8] {
        // Safe: the packet has the size that stands beside its data, and stays until the next call.
        let packet = unsafe demuxer.currentPacket
        guard let data = unsafe packet.pointee.data, unsafe packet.pointee.size > 0 else { return [] }
        return unsafe Array(UnsafeBufferPointer(start: data, count: Int(packet.pointee.size)))
    }

    /// Number of bytes of the packet read last.
    var byteCount: Int { Int(max(unsafe demuxer.currentPacket.pointee.size, 0)) }
}
