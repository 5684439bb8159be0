import Media

/// The Dolby Vision metadata of one picture: an RPU, with its checksum compared and its header read.
package struct DolbyVisionUnit: Hashable, Sendable {
    /// From the prefix 0x19 to the final 0x80, without emulation prevention and without the zeros that may follow.
    package let payload: [UInt8]
    /// Its beginning.
    package let header: DolbyVisionHeader
    /// Where the header ends, in bits from the prefix on.
    let headerEnd: Int

    /// rpu_nal_prefix, the first byte.
    static let prefix: UInt8 = 0x19
    /// The last byte.
    static let ending: UInt8 = 0x80
    /// The checksum and the last byte.
    static let trailerByteCount = 5

    /// Reads a NAL unit of type 62 with its header. The header's layer and TemporalId are ignored.
    ///
    /// Throws as `init(payload:)`, and `invalid` for another type of unit.
    package init(unit: RawSpan) throws(BitstreamError) {
        let type = try NALUnitHeader(unit).type
        guard type == .dolbyVisionMetadata else {
            throw BitstreamError(.invalid, "nal_unit_type", "\(type.rawValue) is not a unit of Dolby Vision metadata")
        }
        let escaped = unit.extracting(droppingFirst: NALUnitHeader.byteCount)
        try self.init(payload: EmulationPrevention.removed(from: escaped))
    }

    /// Reads the payload of a unit; zeros after its end are dropped.
    ///
    /// Throws `truncated` if it ends too early, `invalid` if its ends are not those of an RPU, if it is longer than
    /// `DynamicMetadata.payloadLimit` or if its checksum is wrong, and as `DolbyVisionHeader`.
    package init(payload: [UInt8]) throws(BitstreamError) {
        guard let end = payload.lastIndex(where: { $0 != 0 }), end > Self.trailerByteCount else {
            throw BitstreamError(.truncated, "rpu", "\(payload.count) bytes are too few")
        }
        guard end < DynamicMetadata.payloadLimit else {
            throw BitstreamError(.invalid, "rpu", "it has more than \(DynamicMetadata.payloadLimit) bytes")
        }
        guard payload[0] == Self.prefix else {
            throw BitstreamError(.invalid, "rpu_nal_prefix", "it is \(payload[0]) instead of \(Self.prefix)")
        }
        guard payload[end] == Self.ending else {
            throw BitstreamError(.invalid, "rpu", "it ends with \(payload[end]) instead of \(Self.ending)")
        }
        let trailer = end + 1 - Self.trailerByteCount
        let stored = payload[trailer..<end].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard CyclicRedundancy.checksum(of: payload[1..<trailer]) == stored else {
            throw BitstreamError(.invalid, "rpu_data_crc32", "the checksum is wrong")
        }
        self.payload = Array(payload[...end])
        var bits = BitReader(Array(payload[..<trailer]))
        try bits.skip(8, "rpu_nal_prefix")
        header = try DolbyVisionHeader(&bits)
        headerEnd = bits.position
    }

    /// The NAL unit with its header `7C 01`: TemporalId 0 on every temporal level, because decoders accept no other.
    package var unit: [UInt8] { Self.unit(payload: payload) }

    /// The NAL unit of a payload that was read before.
    package static func unit(payload: [UInt8]) -> [UInt8] {
        NALUnitHeader(type: .dolbyVisionMetadata).bytes + EmulationPrevention.inserted(into: payload)
    }
}
