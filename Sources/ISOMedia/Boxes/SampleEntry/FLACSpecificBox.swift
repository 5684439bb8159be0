/// `dfLa`: the configuration of FLAC audio (Encapsulation of FLAC in ISO Base Media File Format 3.3.2): the metadata
/// blocks of the stream, of which STREAMINFO is the first.
package struct FLACSpecificBox: Box {
    /// `dfLa`
    package static let type: FourCC = "dfLa"
    /// Bytes of STREAMINFO (RFC 9639 8.2).
    package static let streamInfoByteCount = 34
    /// STREAMINFO.
    package let streamInfo: [UInt8]
    /// The blocks after it with their headers; empty if there are none.
    package var otherBlocks: [UInt8] = []

    /// Creates a box from STREAMINFO; nil unless it has 34 bytes.
    package init?(_ streamInfo: [UInt8]) {
        guard streamInfo.count == Self.streamInfoByteCount else { return nil }
        self.streamInfo = streamInfo
    }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        _ = try reader.fullBox()
        let (header, length) = (try reader.u8(), Int(try reader.u24()))
        guard header & 0x7F == 0, length == Self.streamInfoByteCount else {
            throw reader.damaged("its first block is not STREAMINFO")
        }
        streamInfo = [UInt8](try reader.take(length))
        otherBlocks = header & 0x80 == 0 ? reader.rest() : []
    }

    /// Writes the payload; the first block says whether it is the last.
    package func write(to writer: inout BoxWriter) {
        writer.fullBox(version: 0)
        writer.u8(otherBlocks.isEmpty ? 0x80 : 0)
        writer.u24(UInt32(streamInfo.count))
        writer.append(streamInfo)
        writer.append(otherBlocks)
    }
}
