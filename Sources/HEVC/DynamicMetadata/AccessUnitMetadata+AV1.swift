extension AccessUnitMetadata {
    /// obu_type of metadata.
    private static let metadataType: UInt8 = 5
    /// metadata_type of a message of ITU-T T.35.
    private static let registeredType: UInt64 = 4

    /// Reads a temporal unit of AV1, which has one shown picture (AV1 specification 5.8, 7.5). HDR10+ is in metadata
    /// OBUs as it is in SEI messages; RPUs are in them within an EMDF container.
    ///
    /// Throws if its OBUs cannot be told apart, and if a message of HDR10+ or Dolby Vision cannot be read.
    package init(temporalUnit: RawSpan) throws(BitstreamError) {
        self.init()
        var cursor = OBUCursor()
        while let unit = try cursor.next(in: temporalUnit) {
            guard unit.type == Self.metadataType else { continue }
            let content = temporalUnit.extracting(unit.content)
            var start = 0
            guard try OBUCursor.number("metadata_type", in: content, at: &start) == Self.registeredType else {
                continue
            }
            try add(registered: content.extracting(droppingFirst: start).copied())
        }
    }

    /// Takes a message of T.35 with the trailing bits of its OBU.
    private mutating func add(registered bytes: [UInt8]) throws(BitstreamError) {
        let owner = RegisteredUserData(payload: bytes)
        if owner == .dolbyVision { return add(rpu: try DolbyVisionUnit(registered: bytes)) }
        guard let stop = bytes.lastIndex(where: { $0 != 0 }), bytes[stop] == 0x80 else {
            guard owner == .hdr10Plus else { return }
            throw BitstreamError(.invalid, "trailing_bits", "HDR10+ ends without the stop bit")
        }
        add(message: Array(bytes[..<stop]), NALUnitHeader(type: .prefixSEI))
    }
}
