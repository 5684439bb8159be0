package import Media

/// Measures the brightness of PQ pictures by CTA-861.3: MaxCLL and MaxFALL of a film are the maxima over its pictures.
///
/// Every luma sample is a pixel, with the chroma sample that it shares with its three neighbours. No value is
/// interpolated, and flat areas are exact up to their edges. A pixel is as bright as the largest of its R, G and B,
/// each clamped to 0 to 10000 cd/m².
///
/// Everything except the light of the brightest pixel is computed in integers, and the sum does not depend on its
/// order.
package struct LightMeter: Sendable {
    private let meter: any LightMeasuring

    /// Creates a meter for 10-bit pictures; nil for colours for which `obstacleToLightLevels` gives a reason.
    ///
    /// An unspecified range is limited, as decoders assume (ISO/IEC 23008-2 E.3.1).
    package init?(_ colour: ColourDescription) {
        guard colour.obstacleToLightLevels == nil else { return nil }
        let isFullRange = colour.isFullRange ?? false
        if let weights = LumaWeights(matrix: colour.matrix) {
            meter = WeightedLightMeter(weights, isFullRange: isFullRange)
        } else if let linear = LinearLightMeter(matrix: colour.matrix, isFullRange: isFullRange) {
            meter = linear
        } else {
            return nil
        }
    }

    /// Measures a picture. Precondition: it has 10 bits.
    package func measure(_ picture: Picture) -> MeasuredLight {
        precondition(picture.format == .yuv420p10, "PQ has ten bits")
        return meter.measure(picture)
    }
}
