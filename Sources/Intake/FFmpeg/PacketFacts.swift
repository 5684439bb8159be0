import CFFmpeg

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

    /// Reads the properties of a packet, which must be readable during the call.
    init(_ packet: UnsafePointer<AVPacket>) {
        // Safe: the caller guarantees that the packet is readable; side data is read only up to its size.
        unsafe stream = Int(packet.pointee.stream_index)
        let pts = unsafe packet.pointee.pts
        presentationTick = pts == granary_no_timestamp ? nil : pts
        let dts = unsafe packet.pointee.dts
        decodeTick = dts == granary_no_timestamp ? nil : dts
        unsafe duration = packet.pointee.duration
        unsafe byteCount = Int(packet.pointee.size)
        let flags = unsafe packet.pointee.flags
        isKey = flags & AV_PKT_FLAG_KEY != 0
        isDiscarded = flags & AV_PKT_FLAG_DISCARD != 0
        isCorrupt = flags & AV_PKT_FLAG_CORRUPT != 0
        var size = 0
        if let skip = unsafe av_packet_get_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, &size), size >= 8 {
            let bytes = unsafe UnsafeRawBufferPointer(start: skip, count: 8)
            skippedSamples = unsafe Int(UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)))
            droppedSamples = unsafe Int(
                UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
            )
        } else {
            skippedSamples = 0
            droppedSamples = 0
        }
    }
}
