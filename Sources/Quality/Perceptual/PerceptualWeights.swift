import Glibc

/// Visibility of errors in each block of a picture: the weights of XPSNR, computed from the source alone.
///
/// C. R. Helmrich, M. Siekmann, S. Becker, S. Bosse, D. Marpe, T. Wiegand, "XPSNR: A low-complexity extension of the
/// perceptually weighted peak signal-to-noise ratio for high-resolution video quality assessment", ICASSP 2020; with
/// the numbers of its authors' filter in FFmpeg (`vf_xpsnr`), to the last bit.
package struct PerceptualWeights: Hashable, Sendable {
    /// Width and height of a block of luma in samples, a multiple of four; 0 for a picture too small to have blocks.
    package let blockSize: Int
    /// The weight of each block, row by row; a block of average activity has 1 divided by `averageActivity`.
    let weights: [Double]
    /// Factor that scales weighted errors to the size of unweighted ones.
    let averageActivity: Double
    /// Size in luma samples.
    let width: Int
    /// Size in luma samples.
    let height: Int

    /// Frame rate in frames per second from which motion is measured by second differences.
    private static let secondDifferenceRate = 32

    /// Computes the weights of a source picture.
    ///
    /// - Parameters:
    ///   - picture: its luma; width and height are even.
    ///   - previous: the picture presented before it; nil at the film's start counts as all 0.
    ///   - beforePrevious: the one before that.
    ///   - framesPerSecond: its fraction is dropped, as in the filter.
    package init(
        of picture: LumaPlane,
        previous: LumaPlane?,
        beforePrevious: LumaPlane?,
        framesPerSecond: Double
    ) {
        precondition(picture.width % 2 == 0 && picture.height % 2 == 0, "4:2:0 pictures must have even sizes")
        let share = Double(picture.width * picture.height) / (3840 * 2160)
        let size = 4 * Int(32 * share.squareRoot() + 0.5)
        width = picture.width
        height = picture.height
        blockSize = size
        averageActivity = (16 * Double(1 << (2 * picture.bitDepth - 9)) / max(0.00001, share).squareRoot()).squareRoot()
        guard size >= 4 else {
            self.weights = []
            return
        }
        let activity = PictureActivity(of: picture, previous: previous, beforePrevious: beforePrevious)
        let usesSecond = Int(framesPerSecond) >= Self.secondDifferenceRate
        let blocks = PlaneBlock.covering(width: width, height: height, blockWidth: size, blockHeight: size)
        var weights = blocks.map {
            1 / Self.squaredActivity($0, activity, picture, usesSecond: usesSecond).squareRoot()
        }
        if width * height <= 640 * 480 { Self.smooth(&weights, columns: (width + size - 1) / size) }
        self.weights = weights
    }

    /// The square of spatial and temporal activity, with a lower limit.
    private static func squaredActivity(
        _ block: PlaneBlock,
        _ activity: PictureActivity,
        _ picture: LumaPlane,
        usesSecond: Bool
    ) -> Double {
        let margin = activity.margin
        let (right, bottom) = (block.column + block.width, block.row + block.height)
        let columns = (
            block.column > 0 ? block.column : margin, right < picture.width ? right : right - margin
        )
        let rows = (block.row > 0 ? block.row : margin, bottom < picture.height ? bottom : bottom - margin)
        guard columns.1 > columns.0, rows.1 > rows.0 else { return 1 }
        // The filter skips blocks of large pictures whose part within the margin is at most 12 samples wide.
        let isTooNarrow = margin > 1 && columns.1 - block.column <= 12
        let spatial = isTooNarrow ? 0 : activity.spatial(columns: columns.0..<columns.1, rows: rows.0..<rows.1)
        let temporal = 2 * (usesSecond ? activity.secondDifference(block) : activity.firstDifference(block))
        let sum =
            Double(spatial) / (Double(columns.1 - columns.0) * Double(rows.1 - rows.0))
            + Double(temporal) / (Double(block.width) * Double(block.height))
        let limited = max(sum, Double(1 << (picture.bitDepth - 6)))
        return limited * limited
    }

    /// Limits the weight of each block of a small picture to the largest weight of its neighbours. It works in place
    /// and in this order, because each step uses the results of the steps before.
    private static func smooth(_ weights: inout [Double], columns: Int) {
        for index in weights.indices {
            let column = index % columns
            var limit: Double
            if column == 0 {
                limit = index > 1 ? weights[index - 2] : 0
            } else {
                limit = column > 1 ? max(weights[index - 2], weights[index]) : weights[index]
            }
            if index > columns { limit = max(limit, weights[index - 1 - columns]) }
            if index > 0 { weights[index - 1] = min(weights[index - 1], limit) }
            if index == weights.count - 1, index > columns {
                weights[index] = min(weights[index], max(weights[index - 1], weights[index - columns]))
            }
        }
    }
}
