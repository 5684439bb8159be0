package import ISOMedia
package import Media

/// The payload of a `grid` item: tiles of equal size, side by side (ISO/IEC 23008-12 6.6.2.3).
package struct ImageGrid: Hashable, Sendable, Encodable {
    /// Tiles in a column, 1 to 256.
    package var rows: Int
    /// Tiles in a row, 1 to 256.
    package var columns: Int
    /// Size of the image: what the tiles have beyond it, to the right and below, is cut off.
    package var size: PictureSize

    /// Creates a grid. Precondition: 1 to 256 rows and columns.
    package init(rows: Int, columns: Int, size: PictureSize) {
        precondition((1...256).contains(rows) && (1...256).contains(columns), "a grid has 1 to 256 rows and columns")
        self.rows = rows
        self.columns = columns
        self.size = size
    }

    /// Number of tiles.
    package var tileCount: Int { rows * columns }

    /// Reads the payload of an item.
    package init(payload: [UInt8]) throws(MovieError) {
        var reader = BoxReader("grid", payload)
        guard try reader.u8() == 0 else { throw reader.damaged("its version is unknown") }
        let isWide = try reader.u8() & 1 == 1
        rows = Int(try reader.u8()) + 1
        columns = Int(try reader.u8()) + 1
        let width = isWide ? Int(try reader.u32()) : Int(try reader.u16())
        size = PictureSize(width: width, height: isWide ? Int(try reader.u32()) : Int(try reader.u16()))
    }

    /// The payload of an item; sizes have 32 bits only if one needs them.
    package var payload: [UInt8] {
        var writer = BoxWriter()
        let isWide = max(size.width, size.height) > Int(UInt16.max)
        writer.u8(0)
        writer.u8(isWide ? 1 : 0)
        writer.u8(UInt8(rows - 1))
        writer.u8(UInt8(columns - 1))
        for side in [size.width, size.height] {
            if isWide { writer.u32(UInt32(side)) } else { writer.u16(UInt16(side)) }
        }
        return writer.bytes
    }
}
