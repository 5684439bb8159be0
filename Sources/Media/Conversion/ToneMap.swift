import Glibc

/// How HDR light becomes SDR light: a curve that is the same for a whole film.
package enum ToneMap: String, Hashable, Sendable, Codable, CaseIterable {
    /// ITU-R BT.2446 method A, made for graded films.
    case bt2446a
    /// The EETF of ITU-R BT.2390 5.4.1 down to the reference white: exact below its knee, and bright.
    case bt2390
    /// Light up to the reference white stays, and the rest becomes white.
    case clip

    /// The brightest peak that method A takes; brighter light comes down to it first, by the EETF.
    package static let highestPeak = 1000.0

    /// SDR light, whose white is `TransferFunction.referenceWhite`. It may be out of reach of a display.
    ///
    /// - Parameters:
    ///   - light: linear BT.2020 in cd/m².
    ///   - peak: the brightest component of the film in cd/m².
    package func mapped(_ light: RGBMatrix.Colour, peak: Double) -> RGBMatrix.Colour {
        let white = TransferFunction.referenceWhite
        switch self {
        case .clip: return light
        case .bt2390: return Self.lowered(light, from: peak, to: white)
        case .bt2446a:
            let target = min(max(peak, white), Self.highestPeak)
            return Self.methodA(Self.lowered(light, from: peak, to: target), peak: target) * white
        }
    }

    /// Light whose brightest component is lowered by the EETF; R, G and B keep their ratio.
    ///
    /// - Parameters:
    ///   - peak: the brightest component of the source in cd/m².
    ///   - target: that of the result; light passes unchanged if it is not lower.
    package static func lowered(
        _ light: RGBMatrix.Colour,
        from peak: Double,
        to target: Double
    ) -> RGBMatrix.Colour {
        let brightest = light.max()
        guard target < peak, brightest > 0 else { return light }
        let whole = PerceptualQuantizer.value(of: peak)
        let most = PerceptualQuantizer.value(of: target) / whole
        let value = min(PerceptualQuantizer.value(of: brightest) / whole, 1)
        let knee = 1.5 * most - 0.5
        guard value > knee else { return light }
        let t = (value - knee) / (1 - knee)
        let (square, cube) = (t * t, t * t * t)
        let bent = (2 * cube - 3 * square + 1) * knee + (cube - 2 * square + t) * (1 - knee)
        let lowered = PerceptualQuantizer.luminance(of: (bent + (3 * square - 2 * cube) * most) * whole)
        return light * (lowered / brightest)
    }

    /// Linear light of an SDR display, 0 to 1 and a little beyond, by BT.2446 clause 4.
    private static func methodA(_ light: RGBMatrix.Colour, peak: Double) -> RGBMatrix.Colour {
        let exponent = 2.4
        let root = (light / peak).clamped(lowerBound: .zero, upperBound: .one)
        let (red, blue) = (pow(root.x, 1 / exponent), pow(root.z, 1 / exponent))
        let green = pow(root.y, 1 / exponent)
        let weights = LumaWeights.bt2020
        let luma = weights.red * red + weights.green * green + weights.blue * blue
        guard luma > 0 else { return .zero }
        func ratio(_ luminance: Double) -> Double { 1 + 32 * pow(luminance / 10_000, 1 / exponent) }
        let perceptual = log(1 + (ratio(peak) - 1) * luma) / log(ratio(peak))
        let curved =
            perceptual <= 0.7399
            ? 1.0770 * perceptual
            : perceptual < 0.9909
                ? -1.1510 * perceptual * perceptual + 2.7811 * perceptual - 0.6302 : 0.5 * perceptual + 0.5
        let mapped = (pow(ratio(100), curved) - 1) / (ratio(100) - 1)
        let scale = mapped / (1.1 * luma)
        let (cb, cr) = ((blue - luma) / weights.blueOfCb * scale, (red - luma) / weights.redOfCr * scale)
        let result = mapped - max(0.1 * cr, 0)
        let signal = (
            red: result + weights.redOfCr * cr,
            green: result + weights.greenOfCr * cr + weights.greenOfCb * cb,
            blue: result + weights.blueOfCb * cb
        )
        // Negative values keep their sign, for the mapping of the gamut.
        func linear(_ value: Double) -> Double { value < 0 ? -pow(-value, exponent) : pow(value, exponent) }
        return RGBMatrix.Colour(linear(signal.red), linear(signal.green), linear(signal.blue))
    }
}
