import CPictureSums

/// SSIM of windows of 8x8 samples, each computed from the sums of four blocks of 4x4 samples.
struct SSIMWindows {
    private let luminance: Double
    private let contrast: Double

    /// Sets the constants for samples up to a peak, rounded as in FFmpeg's filter.
    init(peak: Double) {
        luminance = (0.01 * 0.01 * peak * peak * 64 + 0.5).rounded(.down)
        contrast = (0.03 * 0.03 * peak * peak * 64 * 63 + 0.5).rounded(.down)
    }

    /// The sum over the windows of two rows of blocks: first four totals of every fourth window, then these four, then
    /// the remaining windows. Every unit adds in this order. Precondition: the rows have equal lengths.
    func sum(_ above: borrowing BlockSums, _ below: borrowing BlockSums, by unit: SumUnit) -> Double {
        precondition(above.count == below.count, "the rows must have equal lengths")
        let count = above.count - 1
        let quads = count / 4
        var sum = (unit == .avx2 ? vectors(above, below, quads) : totals(above, below, quads)).sum()
        let rest = similarities(above, below, 4 * quads)
        for window in 0..<count % 4 { sum += rest[window] }
        return sum
    }

    private func totals(
        _ above: borrowing BlockSums,
        _ below: borrowing BlockSums,
        _ quads: Int
    ) -> SIMD4<Double> {
        var total = SIMD4<Double>()
        for quad in 0..<quads { total += similarities(above, below, 4 * quad) }
        return total
    }

    private func vectors(
        _ above: borrowing BlockSums,
        _ below: borrowing BlockSums,
        _ quads: Int
    ) -> SIMD4<Double> {
        #if arch(x86_64)
            let pitch = above.pitch
            return unsafe above.sums.withUnsafeBufferPointer { above in
                unsafe below.sums.withUnsafeBufferPointer { below in
                    var totals = (0.0, 0.0, 0.0, 0.0)
                    unsafe withUnsafeMutableBytes(of: &totals) { totals in
                        // Safe: the last of the `quads` times four windows ends within the row, and there are four
                        // totals.
                        unsafe granary_window_sums(
                            above.baseAddress,
                            below.baseAddress,
                            pitch,
                            quads,
                            luminance,
                            contrast,
                            totals.assumingMemoryBound(to: Double.self).baseAddress
                        )
                    }
                    return SIMD4(totals.0, totals.1, totals.2, totals.3)
                }
            }
        #else
            preconditionFailure("AVX2 is not available")
        #endif
    }

    /// SSIM of four windows at once; values of windows beyond the last block are meaningless.
    private func similarities(
        _ above: borrowing BlockSums,
        _ below: borrowing BlockSums,
        _ first: Int
    ) -> SIMD4<Double> {
        let (s1, s2) = (above.windows(below, kind: 0, first), above.windows(below, kind: 1, first))
        let (error, product) = (above.windows(below, kind: 2, first), above.windows(below, kind: 3, first))
        let means = s1 * s2
        let squares = s1 * s1 + s2 * s2
        // The sum of both squares is the squared difference plus twice the product.
        let covariance = product * 64 - means
        let variances = (error + 2 * product) * 64 - squares
        let numerator = (2 * means + luminance) * (2 * covariance + contrast)
        return numerator / ((squares + luminance) * (variances + contrast))
    }
}
