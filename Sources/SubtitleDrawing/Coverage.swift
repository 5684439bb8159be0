/// How much of each sample of a picture a part of a text covers, and in which colour.
struct Coverage {
    /// Columns and rows that it covers, which may be partly outside the picture.
    let columns: Range<Int>, rows: Range<Int>
    /// 0 to 255 for each sample, row by row.
    let values: [UInt8]
    /// 0xRRGGBB.
    let colour: UInt32
    /// 0 to 255: how opaque the covered samples are.
    let opacity: Int

    /// The value of a sample; 0 outside.
    func value(_ column: Int, _ row: Int) -> Int {
        guard columns.contains(column), rows.contains(row) else { return 0 }
        return Int(values[(row - rows.lowerBound) * columns.count + column - columns.lowerBound])
    }
}
