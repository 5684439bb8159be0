extension DolbyVisionUnit {
    /// The payload of the RPU with another active area in place of each that it states; unchanged if it states none.
    ///
    /// Throws as `DolbyVisionBody`, and `invalid` for an area that is too short.
    package func replacingActiveArea(
        _ change: (DolbyVisionActiveArea) -> DolbyVisionActiveArea
    ) throws(BitstreamError) -> [UInt8] {
        guard let stated = try activeArea() else { return payload }
        let area = change(stated)
        guard area != stated else { return payload }
        var bits = BitWriter()
        var start = 0
        for block in try DolbyVisionBody(self).blocks where block.level == DolbyVisionActiveArea.level {
            bits.copy(start..<block.content.lowerBound, of: payload)
            for offset in [area.left, area.right, area.top, area.bottom] {
                bits.bits(UInt64(offset), DolbyVisionActiveArea.offsetBits)
            }
            start = bits.position
        }
        bits.copy(start..<contentEnd, of: payload)
        return Self.sealed(bits)
    }

    /// The payload of an RPU of profile 7 as one of profile 8.1, for its base layer alone: without the quantisation of
    /// the enhancement layer, and with the matrices and the signal of HDR10. The mapping stays: it predicts the picture
    /// from the base layer.
    ///
    /// Throws as `DolbyVisionBody`, and `unsupported` for another profile.
    package func convertedToBaseLayer() throws(BitstreamError) -> [UInt8] {
        guard header.profile == 7, let sequence = header.sequence, sequence.layerFlags > 0 else {
            throw BitstreamError(.unsupported, "rpu_data_header", "only profile 7 becomes 8.1")
        }
        let body = try DolbyVisionBody(self)
        guard let quantisation = body.places.quantisation, let parameters = body.places.quantisationParameters,
            let signal = body.places.signal, let list = body.places.listStart
        else { throw BitstreamError(.unsupported, "vdr_rpu_data_payload", "it has no display management data") }
        var bits = BitWriter()
        bits.copy(0..<sequence.layerFlags, of: payload)
        bits.bits(0b01, 2)  // el_spatial_resampling_filter_flag, disable_residual_flag
        bits.copy(sequence.layerFlags + 2..<headerEnd, of: payload)
        bits.copy(headerEnd..<quantisation.lowerBound, of: payload)
        bits.copy(quantisation.upperBound..<parameters.lowerBound, of: payload)
        bits.copy(body.places.mappingEnd..<signal.lowerBound, of: payload)
        bits.writeSignalOfHDR10()
        // Then the range of the source, and the number of blocks: the padding behind it differs.
        var reader = BitReader(payload)
        try reader.skip(signal.upperBound + 12 + 12 + 10, "source_diagonal")
        _ = try reader.unsigned("num_ext_blocks")
        bits.copy(signal.upperBound..<reader.position, of: payload)
        while bits.position % 8 != 0 { bits.flag(false) }
        bits.copy(list..<contentEnd, of: payload)
        return Self.sealed(bits)
    }

    /// Where the checksum begins, in bits.
    private var contentEnd: Int { (payload.count - Self.trailerByteCount) * 8 }

    /// The content, of whole bytes, with its checksum and its last byte.
    private static func sealed(_ content: BitWriter) -> [UInt8] {
        let sum = CyclicRedundancy.checksum(of: content.bytes[1...])
        return content.bytes + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) } + [ending]
    }
}

extension BitWriter {
    /// Writes the matrices and the signal of profile 8.1: BT.2020 with PQ, 12 bits, in the fixed-point numbers of
    /// Dolby's RPUs.
    fileprivate mutating func writeSignalOfHDR10() {
        // ycc_to_rgb_coef in 1/8192, ycc_to_rgb_offset in 1/2^28, rgb_to_lms_coef in 1/16384.
        let toRGB: [Int16] = [9574, 0, 13802, 9574, -1540, -5348, 9574, 17610, 0]
        let offsets: [UInt64] = [16_777_216, 134_217_728, 134_217_728]
        let toLMS: [Int16] = [7222, 8771, 390, 2654, 12430, 1300, 0, 422, 15962]
        for value in toRGB { bits(UInt64(UInt16(bitPattern: value)), 16) }
        for value in offsets { bits(value, 32) }
        for value in toLMS { bits(UInt64(UInt16(bitPattern: value)), 16) }
        // signal_eotf and its three parameters, signal_bit_depth, color_space, chroma_format, full_range_flag.
        let signal: [(UInt64, Int)] = [(65535, 16), (0, 16), (0, 16), (0, 32), (12, 5), (0, 2), (0, 2), (1, 2)]
        for (value, width) in signal { bits(value, width) }
    }
}
