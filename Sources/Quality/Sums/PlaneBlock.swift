/// A rectangle of a plane, in samples.
struct PlaneBlock: Hashable, Sendable {
    /// First column.
    let column: Int
    /// First row.
    let row: Int
    /// Number of columns, at least one.
    let width: Int
    /// Number of rows, at least one.
    let height: Int

    /// Creates a block from its corner and size.
    init(column: Int, row: Int, width: Int, height: Int) {
        self.column = column
        self.row = row
        self.width = width
        self.height = height
    }

    /// The whole of two planes.
    init(whole pair: PlanePair) { self.init(column: 0, row: 0, width: pair.width, height: pair.height) }

    /// The blocks of a size that cover a plane, row by row; those at the right and lower edge may be smaller.
    static func covering(width: Int, height: Int, blockWidth: Int, blockHeight: Int) -> [PlaneBlock] {
        stride(from: 0, to: height, by: blockHeight).flatMap { row in
            stride(from: 0, to: width, by: blockWidth).map { column in
                PlaneBlock(
                    column: column,
                    row: row,
                    width: min(blockWidth, width - column),
                    height: min(blockHeight, height - row)
                )
            }
        }
    }

    /// Whether it is completely within a plane.
    func isInside(width: Int, height: Int) -> Bool {
        column >= 0 && row >= 0 && self.width > 0 && self.height > 0 && column + self.width <= width
            && row + self.height <= height
    }
}
