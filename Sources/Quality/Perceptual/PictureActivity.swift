/// How busy a block of luma is, in space and against the pictures before it: sums of absolute high-pass values.
///
/// The filters of XPSNR. Above a little more than HD (2048 x 1152 luma samples) pictures are looked at in steps of two
/// samples, with wider filters.
struct PictureActivity {
    private let current: LumaPlane
    private let previous: LumaPlane?
    private let beforePrevious: LumaPlane?
    /// Margin that the spatial filter leaves at the picture's edges: 1, or 2 where it works in steps of two.
    let margin: Int

    /// Looks at a picture. `previous` and `beforePrevious` are the pictures that were presented before it; nil counts as
    /// black below black, all samples 0, as for the first picture of a film. Precondition: sizes and depths are equal.
    init(of current: LumaPlane, previous: LumaPlane?, beforePrevious: LumaPlane?) {
        precondition(
            (previous.map(current.isLike) ?? true) && (beforePrevious.map(current.isLike) ?? true),
            "pictures of one film have one size and depth"
        )
        self.current = current
        self.previous = previous
        self.beforePrevious = beforePrevious
        margin = current.width * current.height > 2048 * 1152 ? 2 : 1
    }

    /// Sum over rows and columns, which lie at least `margin` inside of the picture.
    func spatial(columns: Range<Int>, rows: Range<Int>) -> Int {
        margin == 1 ? fineSpatial(columns, rows) : coarseSpatial(columns, rows)
    }

    /// Sum of first differences to the picture before over a block.
    func firstDifference(_ block: PlaneBlock) -> Int { temporal(block, -1, 0) }

    /// Sum of second differences to the two pictures before over a block.
    func secondDifference(_ block: PlaneBlock) -> Int { temporal(block, -2, 1) }

