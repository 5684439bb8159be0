/// Limits of x265's own scales.
package enum X265Limits {
    /// The highest quantiser parameter that x265's rate control computes with (`QP_MAX_MAX`); the lowest is 0.
    package static let highestQuantizer = 69.0
    /// The highest rate factor that x265 accepts; Granary uses none below 0.
    package static let highestRateFactor = 51.0

    /// The nearest quantiser from 0 to `highestQuantizer`.
    package static func clamped(quantizer: Double) -> Double { min(max(quantizer, 0), highestQuantizer) }
}
