package import Media

/// PSNR, SSIM and XPSNR of a picture, measured together: luma is read only once.
///
/// The figures equal those of `PictureComparison` and `PerceptualComparison` bit for bit.
package struct JointComparison: Hashable, Sendable {
    /// PSNR and SSIM.
    package let plain: PictureComparison
    /// XPSNR.
    package let perceptual: PerceptualComparison

    /// Compares a picture with its source; `weights` belong to the source.
    package init<Reference: PlanarPicture & ~Copyable, Other: PlanarPicture & ~Copyable>(
        of other: borrowing Other,
        against reference: borrowing Reference,
        weights: PerceptualWeights
    ) throws(ComparisonError) {
        let size = reference.size
        guard weights.blockSize >= 4, weights.width == size.width, weights.height == size.height,
            other.size == size, other.format == reference.format, size.width >= 8, size.height >= 8
        else {
            // The picture is too small for blocks, or these throw an error that names the fault.
            plain = try PictureComparison(of: other, against: reference)
            perceptual = try PerceptualComparison(of: other, against: reference, weights: weights)
            return
        }
        let luma = StructuralSimilarity.outcome(of: reference, and: other, blockSize: weights.blockSize)
        let errors =
            [luma.errors]
            + (1...2).map { PerceptualComparison.blockErrors(ofPlane: $0, of: reference, and: other, weights) }
        plain = PictureComparison(
            squaredErrors: errors.map { $0.reduce(0, +) },
            sampleCounts: (0..<3).map { reference.width(ofPlane: $0) * reference.height(ofPlane: $0) },
            bitDepth: reference.format.bitDepth,
            ssim: luma.mean
        )
        perceptual = PerceptualComparison(errors, weights, of: reference)
    }
}
