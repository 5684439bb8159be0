/// `smhd`: the balance of an audio track (ISO/IEC 14496-12 12.2.2).
package struct SoundMediaHeaderBox: Box {
    /// `smhd`
    package static let type: FourCC = "smhd"
    /// 8.8 fixed point, 0 in the centre.
    package var balance: Int16 = 0

    /// Creates a header in the centre.
    package init() {}

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        _ = try reader.fullBox()
        balance = try reader.s16()
        try reader.skip(2)
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        writer.fullBox(version: 0)
        writer.s16(balance)
        writer.zeros(2)
    }
}
