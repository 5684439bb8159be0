package import Media

/// How far a picture is from its reference: squared errors of the three planes and SSIM of luma.
package struct PictureComparison: Hashable, Sendable, Codable {
    /// Sums of squared sample differences of luma, Cb and Cr.
    package let squaredErrors: [UInt64]
    /// Samples of luma, Cb and Cr.
    package let sampleCounts: [Int]
    /// Bits of a sample: 8 or 10.
    package let bitDepth: Int
    /// Structural similarity of luma, 1 for equal pictures.
    package let ssim: Double

    /// Compares two pictures of equal format and size, of at least 8x8 samples.
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
            throw ComparisonError(subject: subject, cause: "it is smaller than a window of SSIM")
        }
        var (errors, counts): ([UInt64], [Int]) = ([], [])
        for plane in 0..<3 {
            errors.append(SquaredError.sum(plane: plane, of: reference, and: other))
            counts.append(reference.width(ofPlane: plane) * reference.height(ofPlane: plane))
        }
        squaredErrors = errors
        sampleCounts = counts
        bitDepth = format.bitDepth
        ssim = StructuralSimilarity.luma(of: reference, and: other)
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
