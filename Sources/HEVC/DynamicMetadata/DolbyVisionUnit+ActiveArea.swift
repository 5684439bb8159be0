extension DolbyVisionUnit {
    /// The active area that the RPU states; nil if it states none, which means the whole picture.
    ///
    /// Throws as `DolbyVisionBody`, and `invalid` if the block is too short.
    package func activeArea() throws(BitstreamError) -> DolbyVisionActiveArea? {
        let blocks = try DolbyVisionBody(self).blocks
        guard let block = blocks.first(where: { $0.level == DolbyVisionActiveArea.level }) else { return nil }
        guard block.content.count >= 4 * DolbyVisionActiveArea.offsetBits else {
            throw BitstreamError(.invalid, "ext_block_length", "\(block.content.count) bits are no active area")
        }
        var bits = BitReader(payload)
        try bits.skip(block.content.lowerBound, "ext_dm_data_block")
        var offsets: [Int] = []
        for _ in 0..<4 {
            offsets.append(Int(try bits.bits(DolbyVisionActiveArea.offsetBits, "active_area_offset")))
        }
        return DolbyVisionActiveArea(left: offsets[0], right: offsets[1], top: offsets[2], bottom: offsets[3])
    }

    /// Whether its enhancement layer changes nothing (MEL). Throws as `DolbyVisionBody`.
    package func hasMinimalEnhancement() throws(BitstreamError) -> Bool {
        try DolbyVisionBody(self).hasMinimalEnhancement
    }

    /// The metadata levels of its extension blocks, in order and with repetitions.
    package func levels() throws(BitstreamError) -> [UInt8] { try DolbyVisionBody(self).blocks.map(\.level) }
}
