package import ISOMedia

/// `pixi`: channels and bits of a decoded image (ISO/IEC 23008-12 6.5.6).
package struct PixelInformationBox: Box {
    /// `pixi`
    package static let type: FourCC = "pixi"
    /// Bits of each channel.
    package var channelBits: [UInt8]

    /// Creates a box. Precondition: at most 255 channels.
    package init(channelBits: [UInt8]) {
        precondition(channelBits.count <= 255, "the number of channels has eight bits")
        self.channelBits = channelBits
    }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        _ = try reader.fullBox()
        let count = Int(try reader.u8())
        channelBits = Array(try reader.take(count))
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        writer.fullBox(version: 0)
        writer.u8(UInt8(channelBits.count))
        writer.append(channelBits)
    }
}
