import FFmpeg

/// The properties of a packet, without its bytes. Times are in ticks of its stream.
struct PacketFacts: Hashable, Sendable {
    /// Index of its stream.
    let stream: Int
    /// Presentation tick; nil if the container gives none.
    let presentationTick: Int64?
    /// Decoding tick; nil if the container gives none and none can be derived.
    let decodeTick: Int64?
    /// Duration in ticks; 0 if unknown.
    let duration: Int64
    /// Bytes of payload.
    let byteCount: Int
    /// Whether decoding can start here.
    let isKey: Bool
    /// Whether it is decoded only because others refer to it (an edit list omits it).
    let isDiscarded: Bool
    /// Whether the demuxer could not read all of it.
    let isCorrupt: Bool
    /// Decoded audio samples to drop at its start.
    let skippedSamples: Int
    /// Decoded audio samples to drop at its end.
    let droppedSamples: Int

    /// Reads the properties of a packet.
    init(_ packet: Packet) {
        stream = packet.stream
        presentationTick = packet.presentationTick
        decodeTick = packet.decodeTick
        duration = packet.duration
        byteCount = packet.byteCount
        isKey = packet.isKey
        isDiscarded = packet.isDiscarded
        isCorrupt = packet.isCorrupt
        (skippedSamples, droppedSamples) = packet.omittedSamples
    }
}
