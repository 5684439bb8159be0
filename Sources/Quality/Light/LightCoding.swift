import Media

/// How samples represent light beyond the standard dynamic range, where equal steps of luma do not look equal.
package enum LightCoding: String, Hashable, Sendable, Codable, CaseIterable {
    /// PQ: light of the display, up to 10000 cd/m².
    case perceptualQuantizer
    /// HLG, as seen on BT.2100's reference display of 1000 cd/m².
    case hybridLogGamma

    /// The coding of a transfer of H.273 8.2; nil for standard dynamic range and for an unspecified transfer.
    package init?(transfer: UInt8) {
        switch transfer {
        case 16: self = .perceptualQuantizer
        case 18: self = .hybridLogGamma
        default: return nil
        }
    }

    /// The light in cd/m² of a grey with this luma value, from 0 to 1.
    func luminance(of value: Double) -> Double {
        switch self {
        case .perceptualQuantizer: PerceptualQuantizer.luminance(of: value)
        case .hybridLogGamma: HybridLogGamma.luminance(ofGrey: value)
        }
    }
}
