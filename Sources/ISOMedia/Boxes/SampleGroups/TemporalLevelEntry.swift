/// `tscl`: one temporal level of an HEVC track, TemporalLayerEntry (ISO/IEC 14496-15 8.4.5). Every field describes the
/// samples of this level together with those below it.
package struct TemporalLevelEntry: SampleGroupEntry, Encodable {
    /// `tscl`
    package static let groupingType: FourCC = "tscl"
    /// temporalLayerId: the TemporalId of the samples, 0 to 6.
    package var temporalLevel: UInt8
    /// The requirements on a decoder.
    package var capability: DecoderCapability
    /// tlMaxBitRate: highest rate over any second, in 1000 bit/s. 65535 means that or more.
    package var maximumBitRate: UInt16 = 0
    /// tlAvgBitRate: average rate in 1000 bit/s. 65535 means that or more.
    package var averageBitRate: UInt16 = 0
    /// tlConstantFrameRate: 1 for a constant frame rate, 0 if unknown.
    package var constantFrameRate: UInt8 = 0
    /// tlAvgFrameRate: frames in 256 seconds; 0 if unspecified.
    package var averageFrameRate: UInt16 = 0

    /// Creates an entry without rates.
    package init(temporalLevel: UInt8, capability: DecoderCapability) {
        self.temporalLevel = temporalLevel
        self.capability = capability
    }

    /// Reads the entry, 20 bytes.
    package init(from reader: inout BoxReader) throws(MovieError) {
        temporalLevel = try reader.u8()
        capability = try DecoderCapability(from: &reader)
        maximumBitRate = try reader.u16()
        averageBitRate = try reader.u16()
        constantFrameRate = try reader.u8()
        averageFrameRate = try reader.u16()
    }

    /// Writes the entry.
    package func write(to writer: inout BoxWriter) {
        writer.u8(temporalLevel)
        capability.write(to: &writer)
        writer.u16(maximumBitRate)
        writer.u16(averageBitRate)
        writer.u8(constantFrameRate)
        writer.u16(averageFrameRate)
    }
}
