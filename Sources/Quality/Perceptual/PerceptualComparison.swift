import Glibc
package import Media

/// Perceptual distance of a picture from its source: XPSNR of the three planes.
package struct PerceptualComparison: Hashable, Sendable, Codable {
    /// Weighted sums of squared sample differences of luma, Cb and Cr, as integers.
    package let weightedErrors: [UInt64]
    /// Number of samples of luma, Cb and Cr.
    package let sampleCounts: [Int]
    /// Bits of a sample: 8 or 10.
    package let bitDepth: Int

    /// Compares a picture with its source; `weights` belong to the source.
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
        let errors = (0..<3).map { Self.blockErrors(ofPlane: $0, of: reference, and: other, weights) }
        self.init(errors, weights, of: reference)
    }

    /// Weights the squared errors of blocks: each plane has one error per weight, or one for the whole plane.
    init<Reference: PlanarPicture & ~Copyable>(
        _ errors: [[UInt64]],
        _ weights: PerceptualWeights,
        of reference: borrowing Reference
    ) {
        weightedErrors = errors.map { errors in
            // The picture is too small for blocks, so errors are not weighted.
            guard weights.blockSize >= 4 else { return errors.reduce(0, +) }
            let sum = zip(errors, weights.weights).reduce(0.0) { $0 + Double($1.0) * $1.1 }
            return sum <= 0 ? 0 : UInt64(sum * weights.averageActivity + 0.5)
        }
        sampleCounts = (0..<3).map { reference.width(ofPlane: $0) * reference.height(ofPlane: $0) }
        bitDepth = reference.format.bitDepth
    }

    /// The squared error of each block of a plane.
    static func blockErrors<Reference: PlanarPicture & ~Copyable, Other: PlanarPicture & ~Copyable>(
        ofPlane plane: Int,
        of reference: borrowing Reference,
        and other: borrowing Other,
        _ weights: PerceptualWeights
    ) -> [UInt64] {
        guard weights.blockSize >= 4 else { return [SquaredError.sum(plane: plane, of: reference, and: other)] }
        let (width, height) = (reference.width(ofPlane: plane), reference.height(ofPlane: plane))
        let format = reference.format
        let blocks = PlaneBlock.covering(
            width: width,
            height: height,
            blockWidth: weights.blockSize * width / reference.size.width,
            blockHeight: weights.blockSize * height / reference.size.height
        )
        return PlanePair.lend(plane: plane, of: reference, and: other) { pair, left, right in
            blocks.map { SquaredError.sum(pair, left, right, in: $0, format: format) }
        }
    }

    /// XPSNR of plane 0 (luma), 1 (Cb) or 2 (Cr) in dB; `PeakSignalToNoise.ceiling` for identical planes.
    package func xpsnr(ofPlane plane: Int) -> Double {
        PeakSignalToNoise.decibels(
            meanSquaredError: Double(weightedErrors[plane]) / Double(sampleCounts[plane]),
            bitDepth: bitDepth
        )
    }
}
