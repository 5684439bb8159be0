import Glibc

/// The transfer function of PQ: SMPTE ST 2084, ITU-R BT.2100 table 4, TransferCharacteristics 16 of H.273.
package enum PerceptualQuantizer {
    /// The peak luminance of PQ in cd/m².
    package static let peak = 10000.0

    /// The non-linear value for a light of 0 to 10000 cd/m² (the inverse of the EOTF).
    package static func value(of luminance: Double) -> Double {
        let root = pow(min(max(luminance / peak, 0), 1), 2610.0 / 16384)
        let ratio = (3424.0 / 4096 + 2413.0 / 4096 * 32 * root) / (1 + 2392.0 / 4096 * 32 * root)
        return pow(ratio, 2523.0 / 4096 * 128)
    }

    /// The light in cd/m² for a non-linear value (the EOTF); values are clamped to 0 to 1.
    package static func luminance(of value: Double) -> Double {
        let root = pow(min(max(value, 0), 1), 1 / (2523.0 / 4096 * 128))
        let ratio = max(root - 3424.0 / 4096, 0) / (2413.0 / 4096 * 32 - 2392.0 / 4096 * 32 * root)
        return peak * pow(ratio, 1 / (2610.0 / 16384))
    }
}
