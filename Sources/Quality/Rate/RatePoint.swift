/// Rate and quality of one encode of a film.
package struct RatePoint: Hashable, Sendable, Codable {
    /// Bits per second, or any other measure of size; positive.
    package let rate: Double
    /// Quality; higher is better: global PSNR in dB, or SSIM.
    package let quality: Double

    /// Creates a point.
    package init(rate: Double, quality: Double) {
        self.rate = rate
        self.quality = quality
    }
}
