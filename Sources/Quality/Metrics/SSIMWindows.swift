/// SSIM of windows of 8x8 samples, each out of the sums of four blocks of 4x4 samples.
struct SSIMWindows {
    private let luminance: Double
    private let contrast: Double

    /// Prepares for samples up to a peak; constants as FFmpeg's filter rounds them.
    init(peak: Double) {
        luminance = (0.01 * 0.01 * peak * peak * 64 + 0.5).rounded(.down)
        contrast = (0.03 * 0.03 * peak * peak * 64 * 63 + 0.5).rounded(.down)
    }

    /// The sum over the windows of two rows of blocks, of which each has the sums of the first picture's samples, of the second's, of
    /// squared differences and of products.
    func sum(_ above: [SIMD4<Int32>], _ below: [SIMD4<Int32>]) -> Double {
        let (above, below) = (above.span, below.span)
        let count = above.count - 1
        var total = SIMD4<Double>()
        var column = 0
        // Every column of blocks belongs to two windows: its half is added up once.
        var half = above[0] &+ below[0]
        func next(_ column: Int) -> SIMD4<Int32> {
            let other = above[column + 1] &+ below[column + 1]
            let window = half &+ other
            half = other
            return window
        }
        while column + 4 <= count {
            total += similarities(next(column), next(column + 1), next(column + 2), next(column + 3))
            column += 4
        }
        var sum = total.sum()
        while column < count {
            let window = next(column)
            sum += similarities(window, window, window, window)[0]
            column += 1
        }
        return sum
    }

    /// SSIM of four windows at once.
    private func similarities(
        _ a: SIMD4<Int32>,
        _ b: SIMD4<Int32>,
        _ c: SIMD4<Int32>,
        _ d: SIMD4<Int32>
    ) -> SIMD4<Double> {
        let s1 = SIMD4<Double>(SIMD4<Int32>(a[0], b[0], c[0], d[0]))
        let s2 = SIMD4<Double>(SIMD4<Int32>(a[1], b[1], c[1], d[1]))
        let error = SIMD4<Double>(SIMD4<Int32>(a[2], b[2], c[2], d[2]))
        let product = SIMD4<Double>(SIMD4<Int32>(a[3], b[3], c[3], d[3]))
        let means = s1 * s2
        let squares = s1 * s1 + s2 * s2
        // The squares of both are the squared differences and twice the products.
        let covariance = product * 64 - means
        let variances = (error + 2 * product) * 64 - squares
        let numerator = (2 * means + luminance) * (2 * covariance + contrast)
        return numerator / ((squares + luminance) * (variances + contrast))
    }
}
