package import ISOMedia
package import Media

/// `ispe`: the size of an image before it is turned (ISO/IEC 23008-12 6.5.3).
package struct ImageExtentBox: Box {
    /// `ispe`
    package static let type: FourCC = "ispe"
    /// Width in luma samples, after the conformance window.
    package var width: UInt32
    /// Height in luma samples, after the conformance window.
    package var height: UInt32

    /// Creates a box.
    package init(width: UInt32, height: UInt32) {
        self.width = width
        self.height = height
    }

    /// The size in the file, which may be 0 or far too large.
    package var size: PictureSize { PictureSize(width: Int(width), height: Int(height)) }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        _ = try reader.fullBox()
        width = try reader.u32()
        height = try reader.u32()
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        writer.fullBox(version: 0)
        writer.u32(width)
        writer.u32(height)
    }
}