    private func fineSpatial(_ columns: Range<Int>, _ rows: Range<Int>) -> Int {
        let width = current.width
        precondition(
            columns.lowerBound >= 1 && columns.upperBound < width && rows.lowerBound >= 1
                && rows.upperBound < current.height,
            "the filter reaches one sample further"
        )
        // 16 times a sample, less the sum of its neighbourhood weighted 1-2-1 each way: the filter of XPSNR, in two steps. All stays
        // within 16 bits, as 16 times 1023 does.
        let (first, count) = (columns.lowerBound, columns.count)
        let perLane = Int(UInt16.max) / (12 << current.bitDepth)
        return unsafe current.samples.withUnsafeBytes { samples in
            unsafe withUnsafeTemporaryAllocation(byteCount: 2 * (count + 10), alignment: 16) { weighted in
                var total = 0
                for row in rows {
                    // Safe: the row, those beside it and the columns beside the block are in the picture, as found above; the
                    // scratch row has room for the block and a sample to either side.
                    func load(_ row: Int, _ column: Int) -> SIMD8<Int16> {
                        unsafe samples.loadUnaligned(
                            fromByteOffset: 2 * (row &* width &+ column),
                            as: SIMD8<Int16>.self
                        )
                    }
                    func one(_ row: Int, _ column: Int) -> Int16 {
                        unsafe samples.load(fromByteOffset: 2 * (row &* width &+ column), as: Int16.self)
                    }
                    var place = 0
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
    }

    private static func magnitude(_ values: SIMD8<Int16>) -> SIMD8<UInt16> {
        SIMD8<UInt16>(truncatingIfNeeded: pointwiseMax(values, 0 &- values))
    }

    private static func sum(_ lanes: SIMD8<UInt16>) -> Int {
        Int(SIMD8<UInt32>(truncatingIfNeeded: lanes).wrappedSum())
    }

    /// The filter over squares of 2x2 samples: their own, the eight samples beside them, the corners, the next ring.
    private func coarseSpatial(_ columns: Range<Int>, _ rows: Range<Int>) -> Int {
        let width = current.width
        precondition(
            columns.lowerBound >= 2 && columns.upperBound + 2 <= width && rows.lowerBound >= 2
                && rows.upperBound + 2 <= current.height && columns.count % 2 == 0 && rows.count % 2 == 0,
            "the filter reaches two samples further"
        )
        return unsafe current.samples.withUnsafeBufferPointer { samples in
            var total = 0
            for row in Swift.stride(from: rows.lowerBound, to: rows.upperBound, by: 2) {
                for column in Swift.stride(from: columns.lowerBound, to: columns.upperBound, by: 2) {
                    let place = row * width + column
                    // Safe: the square and two samples around it are in the picture, as found above.
                    func at(_ x: Int, _ y: Int) -> Int { Int(unsafe samples[place &+ y &* width &+ x]) }
                    let square = at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1)
                    let sides =
                        at(0, -1) + at(1, -1) + at(0, 2) + at(1, 2) + at(-1, 0) + at(2, 0) + at(-1, 1) + at(2, 1)
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
    }

    /// Sum of absolute values of a sample and the weighted ones before it: of each sample, or of the sums of squares of 2x2
    /// where the picture is large.
    private func temporal(_ block: PlaneBlock, _ previousWeight: Int32, _ firstWeight: Int32) -> Int {
        precondition(block.isInside(width: current.width, height: current.height), "a block lies in its picture")
        let (width, step) = (current.width, margin)
        precondition(block.width % step == 0 && block.height % step == 0, "squares fit the block")
        // A picture that is not there counts nothing, whatever is in the place of its samples.
        let (a, b) = (previous == nil ? 0 : previousWeight, beforePrevious == nil ? 0 : firstWeight)
        let (before, first) = (previous ?? current, beforePrevious ?? current)
        if step == 1 { return fineTemporal(block, (before, Int16(a)), (first, Int16(b))) }
        return unsafe current.samples.withUnsafeBufferPointer { now in
            unsafe before.samples.withUnsafeBufferPointer { before in
                unsafe first.samples.withUnsafeBufferPointer { first in
                    // Safe: the block and the square to the right and below lie in planes of one size, as found above.
                    func at(_ place: Int) -> Int32 {
                        unsafe Int32(now[place]) &+ a &* Int32(before[place]) &+ b &* Int32(first[place])
                    }
                    var total = 0
                    for row in Swift.stride(from: block.row, to: block.row + block.height, by: step) {
                        let start = row * width + block.column
                        var sum: Int32 = 0
                        for place in Swift.stride(from: start, to: start + block.width, by: step) {
                            let value = at(place) &+ at(place &+ 1) &+ at(place &+ width) &+ at(place &+ width &+ 1)
                            sum &+= value < 0 ? 0 &- value : value
                        }
                        total += Int(sum)
                    }
                    return total
                }
            }
        }
    }

    /// The same of each sample, eight at a time: a sample and twice another and a third stay within 13 bits.
    private func fineTemporal(
        _ block: PlaneBlock,
        _ before: (plane: LumaPlane, weight: Int16),
        _ first: (plane: LumaPlane, weight: Int16)
    ) -> Int {
        let width = current.width
        let (beforeWeight, firstWeight) = (before.weight, first.weight)
        let perLane = Int(UInt16.max) / (4 << current.bitDepth)
        return unsafe current.samples.withUnsafeBytes { now in
            unsafe before.plane.samples.withUnsafeBytes { before in
                unsafe first.plane.samples.withUnsafeBytes { first in
                    var total = 0
                    for row in block.row..<block.row + block.height {
                        let start = row * width + block.column
                        var place = start
                        let end = start + block.width
                        // Safe: the block lies in planes of one size, as the caller found.
                        while place + 8 <= end {
                            var lanes = SIMD8<UInt16>()
                            let stop = min(end - 7, place + 8 * perLane)
                            while place < stop {
                                var value = unsafe now.loadUnaligned(fromByteOffset: 2 * place, as: SIMD8<Int16>.self)
                                value &+=
                                    unsafe before.loadUnaligned(fromByteOffset: 2 * place, as: SIMD8<Int16>.self)
                                    &* beforeWeight
                                if firstWeight != 0 {
                                    value &+= unsafe first.loadUnaligned(
                                        fromByteOffset: 2 * place,
                                        as: SIMD8<Int16>.self
                                    )
                                }
                                lanes &+= Self.magnitude(value)
                                place += 8
                            }
                            total += Self.sum(lanes)
                        }
                        while place < end {
                            let a = unsafe now.load(fromByteOffset: 2 * place, as: Int16.self)
                            let b = unsafe before.load(fromByteOffset: 2 * place, as: Int16.self)
                            let c = unsafe first.load(fromByteOffset: 2 * place, as: Int16.self)
                            total += Int((a &+ b &* beforeWeight &+ c &* firstWeight).magnitude)
                            place += 1
                        }
                    }
                    return total
                }
            }
        }
    }
}
