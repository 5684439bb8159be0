/// `dOps`: the configuration of Opus audio (Encapsulation of Opus in ISO Base Media File Format 4.3.2). Its numbers are
/// big-endian; those of an Ogg stream's header (RFC 7845 5.1) are little-endian.
package struct OpusSpecificBox: Box {
    /// `dOps`
    package static let type: FourCC = "dOps"
    /// Number of channels, positive.
    package var channelCount: UInt8
    /// Samples at 48 kHz that a decoder returns before the first one that is presented.
    package var preSkip: UInt16
    /// Sample rate before encoding, for information; 0 if unknown.
    package var inputSampleRate: UInt32
    /// Gain in 1/256 dB that a decoder applies.
    package var outputGain: Int16
    /// ChannelMappingFamily; 0 for mono and stereo without a table.
    package var mappingFamily: UInt8
    /// StreamCount, CoupledCount and the mapping of each channel; empty for family 0.
    package var mapping: [UInt8]

    /// Creates a box from the payload; nil if it is not valid.
    package init?(_ payload: [UInt8]) {
        guard let box = try? OpusSpecificBox(payload: payload[...]), box.payload == payload else { return nil }
        self = box
    }

    /// Reads the header at the start of an Opus stream in Ogg and Matroska (RFC 7845 5.1); nil if it is not one.
    package init?(header: [UInt8]) {
        guard header.count >= 19, header.starts(with: Array("OpusHead".utf8)), header[8] >> 4 == 0, header[9] > 0 else {
            return nil
        }
        func number(_ at: Int, _ bytes: Int) -> UInt32 {
            header[at..<at + bytes].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
        channelCount = header[9]
        preSkip = UInt16(number(10, 2))
        inputSampleRate = number(12, 4)
        outputGain = Int16(bitPattern: UInt16(number(16, 2)))
        mappingFamily = header[18]
        let tableByteCount = mappingFamily == 0 ? 0 : 2 + Int(channelCount)
        guard header.count >= 19 + tableByteCount, mappingFamily != 0 || channelCount <= 2 else { return nil }
        mapping = Array(header[19..<19 + tableByteCount])
    }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        guard try reader.u8() == 0 else { throw reader.damaged("its version is not known") }
        channelCount = try reader.u8()
        preSkip = try reader.u16()
        inputSampleRate = try reader.u32()
        outputGain = try reader.s16()
        mappingFamily = try reader.u8()
        guard channelCount > 0 else { throw reader.damaged("it has no channels") }
        mapping = mappingFamily == 0 ? [] : [UInt8](try reader.take(2 + Int(channelCount)))
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        writer.u8(0)
        writer.u8(channelCount)
        writer.u16(preSkip)
        writer.u32(inputSampleRate)
        writer.s16(outputGain)
        writer.u8(mappingFamily)
        writer.append(mapping)
    }

    /// The payload of the box.
    package var payload: [UInt8] {
        var writer = BoxWriter()
        write(to: &writer)
        return writer.bytes
    }
}
