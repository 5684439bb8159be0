import Glibc

/// PU21: represents light as numbers whose equal steps look equal from dark to bright; 100 cd/m² is 256.
///
/// R. K. Mantiuk, M. Azimi, "PU21: A novel perceptually uniform encoding for adapting existing quality metrics for
/// HDR", Picture Coding Symposium 2021; the parameters that its authors recommend (banding and glare).
enum PerceptualUniformity {
    /// The peak of a PSNR of such numbers: those of a display of 100 cd/m² have the range of eight bits.
    static let peak = 256.0
    /// The range of light with defined numbers, in cd/m².
    static let range = 0.005...10000.0

    /// The number of a light in cd/m², clamped to `range`.
    static func value(of luminance: Double) -> Double {
        let power = pow(min(max(luminance, range.lowerBound), range.upperBound), 0.9062562627)
        let ratio = (0.353487901 + 0.3734658629 * power) / (1 + 8.277049286e-5 * power)
        return max(596.3148142 * (pow(ratio, 0.09150303166) - 0.9099517204), 0)
    }
}
