/// Sums over squares of 2x2 samples, for every processor. Callers check that all reads are within the picture.
extension PictureActivity {
    /// Twelve times a square, minus the eight samples next to it, the corners, and the next ring.
    func coarseSpatial<Sample: StoredSample>(_ columns: Range<Int>, _ rows: Range<Int>, as sample: Sample.Type) -> Int {
        let rowBytes = current.stride
        // Safe: bytes have no padding between them.
        let samples = unsafe current.samples.span.bytes
        var total = 0
        for row in stride(from: rows.lowerBound, to: rows.upperBound, by: 2) {
            for column in stride(from: columns.lowerBound, to: columns.upperBound, by: 2) {
                let place = row * rowBytes + column * Sample.size
                func at(_ x: Int, _ y: Int) -> Int {
                    Int(Sample.value(samples, at: place &+ y &* rowBytes &+ x &* Sample.size))
                }
                let square = at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1)
                let sides = at(0, -1) + at(1, -1) + at(0, 2) + at(1, 2) + at(-1, 0) + at(2, 0) + at(-1, 1) + at(2, 1)
                let corners = at(-1, -1) + at(2, -1) + at(-1, 2) + at(2, 2)
                let above = at(-1, -2) + at(0, -2) + at(1, -2) + at(2, -2)
                let below = at(-1, 3) + at(0, 3) + at(1, 3) + at(2, 3)
                let left = at(-2, -1) + at(-2, 0) + at(-2, 1) + at(-2, 2)
                let right = at(3, -1) + at(3, 0) + at(3, 1) + at(3, 2)
                total += abs(12 * square - 3 * sides - 2 * corners - above - below - left - right)
            }
        }
        return total
    }

    /// Differences between a square and the weighted squares of the pictures before.
    func coarseTemporal<Sample: StoredSample>(
        _ block: PlaneBlock,
        _ before: (plane: LumaPlane, weight: Int16),
        _ first: (plane: LumaPlane, weight: Int16),
        as sample: Sample.Type
    ) -> Int {
        let (rowBytes, a, b) = (current.stride, Int32(before.weight), Int32(first.weight))
        // Safe: bytes have no padding between them.
        let now = unsafe current.samples.span.bytes
        let (before, first) = unsafe (before.plane.samples.span.bytes, first.plane.samples.span.bytes)
        func at(_ place: Int) -> Int32 {
            Int32(Sample.value(now, at: place)) &+ a &* Int32(Sample.value(before, at: place))
                &+ b &* Int32(Sample.value(first, at: place))
        }
        var total = 0
        for row in stride(from: block.row, to: block.row + block.height, by: 2) {
            let start = row * rowBytes + block.column * Sample.size
            var sum: Int32 = 0
            for place in stride(from: start, to: start + block.width * Sample.size, by: 2 * Sample.size) {
                let (right, below) = (place &+ Sample.size, place &+ rowBytes)
                let value = at(place) &+ at(right) &+ at(below) &+ at(below &+ Sample.size)
                sum &+= value < 0 ? 0 &- value : value
            }
            total += Int(sum)
        }
        return total
    }
}
