import Media

/// SSIM of the luma plane as FFmpeg's `ssim` filter and x264 compute it: windows of 8x8 samples every four samples.
///
/// Wang, Bovik, Sheikh, Simoncelli, "Image quality assessment: from error visibility to structural similarity", IEEE
/// Transactions on Image Processing 13 (4), 2004; box windows in place of Gaussian ones. x265's own figure for a frame
/// starts its windows two samples further in and leaves rows out between its slices of work, so it differs a little.
///
/// The computation also gives the squared error of each block of 4x4 samples, which PSNR and XPSNR need: all three take
/// one pass over luma.
enum StructuralSimilarity {
    /// The result of one pass over luma.
    struct Outcome: Hashable {
        /// The mean over all windows, at most 1.
        var mean: Double
        /// Sums of squared differences of the requested blocks, row by row.
        var errors: [UInt64]
    }

    /// The mean over all windows, and the squared errors of blocks. Precondition: equal format and size, at least 8x8
    /// samples.
    ///
    /// - Parameter blockSize: width and height of a block, a multiple of four; blocks at the right and lower edge may
    ///   be smaller.
    static func outcome<Reference: PlanarPicture & ~Copyable, Other: PlanarPicture & ~Copyable>(
        of reference: borrowing Reference,
        and other: borrowing Other,
        blockSize: Int,
        by unit: SumUnit = .best
    ) -> Outcome {
        precondition(blockSize >= 4 && blockSize % 4 == 0, "the block size must be a multiple of 4")
        let format = reference.format
        return PlanePair.lend(plane: 0, of: reference, and: other) { pair, left, right in
            outcome(pair, left, right, blockSize, format: format, by: unit)
        }
    }

    private static func outcome(
        _ pair: PlanePair,
        _ left: RawSpan,
        _ right: RawSpan,
        _ blockSize: Int,
        format: PixelFormat,
        by unit: SumUnit
    ) -> Outcome {
        let (columns, rows) = (pair.width / 4, pair.height / 4)
        precondition(columns > 1 && rows > 1, "the plane must have at least 8x8 samples")
        let windows = SSIMWindows(peak: Double((1 << format.bitDepth) - 1))
        let perBlock = min(blockSize / 4, max(columns, rows) + 1)
        let blocksInRow = (columns + perBlock - 1) / perBlock
        var errors = [UInt64](repeating: 0, count: blocksInRow * ((rows + perBlock - 1) / perBlock))
        var above = BlockSums(count: columns)
        var below = BlockSums(count: columns)
        var total = 0.0
        for row in 0..<rows {
            swap(&above, &below)
            below.fill(row: row, pair, left, right, isDeep: format == .yuv420p10, by: unit)
            for block in 0..<blocksInRow {
                let inRow = block * perBlock..<min((block + 1) * perBlock, columns)
                errors[row / perBlock * blocksInRow + block] += below.squaredError(inRow)
            }
            if row > 0 { total += windows.sum(above, below, by: unit) }
        }
        if pair.width % 4 != 0 || pair.height % 4 != 0 {
            errors = PlaneBlock.covering(
                width: pair.width,
                height: pair.height,
                blockWidth: min(blockSize, pair.width),
                blockHeight: min(blockSize, pair.height)
            ).map { SquaredError.sum(pair, left, right, in: $0, format: format, by: unit) }
        }
        return Outcome(mean: total / Double((rows - 1) * (columns - 1)), errors: errors)
    }
}
