import Glibc

/// How R'G'B' of 0 to 1 and the light of a display belong together. Light is in cd/m².
package enum TransferFunction: String, Hashable, Sendable, Codable {
    /// BT.1886 with an ideal black, on a display whose white is the reference white of BT.2408.
    case sdr
    /// The curve of sRGB (IEC 61966-2-1), with the same white: that of most still images.
    case sRGB
    /// PQ.
    case pq
    /// HLG on its reference display of 1000 cd/m², with the OOTF.
    case hlg

    /// The light of SDR white and of graphics white in HDR (BT.2408, 2.1), in cd/m².
    package static let referenceWhite = 203.0
    /// Exponent of BT.1886.
    private static let exponent = 2.4

    /// The function of a code of TransferCharacteristics; nil for codes without one, unspecified included.
    package init?(code: UInt8) {
        switch code {
        case 1, 6, 14, 15: self = .sdr
        case 13: self = .sRGB
        case 16: self = .pq
        case 18: self = .hlg
        default: return nil
        }
    }

    /// The most light that a component can have.
    package var peak: Double {
        switch self {
        case .sdr, .sRGB: Self.referenceWhite
        case .pq: PerceptualQuantizer.peak
        case .hlg: HybridLogGamma.peak
        }
    }

    /// The light of a signal.
    ///
    /// - Parameter luminances: those of R, G and B, for the OOTF of HLG.
    package func light(of signal: RGBMatrix.Colour, _ luminances: RGBMatrix.Colour) -> RGBMatrix.Colour {
        func each(_ function: (Double) -> Double) -> RGBMatrix.Colour {
            RGBMatrix.Colour(function(signal.x), function(signal.y), function(signal.z))
        }
        switch self {
        case .sdr: return each { Self.referenceWhite * pow(min(max($0, 0), 1), Self.exponent) }
        case .sRGB:
            return each { value in
                let value = min(max(value, 0), 1)
                return Self.referenceWhite * (value > 0.04045 ? pow((value + 0.055) / 1.055, 2.4) : value / 12.92)
            }
        case .pq: return each(PerceptualQuantizer.luminance(of:))
        case .hlg:
            let scene = each(HybridLogGamma.scene(ofValue:))
            let luminance = (scene * luminances).sum()
            guard luminance > 0 else { return .zero }
            return scene * (HybridLogGamma.peak * pow(luminance, HybridLogGamma.gamma - 1))
        }
    }

    /// The signal of a light; the light must be one that `fitting` returns.
    package func signal(of light: RGBMatrix.Colour, _ luminances: RGBMatrix.Colour) -> RGBMatrix.Colour {
        func each(_ colour: RGBMatrix.Colour, _ function: (Double) -> Double) -> RGBMatrix.Colour {
            RGBMatrix.Colour(function(colour.x), function(colour.y), function(colour.z))
        }
        switch self {
        case .sdr: return each(light) { pow(min(max($0 / Self.referenceWhite, 0), 1), 1 / Self.exponent) }
        case .sRGB:
            return each(light) { light in
                let share = min(max(light / Self.referenceWhite, 0), 1)
                return share > 0.0031308 ? 1.055 * pow(share, 1 / 2.4) - 0.055 : 12.92 * share
            }
        case .pq: return each(light, PerceptualQuantizer.value(of:))
        case .hlg: return each(Self.scene(of: light, luminances), HybridLogGamma.value(ofScene:))
        }
    }

    /// A light that the function can hold: one that is out of reach moves towards the grey of the same luminance, so
    /// that its hue stays.
    package func fitting(_ light: RGBMatrix.Colour, _ luminances: RGBMatrix.Colour) -> RGBMatrix.Colour {
        guard self == .hlg else { return Self.fitted(light, luminances, most: peak) }
        // The limit of HLG is one of the light of the scene.
        let scene = Self.fitted(Self.scene(of: light, luminances), luminances, most: 1)
        let luminance = (scene * luminances).sum()
        guard luminance > 0 else { return .zero }
        return scene * (HybridLogGamma.peak * pow(luminance, HybridLogGamma.gamma - 1))
    }

    private static func scene(of light: RGBMatrix.Colour, _ luminances: RGBMatrix.Colour) -> RGBMatrix.Colour {
        let relative: RGBMatrix.Colour = light / HybridLogGamma.peak
        let luminance = (relative * luminances).sum()
        guard luminance > 0 else { return .zero }
        return relative * pow(luminance, 1 / HybridLogGamma.gamma - 1)
    }

    private static func fitted(
        _ colour: RGBMatrix.Colour,
        _ luminances: RGBMatrix.Colour,
        most: Double
    ) -> RGBMatrix.Colour {
        guard colour.min() < 0 || colour.max() > most else { return colour }
        let luminance = min(max((colour * luminances).sum(), 0), most)
        let grey = RGBMatrix.Colour(repeating: luminance)
        let distance: RGBMatrix.Colour = colour - grey
        var share = 1.0
        for place in 0..<3 {
            if colour[place] > most { share = min(share, (most - luminance) / distance[place]) }
            if colour[place] < 0 { share = min(share, -luminance / distance[place]) }
        }
        return (grey + distance * share).clamped(lowerBound: .zero, upperBound: .init(repeating: most))
    }
}
