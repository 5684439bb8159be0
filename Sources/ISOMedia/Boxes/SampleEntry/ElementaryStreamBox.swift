/// `esds`: the configuration of MPEG-4 audio (ISO/IEC 14496-14 6.7.2; descriptors: ISO/IEC 14496-1 7.2.6).
package struct ElementaryStreamBox: Box {
    /// `esds`
    package static let type: FourCC = "esds"
    /// objectTypeIndication: 0x40 for MPEG-4 audio, 0x69 and 0x6B for MPEG-2 and MPEG-1 audio of any layer.
    package var objectType: UInt8
    /// streamType: 5 for audio.
    package var streamType: UInt8
    /// Size of the decoding buffer in bytes, at most 2^24 - 1.
    package var bufferByteCount: UInt32
    /// Highest rate over any second in bit/s.
    package var maximumBitRate: UInt32
    /// Average in bit/s; 0 for a variable rate.
    package var averageBitRate: UInt32
    /// AudioSpecificConfig.
    package var configuration: [UInt8]

    /// Creates the description of an AAC stream.
    package init(
        configuration: [UInt8],
        bufferByteCount: UInt32 = 0,
        maximumBitRate: UInt32 = 0,
        averageBitRate: UInt32 = 0
    ) {
        objectType = 0x40
        streamType = 5
        self.bufferByteCount = min(bufferByteCount, 0xFF_FFFF)
        self.maximumBitRate = maximumBitRate
        self.averageBitRate = averageBitRate
        self.configuration = configuration
    }

    /// Creates the description of a stream of MPEG-1 audio, or of MPEG-2 audio at rates below 32 kHz, whose frames
    /// contain the rest.
    package init(
        mpegSampleRate sampleRate: Int,
        bufferByteCount: UInt32 = 0,
        maximumBitRate: UInt32 = 0,
        averageBitRate: UInt32 = 0
    ) {
        self.init(
            configuration: [],
            bufferByteCount: bufferByteCount,
            maximumBitRate: maximumBitRate,
            averageBitRate: averageBitRate
        )
        objectType = sampleRate < 32000 ? 0x69 : 0x6B
    }

    /// Why this cannot describe audio; nil if it can.
    var flaw: String? {
        if streamType != 5 { return "stream type \(streamType) is not that of audio, 5" }
        if ElementaryStreamBox.audioTypes.contains(objectType) { return nil }
        return "object type 0x\(String(objectType, radix: 16, uppercase: true)) is not one of audio"
    }

    /// Object types of audio: ISO/IEC 14496-1 Table 5 and the registrations at mp4ra.org (MPEG-4, MPEG-2 and MPEG-1
    /// audio, AC-3, E-AC-3, DTS, Opus, AC-4, MPEG-H, DTS-UHD), Vorbis as FFmpeg writes it, and QCELP.
    private static let audioTypes: Set<UInt8> = [
        0x40, 0x66, 0x67, 0x68, 0x69, 0x6B, 0xA5, 0xA6, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB2, 0xDD, 0xE1,
    ]

    /// Tags of the descriptors (ISO/IEC 14496-1 Table 1).
    private enum Tag {
        static let stream: UInt8 = 3
        static let decoder: UInt8 = 4
        static let specific: UInt8 = 5
        static let synchronization: UInt8 = 6
    }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        _ = try reader.fullBox()
        var stream = try ElementaryStreamBox.descriptor(&reader, Tag.stream)
        try stream.skip(2)
        let flags = try stream.u8()
        if flags & 0x80 != 0 { try stream.skip(2) }
        if flags & 0x40 != 0 {
            let length = Int(try stream.u8())
            try stream.skip(length)
        }
        if flags & 0x20 != 0 { try stream.skip(2) }
        var decoder = try ElementaryStreamBox.descriptor(&stream, Tag.decoder)
        objectType = try decoder.u8()
        streamType = try decoder.u8() >> 2
        bufferByteCount = try decoder.u24()
        maximumBitRate = try decoder.u32()
        averageBitRate = try decoder.u32()
        configuration = []
        if decoder.remaining > 0 {
            var specific = try ElementaryStreamBox.descriptor(&decoder, Tag.specific)
            configuration = specific.rest()
        }
    }

    /// Writes the payload. ES_ID is 0 in a file (ISO/IEC 14496-14 4.1.2), SLConfigDescriptor has the predefined value 2
    /// (6.7.2).
    package func write(to writer: inout BoxWriter) {
        var decoder = BoxWriter()
        decoder.u8(objectType)
        decoder.u8(streamType << 2 | 1)
        decoder.u24(bufferByteCount)
        decoder.u32(maximumBitRate)
        decoder.u32(averageBitRate)
        if !configuration.isEmpty { ElementaryStreamBox.append(Tag.specific, configuration, to: &decoder) }
        var stream = BoxWriter()
        stream.u16(0)
        stream.u8(0)
        ElementaryStreamBox.append(Tag.decoder, decoder.bytes, to: &stream)
        ElementaryStreamBox.append(Tag.synchronization, [2], to: &stream)
        writer.fullBox(version: 0)
        ElementaryStreamBox.append(Tag.stream, stream.bytes, to: &writer)
    }

    /// The body of the next descriptor, which must have a given tag. Its length has seven bits per byte, in at most
    /// four bytes (ISO/IEC 14496-1 8.3.3).
    private static func descriptor(_ reader: inout BoxReader, _ tag: UInt8) throws(MovieError) -> BoxReader {
        let found = try reader.u8()
        guard found == tag else { throw reader.damaged("descriptor \(found) found where \(tag) is expected") }
        var length = 0
        for _ in 0..<4 {
            let byte = try reader.u8()
            length = length << 7 | Int(byte & 0x7F)
            if byte & 0x80 == 0 { break }
        }
        return BoxReader(reader.type, try reader.take(length))
    }

    private static func append(_ tag: UInt8, _ body: [UInt8], to writer: inout BoxWriter) {
        writer.u8(tag)
        var groups = [UInt8(body.count & 0x7F)]
        var rest = body.count >> 7
        while rest > 0 {
            groups.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        writer.append(groups.reversed())
        writer.append(body)
    }
}
