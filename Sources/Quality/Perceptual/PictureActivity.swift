import CPictureSums
import Media

/// How busy a block of luma is, in space and against the pictures before it: sums of absolute high-pass values.
///
/// The filters of XPSNR. Above a little more than HD (2048 x 1152 luma samples) pictures are looked at in steps of two
/// samples, with wider filters.
struct PictureActivity {
    let current: LumaPlane
    let previous: LumaPlane?
    let beforePrevious: LumaPlane?
    /// Margin that the spatial filter leaves at the picture's edges: 1, or 2 where it works in steps of two.
    let margin: Int
    private let unit: SumUnit

    /// Whether samples are words of ten bits, and looked at one by one.
    private var isDeep: Bool { current.format == .yuv420p10 }
    private var isFine: Bool { margin == 1 }

    /// Looks at a picture. `previous` and `beforePrevious` are the pictures that were presented before it; nil counts
    /// as black below black, all samples 0, as for the first picture of a film. Precondition: sizes and depths are
    /// equal.
    init(of current: LumaPlane, previous: LumaPlane?, beforePrevious: LumaPlane?, by unit: SumUnit = .best) {
        precondition(
            (previous.map(current.isLike) ?? true) && (beforePrevious.map(current.isLike) ?? true),
            "pictures of one film have one size and depth"
        )
        self.current = current
        self.previous = previous
        self.beforePrevious = beforePrevious
        self.unit = unit
        margin = current.width * current.height > 2048 * 1152 ? 2 : 1
    }

    /// Sum over rows and columns, which lie at least `margin` inside of the picture.
    func spatial(columns: Range<Int>, rows: Range<Int>) -> Int {
        precondition(
            columns.lowerBound >= margin && columns.upperBound + margin <= current.width && rows.lowerBound >= margin
                && rows.upperBound + margin <= current.height && columns.count % margin == 0
                && rows.count % margin == 0,
            "the filter reaches a sample further, or two"
        )
        if unit == .avx2, columns.count >= SumUnit.leastWidth { return vectors(columns, rows) }
        return switch (isDeep, isFine) {
        case (false, true): fineSpatial(columns, rows, as: UInt8.self)
        case (true, true): fineSpatial(columns, rows, as: UInt16.self)
        case (false, false): coarseSpatial(columns, rows, as: UInt8.self)
        case (true, false): coarseSpatial(columns, rows, as: UInt16.self)
        }
    }

    /// Sum of first differences to the picture before over a block.
    func firstDifference(_ block: PlaneBlock) -> Int { temporal(block, isSecond: false) }

    /// Sum of second differences to the two pictures before over a block.
    func secondDifference(_ block: PlaneBlock) -> Int { temporal(block, isSecond: true) }

    private func temporal(_ block: PlaneBlock, isSecond: Bool) -> Int {
        precondition(block.isInside(width: current.width, height: current.height), "a block lies in its picture")
        precondition(block.width % margin == 0 && block.height % margin == 0, "squares fit the block")
        if unit == .avx2, block.width >= SumUnit.leastWidth, let previous {
            if !isSecond { return vectors(block, previous, nil) }
            if let beforePrevious { return vectors(block, previous, beforePrevious) }
        }
        // A picture that is not there counts nothing, whatever is in the place of its samples.
        let before = (plane: previous ?? current, weight: Int16(previous == nil ? 0 : isSecond ? -2 : -1))
        let first = (plane: beforePrevious ?? current, weight: Int16(beforePrevious == nil || !isSecond ? 0 : 1))
        return switch (isDeep, isFine) {
        case (false, true): fineTemporal(block, before, first, as: UInt8.self)
        case (true, true): fineTemporal(block, before, first, as: UInt16.self)
        case (false, false): coarseTemporal(block, before, first, as: UInt8.self)
        case (true, false): coarseTemporal(block, before, first, as: UInt16.self)
        }
    }

    /// Byte of a sample.
    private func byte(_ column: Int, _ row: Int) -> Int {
        row * current.stride + column * current.format.bytesPerSample
    }

    private func vectors(_ columns: Range<Int>, _ rows: Range<Int>) -> Int {
        #if arch(x86_64)
            let sum =
                switch (isDeep, isFine) {
                case (false, true): unsafe granary_fine_activity_8
                case (true, true): unsafe granary_fine_activity_10
                case (false, false): unsafe granary_coarse_activity_8
                case (true, false): unsafe granary_coarse_activity_10
                }
            return unsafe current.samples.withUnsafeBytes { samples in
                // Safe: the rectangle and a margin around it lie in the picture, as the caller found.
                Int(
                    unsafe sum(
                        samples.bytes(from: byte(columns.lowerBound, rows.lowerBound)),
                        current.stride,
                        columns.count,
                        rows.count
                    )
                )
            }
        #else
            preconditionFailure("there is no AVX2")
        #endif
    }

    private func vectors(_ block: PlaneBlock, _ before: LumaPlane, _ first: LumaPlane?) -> Int {
        #if arch(x86_64)
            let sum =
                switch (isDeep, isFine) {
                case (false, true): unsafe granary_fine_motion_8
                case (true, true): unsafe granary_fine_motion_10
                case (false, false): unsafe granary_coarse_motion_8
                case (true, false): unsafe granary_coarse_motion_10
                }
            let start = byte(block.column, block.row)
            return unsafe current.samples.withUnsafeBytes { now in
                unsafe before.samples.withUnsafeBytes { before in
                    // Safe: the block lies in planes of one size, as the caller found; without a third one, none is
                    // read.
                    func sums(_ first: UnsafePointer<UInt8>?) -> Int {
                        let (now, before) = unsafe (now.bytes(from: start), before.bytes(from: start))
                        return Int(unsafe sum(now, before, first, current.stride, block.width, block.height))
                    }
                    guard let first else { return sums(nil) }
                    return unsafe first.samples.withUnsafeBytes { unsafe sums($0.bytes(from: start)) }
                }
            }
        #else
            preconditionFailure("there is no AVX2")
        #endif
    }
}
