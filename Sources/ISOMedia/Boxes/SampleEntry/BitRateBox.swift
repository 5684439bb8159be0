/// `btrt`: the bit rates and the buffer size of a track (ISO/IEC 14496-12 8.5.2.2).
package struct BitRateBox: Box, Encodable {
    /// `btrt`
    package static let type: FourCC = "btrt"
    /// Size of the decoding buffer in bytes; Granary writes the largest sample.
    package var bufferByteCount: UInt32
    /// Highest rate over any window of one second, in bit/s.
    package var maximum: UInt32
    /// Average over the track, in bit/s.
    package var average: UInt32

    /// Creates a box.
    package init(bufferByteCount: UInt32, maximum: UInt32, average: UInt32) {
        self.bufferByteCount = bufferByteCount
        self.maximum = maximum
        self.average = average
    }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        bufferByteCount = try reader.u32()
        maximum = try reader.u32()
        average = try reader.u32()
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        writer.u32(bufferByteCount)
        writer.u32(maximum)
        writer.u32(average)
    }
}
