import CPictureSums
import Media

/// Spatial and temporal activity of a block of luma: sums of absolute high-pass values.
///
/// These are the filters of XPSNR. Pictures above 2048 x 1152 luma samples are filtered in steps of two samples, with
/// wider filters.
struct PictureActivity {
    let current: LumaPlane
    let previous: LumaPlane?
    let beforePrevious: LumaPlane?
    /// Margin of the spatial filter at the picture's edges: 1, or 2 if it works in steps of two.
    let margin: Int
    private let unit: SumUnit

    /// Whether samples are 16-bit words and filtered one by one.
    private var isDeep: Bool { current.format == .yuv420p10 }
    private var isFine: Bool { margin == 1 }

    /// Creates the measure of a picture. `previous` and `beforePrevious` are the pictures presented before it; nil
    /// counts as all 0, as for the first picture of a film. Precondition: sizes and bit depths are equal.
    init(of current: LumaPlane, previous: LumaPlane?, beforePrevious: LumaPlane?, by unit: SumUnit = .best) {
        precondition(
            (previous.map(current.isLike) ?? true) && (beforePrevious.map(current.isLike) ?? true),
            "pictures of one film must have equal sizes and bit depths"
        )
        self.current = current
        self.previous = previous
        self.beforePrevious = beforePrevious
        self.unit = unit
        margin = current.width * current.height > 2048 * 1152 ? 2 : 1
    }

    /// Sum over rows and columns, which must be at least `margin` samples from the picture's edges.
    func spatial(columns: Range<Int>, rows: Range<Int>) -> Int {
        precondition(
            columns.lowerBound >= margin && columns.upperBound + margin <= current.width && rows.lowerBound >= margin
                && rows.upperBound + margin <= current.height && columns.count % margin == 0
                && rows.count % margin == 0,
            "the block must be at least the margin from the edges"
        )
        if unit == .avx2, columns.count >= SumUnit.leastWidth { return vectors(columns, rows) }
        return switch (isDeep, isFine) {
        case (false, true): fineSpatial(columns, rows, as: UInt8.self)
        case (true, true): fineSpatial(columns, rows, as: UInt16.self)
        case (false, false): coarseSpatial(columns, rows, as: UInt8.self)
        case (true, false): coarseSpatial(columns, rows, as: UInt16.self)
        }
    }

    /// Sum of first differences from the previous picture over a block.
    func firstDifference(_ block: PlaneBlock) -> Int { temporal(block, isSecond: false) }

    /// Sum of second differences from the two previous pictures over a block.
    func secondDifference(_ block: PlaneBlock) -> Int { temporal(block, isSecond: true) }

    private func temporal(_ block: PlaneBlock, isSecond: Bool) -> Int {
        precondition(block.isInside(width: current.width, height: current.height), "the block must be in the picture")
        precondition(block.width % margin == 0 && block.height % margin == 0, "the block must be made of squares")
        if unit == .avx2, block.width >= SumUnit.leastWidth, let previous {
            if !isSecond { return vectors(block, previous, nil) }
            if let beforePrevious { return vectors(block, previous, beforePrevious) }
        }
        // The weight of a missing picture is 0, so the samples that replace it do not matter.
        let before = (plane: previous ?? current, weight: Int16(previous == nil ? 0 : isSecond ? -2 : -1))
        let first = (plane: beforePrevious ?? current, weight: Int16(beforePrevious == nil || !isSecond ? 0 : 1))
        return switch (isDeep, isFine) {
        case (false, true): fineTemporal(block, before, first, as: UInt8.self)
        case (true, true): fineTemporal(block, before, first, as: UInt16.self)
        case (false, false): coarseTemporal(block, before, first, as: UInt8.self)
        case (true, false): coarseTemporal(block, before, first, as: UInt16.self)
        }
    }

    /// Byte offset of a sample.
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
                // Safe: the rectangle and a margin around it are within the picture, as the caller checked.
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
                    // Safe: the block is within the planes, which have equal sizes, as the caller checked; a missing
                    // third plane is not read.
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
