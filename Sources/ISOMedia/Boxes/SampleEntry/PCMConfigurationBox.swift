package import Media

/// `pcmC`: the sample format of uncompressed audio in MP4 (ISO/IEC 23003-5 5.2). The type of the sample entry, `ipcm`
/// or `fpcm`, distinguishes integers from floating point.
package struct PCMConfigurationBox: Box {
    /// `pcmC`
    package static let type: FourCC = "pcmC"
    /// Whether samples are little-endian.
    package var isLittleEndian: Bool
    /// Bits per sample: 16, 24 or 32; for floating point 32 or 64.
    package var bitDepth: UInt8

    /// The box of a format.
    package init(_ format: PCMFormat) {
        isLittleEndian = !format.isBigEndian
        bitDepth = UInt8(format.bitDepth)
    }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        _ = try reader.fullBox()
        isLittleEndian = try reader.u8() & 1 == 1
        bitDepth = try reader.u8()
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        writer.fullBox(version: 0)
        writer.u8(isLittleEndian ? 1 : 0)
        writer.u8(bitDepth)
    }
}
