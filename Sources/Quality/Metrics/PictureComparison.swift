package import Media

/// Distance of a picture from its reference: squared errors of the three planes and SSIM of luma.
package struct PictureComparison: Hashable, Sendable, Codable {
    /// Sums of squared sample differences of luma, Cb and Cr.
    package let squaredErrors: [UInt64]
    /// Number of samples of luma, Cb and Cr.
    package let sampleCounts: [Int]
    /// Bits of a sample: 8 or 10.
    package let bitDepth: Int
    /// Structural similarity of luma, 1 for identical pictures.
    package let ssim: Double

    /// Compares two pictures of equal format and size with at least 8x8 samples.
    package init<Reference: PlanarPicture & ~Copyable, Other: PlanarPicture & ~Copyable>(
        of other: borrowing Other,
        against reference: borrowing Reference
    ) throws(ComparisonError) {
        let (format, size) = (reference.format, reference.size)
        let subject = "\(size) of \(format.bitDepth) bits"
        guard other.format == format, other.size == size else {
            throw ComparisonError(
                subject: subject,
                cause: "the other is \(other.size) of \(other.format.bitDepth) bits"
            )
        }
        guard size.width >= 8, size.height >= 8 else {
            throw ComparisonError(subject: subject, cause: "it is smaller than an SSIM window of 8x8 samples")
        }
        // The measurement of SSIM also gives the errors of luma.
        let luma = StructuralSimilarity.outcome(of: reference, and: other, blockSize: 1 << 30)
        squaredErrors =
            [luma.errors.reduce(0, +)] + (1...2).map { SquaredError.sum(plane: $0, of: reference, and: other) }
        sampleCounts = (0..<3).map { reference.width(ofPlane: $0) * reference.height(ofPlane: $0) }
        bitDepth = format.bitDepth
        ssim = luma.mean
    }

    /// Creates a comparison from figures that were measured elsewhere.
    init(squaredErrors: [UInt64], sampleCounts: [Int], bitDepth: Int, ssim: Double) {
        self.squaredErrors = squaredErrors
        self.sampleCounts = sampleCounts
        self.bitDepth = bitDepth
        self.ssim = ssim
    }

    /// Mean squared error of plane 0 (luma), 1 (Cb) or 2 (Cr).
    package func meanSquaredError(ofPlane plane: Int) -> Double {
        Double(squaredErrors[plane]) / Double(sampleCounts[plane])
    }

    /// PSNR of plane 0 (luma), 1 (Cb) or 2 (Cr) in dB.
    package func psnr(ofPlane plane: Int) -> Double {
        PeakSignalToNoise.decibels(meanSquaredError: meanSquaredError(ofPlane: plane), bitDepth: bitDepth)
    }
}
