import Glibc

/// The transfer function of HLG: ITU-R BT.2100 table 5, TransferCharacteristics 18 of H.273, on its reference display.
package enum HybridLogGamma {
    /// The peak luminance of the reference display (LW), in cd/m²; its black is 0.
    package static let peak = 1000.0
    /// Exponent of the OOTF for that display.
    package static let gamma = 1.2

    private static let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)

    /// The light of the scene, 0 to 1, for a value (the inverse OETF); values are clamped to 0 to 1.
    package static func scene(ofValue value: Double) -> Double {
        let value = min(max(value, 0), 1)
        return value <= 0.5 ? value * value / 3 : (exp((value - c) / a) + b) / 12
    }

    /// The value for a light of the scene, which is clamped to 0 to 1 (the OETF).
    package static func value(ofScene scene: Double) -> Double {
        let scene = min(max(scene, 0), 1)
        return scene <= 1.0 / 12 ? (3 * scene).squareRoot() : a * log(12 * scene - b) + c
    }

    /// The light in cd/m² of the reference display if R', G' and B' all have a value; values are clamped to 0 to 1.
    package static func luminance(ofGrey value: Double) -> Double { peak * pow(scene(ofValue: value), gamma) }
}
