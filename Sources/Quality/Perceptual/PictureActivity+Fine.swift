/// Sums over single samples, for every processor. Callers check that all reads are within the picture.
extension PictureActivity {
    /// 16 times a sample, minus the sum of its neighbourhood weighted 1-2-1 in both directions.
    func fineSpatial<Sample: StoredSample>(_ columns: Range<Int>, _ rows: Range<Int>, as sample: Sample.Type) -> Int {
        // In two steps: vertical, then horizontal. All values fit in 16 bits, as 16 times 1023 does.
        let (first, count, stride) = (columns.lowerBound, columns.count, current.stride)
        let perLane = Int(UInt16.max) / (12 << current.bitDepth)
        // Safe: bytes have no padding between them.
        let samples = unsafe current.samples.span.bytes
        return unsafe withUnsafeTemporaryAllocation(byteCount: 2 * (count + 10), alignment: 16) { weighted in
            var total = 0
            for row in rows {
                func load(_ row: Int, _ column: Int) -> SIMD8<Int16> {
                    Sample.values(samples, at: row &* stride &+ column &* Sample.size)
                }
                func one(_ row: Int, _ column: Int) -> Int16 {
                    Sample.value(samples, at: row &* stride &+ column &* Sample.size)
                }
                var place = 0
                // Safe: the scratch row has space for the block and one sample on each side.
                while place + 8 <= count + 2 {
                    let column = first - 1 + place
                    let sum = load(row - 1, column) &+ load(row, column) &* 2 &+ load(row + 1, column)
                    unsafe weighted.storeBytes(of: sum, toByteOffset: 2 * place, as: SIMD8<Int16>.self)
                    place += 8
                }
                while place < count + 2 {
                    let column = first - 1 + place
                    let sum = one(row - 1, column) &+ one(row, column) &* 2 &+ one(row + 1, column)
                    unsafe weighted.storeBytes(of: sum, toByteOffset: 2 * place, as: Int16.self)
                    place += 1
                }
                place = 0
                while place + 8 <= count {
                    var lanes = SIMD8<UInt16>()
                    let end = min(count - 7, place + 8 * perLane)
                    while place < end {
                        let left = unsafe weighted.loadUnaligned(fromByteOffset: 2 * place, as: SIMD8<Int16>.self)
                        let middle = unsafe weighted.loadUnaligned(
                            fromByteOffset: 2 * place + 2,
                            as: SIMD8<Int16>.self
                        )
                        let right = unsafe weighted.loadUnaligned(
                            fromByteOffset: 2 * place + 4,
                            as: SIMD8<Int16>.self
                        )
                        let value = load(row, first + place) &* 16 &- (left &+ middle &* 2 &+ right)
                        lanes &+= Self.magnitude(value)
                        place += 8
                    }
                    total += Self.sum(lanes)
                }
                while place < count {
                    let left = unsafe weighted.load(fromByteOffset: 2 * place, as: Int16.self)
                    let middle = unsafe weighted.load(fromByteOffset: 2 * place + 2, as: Int16.self)
                    let right = unsafe weighted.load(fromByteOffset: 2 * place + 4, as: Int16.self)
                    total += Int((one(row, first + place) &* 16 &- (left &+ middle &* 2 &+ right)).magnitude)
                    place += 1
                }
            }
            return total
        }
    }

    /// Differences between a sample and the weighted samples of the pictures before, eight at a time: a sample, twice
    /// another and a third fit in 13 bits.
    func fineTemporal<Sample: StoredSample>(
        _ block: PlaneBlock,
        _ before: (plane: LumaPlane, weight: Int16),
        _ first: (plane: LumaPlane, weight: Int16),
        as sample: Sample.Type
    ) -> Int {
        let (stride, beforeWeight, firstWeight) = (current.stride, before.weight, first.weight)
        let perLane = Int(UInt16.max) / (4 << current.bitDepth)
        // Safe: bytes have no padding between them.
        let now = unsafe current.samples.span.bytes
        let (before, first) = unsafe (before.plane.samples.span.bytes, first.plane.samples.span.bytes)
        var total = 0
        for row in block.row..<block.row + block.height {
            var place = row * stride + block.column * Sample.size
            let end = place + block.width * Sample.size
            while place + 8 * Sample.size <= end {
                var lanes = SIMD8<UInt16>()
                let stop = min(end - 8 * Sample.size + 1, place + 8 * Sample.size * perLane)
                while place < stop {
                    var value = Sample.values(now, at: place) &+ Sample.values(before, at: place) &* beforeWeight
                    if firstWeight != 0 { value &+= Sample.values(first, at: place) }
                    lanes &+= Self.magnitude(value)
                    place += 8 * Sample.size
                }
                total += Self.sum(lanes)
            }
            while place < end {
                let (a, b, c) = (
                    Sample.value(now, at: place), Sample.value(before, at: place), Sample.value(first, at: place)
                )
                total += Int((a &+ b &* beforeWeight &+ c &* firstWeight).magnitude)
                place += Sample.size
            }
        }
        return total
    }

    private static func magnitude(_ values: SIMD8<Int16>) -> SIMD8<UInt16> {
        SIMD8<UInt16>(truncatingIfNeeded: pointwiseMax(values, 0 &- values))
    }

    private static func sum(_ lanes: SIMD8<UInt16>) -> Int {
        Int(SIMD8<UInt32>(truncatingIfNeeded: lanes).wrappedSum())
    }
}
