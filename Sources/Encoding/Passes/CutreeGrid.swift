import Media

/// The units of libx265's cutree: blocks of 16x16 luma samples, or of 8x8 if the quantisation group is 8.
///
/// libx265 first pads pictures to whole coding blocks of its smallest size. So an encoder with larger smallest blocks
/// has more units at the right and at the bottom.
struct CutreeGrid: Hashable {
    let columns: Int
    let rows: Int

    /// The grid of an encoder whose smallest coding block is `minimumBlock` luma samples wide and high.
    init(_ size: PictureSize, minimumBlock: Int, quantizationGroupSize: Int) {
        let fineness = quantizationGroupSize == 8 ? 2 : 1
        func units(_ length: Int) -> Int {
            let padded = (length + minimumBlock - 1) / minimumBlock * minimumBlock
            return (padded / 2 + 7) / 8 * fineness
        }
        columns = units(size.width)
        rows = units(size.height)
    }

    /// The grid of libx264's macroblock tree: its records are built in the same way, over macroblocks of 16x16.
    init(macroblocksOf size: PictureSize) {
        columns = (size.width + 15) / 16
        rows = (size.height + 15) / 16
    }

    /// Bytes of a record: a slice type, then two for each unit, row by row.
    var byteCount: Int { 1 + 2 * columns * rows }

    /// A record of this grid without the units outside `other`, which is not larger in either direction.
    func cropped(_ record: [UInt8], to other: CutreeGrid) -> [UInt8] {
        precondition(record.count == byteCount && other.columns <= columns && other.rows <= rows)
        guard other != self else { return record }
        var kept = [record[0]]
        kept.reserveCapacity(other.byteCount)
        for row in 0..<other.rows {
            let start = 1 + 2 * columns * row
            kept += record[start..<start + 2 * other.columns]
        }
        return kept
    }
}
