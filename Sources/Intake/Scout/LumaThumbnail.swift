import Media

/// The luma of a picture as a small grid of cell averages, in sixteenths of an 8-bit level, and its histogram.
///
/// Each cell is averaged over at most 8 x 8 samples, spread evenly over it. That is enough to average out noise, and
/// the cost is the same for any picture size.
struct LumaThumbnail: Hashable, Sendable {
    /// Cells in a row, at most 64.
    let columns: Int
    /// Rows of cells, at most 36.
    let rows: Int
    /// Averages row by row, 0 to 4080.
    let cells: [Int32]
    /// The share of the samples in each of 32 equal steps of brightness, in thousandths.
    let histogram: [Int32]

    private static let maximumColumns = 64
    private static let maximumRows = 36
    private static let samplesPerSide = 8
    private static let bins = 32

    /// Measures a picture.
    init(_ picture: Picture) {
        let (width, height) = (picture.size.width, picture.size.height)
        columns = min(Self.maximumColumns, width / 2)
        rows = min(Self.maximumRows, height / 2)
        let xs = Self.samplePositions(cells: columns, length: width)
        let ys = Self.samplePositions(cells: rows, length: height)
        let stride = picture.stride(ofPlane: 0)
        var cells = [Int32](repeating: 0, count: columns * rows)
        var counts = [Int32](repeating: 0, count: Self.bins)
        let bytes = picture.storage.span
        let isWide = picture.format.bytesPerSample == 2
        let shift = Int32(picture.format.bitDepth - 8)
        for (row, lines) in ys.enumerated() {
            for (column, samples) in xs.enumerated() {
                var sum: Int32 = 0
                for y in lines {
                    let line = y * stride
                    for x in samples {
                        let value =
                            isWide
                            ? Int32(bytes[line + 2 * x]) | Int32(bytes[line + 2 * x + 1]) << 8 : Int32(bytes[line + x])
                        sum += value
                        counts[Int(min(value >> shift, 255) >> 3)] += 1
                    }
                }
                cells[row * columns + column] = ((sum << 4) >> shift) / Int32(lines.count * samples.count)
            }
        }
        self.cells = cells
        let total = max(counts.reduce(0, +), 1)
        histogram = counts.map { Int32(Int($0) * 1000 / Int(total)) }
    }

    /// For each cell along one side, the positions of its samples.
    private static func samplePositions(cells: Int, length: Int) -> [[Int]] {
        (0..<cells).map { cell in
            let (start, end) = (cell * length / cells, (cell + 1) * length / cells)
            let count = min(samplesPerSide, end - start)
            return (0..<count).map { start + (2 * $0 + 1) * (end - start) / (2 * count) }
        }
    }

    /// Average of all cells.
    var mean: Int32 { Int32(cells.reduce(0) { $0 + Int($1) } / cells.count) }

    /// Mean difference of the cells of two thumbnails after equalising their brightness, each cell against the best of
    /// the nine around it: small for pans, shakes and fades, large if the scene differs.
    ///
    /// In hundredths of an 8-bit level.
    func structuralDifference(to other: LumaThumbnail) -> Int {
        guard columns == other.columns, rows == other.rows else { return 25_500 }
        let offset = mean - other.mean
        var sum = 0
        for row in 0..<rows {
            let nearRows = max(row - 1, 0)...min(row + 1, rows - 1)
            for column in 0..<columns {
                let value = cells[row * columns + column] - offset
                let nearColumns = max(column - 1, 0)...min(column + 1, columns - 1)
                var (low, high) = (Int32.max, Int32.min)
                for y in nearRows {
                    for x in nearColumns {
                        let near = other.cells[y * columns + x]
                        low = min(low, near)
                        high = max(high, near)
                    }
                }
                // A cell whose value is between its neighbours may be a mixture of them: a move by part of a cell.
                sum += Int(max(low - value, value - high, 0))
            }
        }
        return sum * 100 / (16 * cells.count)
    }

    /// Mean difference of the cells of two thumbnails in hundredths of an 8-bit level.
    func difference(to other: LumaThumbnail) -> Int {
        guard columns == other.columns, rows == other.rows else { return 25_500 }
        let sum = zip(cells, other.cells).reduce(0) { $0 + Int(abs($1.0 - $1.1)) }
        return sum * 100 / (16 * cells.count)
    }

    /// Share of the samples that changed their brightness step, in thousandths.
    func histogramDifference(to other: LumaThumbnail) -> Int {
        zip(histogram, other.histogram).reduce(0) { $0 + Int(abs($1.0 - $1.1)) } / 2
    }

    /// The picture in 32 bytes: averages over 8 x 4 parts of it, in 8-bit levels.
    var signature: [UInt8] {
        var sums = [Int](repeating: 0, count: 32)
        var counts = [Int](repeating: 0, count: 32)
        for row in 0..<rows {
            for column in 0..<columns {
                let part = row * 4 / rows * 8 + column * 8 / columns
                sums[part] += Int(cells[row * columns + column])
                counts[part] += 1
            }
        }
        return zip(sums, counts).map { UInt8(clamping: $0 / max($1 * 16, 1)) }
    }
}
