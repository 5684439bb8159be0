import Media

/// How samples stand for light beyond the standard dynamic range, where equal steps of luma are no equal steps to the
/// eye.
package enum LightCoding: String, Hashable, Sendable, Codable, CaseIterable {
    /// PQ: light of the display, up to 10000 cd/m².
    case perceptualQuantizer
    /// HLG, as seen on BT.2100's reference display of 1000 cd/m².
    case hybridLogGamma

    /// The coding that a transfer of H.273 8.2 names; nil for standard dynamic range, and for what is not said.
    package init?(transfer: UInt8) {
        switch transfer {
        case 16: self = .perceptualQuantizer
        case 18: self = .hybridLogGamma
        default: return nil
        }
    }

    /// The light in cd/m² of a grey with this value of luma, from 0 to 1.
    func luminance(of value: Double) -> Double {
        switch self {
        case .perceptualQuantizer: PerceptualQuantizer.luminance(of: value)
        case .hybridLogGamma: HybridLogGamma.luminance(ofGrey: value)
        }
    }
}
