/// `tscl`: one temporal level of an HEVC track, TemporalLayerEntry (ISO/IEC 14496-15 8.4.5). Every field is about the samples of this
/// level and of those below it together.
package struct TemporalLevelEntry: SampleGroupEntry, Encodable {
    /// `tscl`
    package static let groupingType: FourCC = "tscl"
    /// temporalLayerId: the TemporalId of the samples, 0 to 6.
    package var temporalLevel: UInt8
    /// What a decoder must be able to do.
    package var capability: DecoderCapability
    /// tlMaxBitRate: highest rate over any second, in 1000 bit/s. 65535 is that or more.
    package var maximumBitRate: UInt16 = 0
    /// tlAvgBitRate: average rate in 1000 bit/s. 65535 is that or more.
    package var averageBitRate: UInt16 = 0
    /// tlConstantFrameRate: 1 for a constant frame rate, 0 when it is not known to be one.
    package var constantFrameRate: UInt8 = 0
    /// tlAvgFrameRate: frames in 256 seconds; 0 when it is not said.
    package var averageFrameRate: UInt16 = 0

    /// Creates an entry that says nothing of rates.
    package init(temporalLevel: UInt8, capability: DecoderCapability) {
        self.temporalLevel = temporalLevel
        self.capability = capability
    }

    /// Reads the entry, 20 bytes.
    package init(from reader: inout BoxReader) throws(MovieError) {
        temporalLevel = try reader.u8()
        capability = DecoderCapability()
        let general = try reader.u8()
        capability.profileSpace = general >> 6
        capability.isHighTier = general & 0x20 != 0
        capability.profile = general & 0x1F
        capability.compatibility = try reader.u32()
        capability.constraints = UInt64(try reader.u16()) << 32
        capability.constraints |= UInt64(try reader.u32())
        capability.level = try reader.u8()
        maximumBitRate = try reader.u16()
        averageBitRate = try reader.u16()
        constantFrameRate = try reader.u8()
        averageFrameRate = try reader.u16()
    }

    /// Writes the entry.
    package func write(to writer: inout BoxWriter) {
        writer.u8(temporalLevel)
        writer.u8(capability.profileSpace << 6 | (capability.isHighTier ? 0x20 : 0) | capability.profile & 0x1F)
        writer.u32(capability.compatibility)
        writer.u16(UInt16(truncatingIfNeeded: capability.constraints >> 32))
        writer.u32(UInt32(truncatingIfNeeded: capability.constraints))
        writer.u8(capability.level)
        writer.u16(maximumBitRate)
        writer.u16(averageBitRate)
        writer.u8(constantFrameRate)
        writer.u16(averageFrameRate)
    }
}
