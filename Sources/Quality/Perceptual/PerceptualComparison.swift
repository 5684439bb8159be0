import Glibc
package import Media

/// How far a picture is from its source where it shows: XPSNR of the three planes.
package struct PerceptualComparison: Hashable, Sendable, Codable {
    /// Weighted sums of squared sample differences of luma, Cb and Cr, as whole numbers.
    package let weightedErrors: [UInt64]
    /// Samples of luma, Cb and Cr.
    package let sampleCounts: [Int]
    /// Bits of a sample: 8 or 10.
    package let bitDepth: Int

    /// Compares a picture with its source, of which `weights` are.
    package init<Reference: PlanarPicture & ~Copyable, Other: PlanarPicture & ~Copyable>(
        of other: borrowing Other,
        against reference: borrowing Reference,
        weights: PerceptualWeights
    ) throws(ComparisonError) {
        let (format, size) = (reference.format, reference.size)
        guard other.format == format, other.size == size,
            size.width == weights.width, size.height == weights.height
        else {
            throw ComparisonError(
                subject: "\(size) of \(format.bitDepth) bits",
                cause: "the other is \(other.size) of \(other.format.bitDepth) bits, the weights are of a picture of "
                    + "\(weights.width)x\(weights.height)"
            )
        }
        var (errors, counts): ([UInt64], [Int]) = ([], [])
        for plane in 0..<3 {
            let (width, height) = (reference.width(ofPlane: plane), reference.height(ofPlane: plane))
            counts.append(width * height)
            guard weights.blockSize >= 4 else {
                // Too small for blocks: plain errors.
                errors.append(SquaredError.sum(plane: plane, of: reference, and: other))
                continue
            }
            let blocks = PlaneBlock.covering(
                width: width,
                height: height,
                blockWidth: weights.blockSize * width / size.width,
                blockHeight: weights.blockSize * height / size.height
            )
            let sum = PlanePair.lend(plane: plane, of: reference, and: other) { pair, left, right in
                zip(blocks, weights.weights).reduce(0.0) { sum, block in
                    sum + Double(SquaredError.sum(pair, left, right, in: block.0, format: format)) * block.1
                }
            }
            errors.append(sum <= 0 ? 0 : UInt64(sum * weights.averageActivity + 0.5))
        }
        weightedErrors = errors
        sampleCounts = counts
        bitDepth = format.bitDepth
    }

    /// XPSNR of plane 0 (luma), 1 (Cb) or 2 (Cr) in dB; for equal planes `PeakSignalToNoise.ceiling`.
    package func xpsnr(ofPlane plane: Int) -> Double {
        PeakSignalToNoise.decibels(
            meanSquaredError: Double(weightedErrors[plane]) / Double(sampleCounts[plane]),
            bitDepth: bitDepth
        )
    }
}
