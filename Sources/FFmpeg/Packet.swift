import CFFmpeg

/// A packet of a stream: the owner of an AVPacket.
///
/// One thread at a time uses it. Its properties are those of what was read into it last.
@safe package final class Packet {
    /// FFmpeg's structure; valid as long as this object.
    let raw: UnsafeMutablePointer<AVPacket>

    /// Creates an empty packet.
    package init() {
        // Safe: the structure is owned by this object alone and freed in deinit.
        guard let packet = unsafe av_packet_alloc() else { fatalError("out of memory for a packet") }
        unsafe raw = unsafe packet
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = unsafe raw
        unsafe av_packet_free(&packet)
    }

    /// Index of its stream.
    package var stream: Int { unsafe Int(raw.pointee.stream_index) }

    /// Presentation tick; nil if the container gives none.
    package var presentationTick: Int64? { Library.timestamp(unsafe raw.pointee.pts) }

    /// Decoding tick; nil if the container gives none and none can be derived.
    package var decodeTick: Int64? { Library.timestamp(unsafe raw.pointee.dts) }

    /// Duration in ticks; 0 if unknown.
    package var duration: Int64 { unsafe raw.pointee.duration }

    /// Bytes of payload.
    package var byteCount: Int { unsafe Int(raw.pointee.size) }

    /// Whether decoding can start here.
    package var isKey: Bool { has(AV_PKT_FLAG_KEY) }

    /// Whether it is decoded only because others refer to it.
    package var isDiscarded: Bool { has(AV_PKT_FLAG_DISCARD) }

    /// Whether the container could not give all of it.
    package var isCorrupt: Bool { has(AV_PKT_FLAG_CORRUPT) }

    private func has(_ flag: CInt) -> Bool { unsafe raw.pointee.flags & flag != 0 }

    /// Decoded audio samples to drop at its start and at its end.
    package var omittedSamples: (atStart: Int, atEnd: Int) {
        var size = 0
        // Safe: side data is read only up to its size, and lives as long as the packet keeps it.
        guard let skip = unsafe av_packet_get_side_data(raw, AV_PKT_DATA_SKIP_SAMPLES, &size), size >= 8 else {
            return (0, 0)
        }
        let bytes = unsafe UnsafeRawBufferPointer(start: skip, count: 8)
        return unsafe (
            Int(UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))),
            Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
        )
    }

    /// A message of ITU-T T.35 in its block addition in Matroska, from the country code on; nil if there is none.
    /// FFmpeg from 7.0 on keeps only the fields of HDR10+ that it knows: see `hasParsedHDR10Plus`.
    package var registeredAddition: [UInt8]? {
        var size = 0
        // Safe: side data has the size that FFmpeg returned with it, and lives as long as the packet keeps it.
        guard let data = unsafe av_packet_get_side_data(raw, AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL, &size), size > 8
        else { return nil }
        let bytes = unsafe UnsafeRawBufferPointer(start: data, count: size)
        // BlockAddID: 4 is a message of T.35.
        guard unsafe UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)) == 4 else { return nil }
        return unsafe Array(bytes.dropFirst(8))
    }

    /// Whether FFmpeg has read HDR10+ of its block addition into fields of its own, so that the bytes are gone.
    package var hasParsedHDR10Plus: Bool {
        var size = 0
        // Safe: the call only looks for side data.
        return unsafe av_packet_get_side_data(raw, AV_PKT_DATA_DYNAMIC_HDR10_PLUS, &size) != nil
    }

    /// The codec configuration that a filter found in it; nil if there is none.
    var newConfiguration: [UInt8]? {
        var size = 0
        // Safe: side data has the size that FFmpeg returned with it, and lives as long as the packet keeps it.
        guard let data = unsafe av_packet_get_side_data(raw, AV_PKT_DATA_NEW_EXTRADATA, &size), size > 0 else {
            return nil
        }
        return unsafe Array(UnsafeBufferPointer(start: data, count: size))
    }

    /// Whether there is a payload, even an empty one.
    package var hasPayload: Bool { unsafe raw.pointee.data != nil }

    /// Lends the payload for the call; it may be empty.
    package func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        // Safe: the packet has the size in its size field, and is not changed during the call.
        let (data, size) = unsafe (raw.pointee.data, raw.pointee.size)
        guard let data = unsafe data, size > 0 else { return body(Span()) }
        return unsafe body(UnsafeBufferPointer(start: data, count: Int(size)).span)
    }

    /// A copy of the first bytes of the payload.
    package func bytes(upTo limit: Int = .max) -> [UInt8] {
        // Safe: the packet has the size in its size field.
        let (data, size) = unsafe (raw.pointee.data, raw.pointee.size)
        guard let data = unsafe data, size > 0 else { return [] }
        return unsafe Array(UnsafeBufferPointer(start: data, count: min(Int(size), limit)))
    }

    /// Replaces the content by a copy of bytes, with a presentation tick.
    package func fill(_ bytes: [UInt8], at tick: Int64) -> LibraryCode {
        unsafe av_packet_unref(raw)
        let code = LibraryCode(unsafe av_new_packet(raw, CInt(clamping: bytes.count)))
        guard !code.isFailure, let data = unsafe raw.pointee.data else { return code }
        // Safe: the packet has room for as many bytes as were requested, which its size says.
        let room = unsafe UnsafeMutableRawBufferPointer(start: data, count: Int(raw.pointee.size))
        unsafe room.copyBytes(from: bytes.prefix(room.count))
        unsafe raw.pointee.pts = tick
        return code
    }

    /// Drops the payload.
    package func clear() { unsafe av_packet_unref(raw) }
}
