/// The type of a NAL unit: nal_unit_type of ISO/IEC 23008-2, Table 7-1.
package struct NALUnitType: RawRepresentable, Hashable, Sendable, Comparable, Codable {
    /// The code, 0 to 63.
    package let rawValue: UInt8

    /// Creates a type from the low six bits of a code.
    package init(rawValue: UInt8) { self.rawValue = rawValue & 63 }

    /// Trailing picture, not a reference in its own sub-layer.
    package static let trailN = NALUnitType(rawValue: 0)
    /// Trailing picture.
    package static let trailR = NALUnitType(rawValue: 1)
    /// Temporal sub-layer access, not a reference in its own sub-layer.
    package static let tsaN = NALUnitType(rawValue: 2)
    /// Temporal sub-layer access.
    package static let tsaR = NALUnitType(rawValue: 3)
    /// Step-wise temporal sub-layer access, not a reference in its own sub-layer.
    package static let stsaN = NALUnitType(rawValue: 4)
    /// Step-wise temporal sub-layer access.
    package static let stsaR = NALUnitType(rawValue: 5)
    /// Leading picture that can be decoded, not a reference in its own sub-layer.
    package static let radlN = NALUnitType(rawValue: 6)
    /// Leading picture that can be decoded.
    package static let radlR = NALUnitType(rawValue: 7)
    /// Leading picture that is skipped after random access, not a reference in its own sub-layer.
    package static let raslN = NALUnitType(rawValue: 8)
    /// Leading picture that is skipped after random access.
    package static let raslR = NALUnitType(rawValue: 9)
    /// IDR that may have decodable leading pictures.
    package static let idrWithRADL = NALUnitType(rawValue: 19)
    /// IDR without leading pictures.
    package static let idrWithoutLeading = NALUnitType(rawValue: 20)
    /// Clean random access.
    package static let cra = NALUnitType(rawValue: 21)
    /// Video parameter set.
    package static let vps = NALUnitType(rawValue: 32)
    /// Sequence parameter set.
    package static let sps = NALUnitType(rawValue: 33)
    /// Picture parameter set.
    package static let pps = NALUnitType(rawValue: 34)
    /// Access unit delimiter.
    package static let accessUnitDelimiter = NALUnitType(rawValue: 35)
    /// End of sequence.
    package static let endOfSequence = NALUnitType(rawValue: 36)
    /// End of bitstream.
    package static let endOfBitstream = NALUnitType(rawValue: 37)
    /// Filler data.
    package static let fillerData = NALUnitType(rawValue: 38)
    /// SEI before the slices.
    package static let prefixSEI = NALUnitType(rawValue: 39)
    /// SEI after the slices.
    package static let suffixSEI = NALUnitType(rawValue: 40)
    /// Dolby Vision metadata of a picture (RPU): a type that the standard leaves unspecified.
    package static let dolbyVisionMetadata = NALUnitType(rawValue: 62)
    /// Dolby Vision enhancement layer: a type that the standard leaves unspecified.
    package static let dolbyVisionEnhancement = NALUnitType(rawValue: 63)

    /// True for the slices of a picture.
    package var isSlice: Bool { rawValue < 32 }
    /// True for pictures at which decoding can start, reserved types included: BLA, IDR, CRA.
    package var isIRAP: Bool { (16...23).contains(rawValue) }
    /// True for the two IDR types.
    package var isIDR: Bool { self == .idrWithRADL || self == .idrWithoutLeading }
    /// True for VPS, SPS and PPS.
    package var isParameterSet: Bool { (32...34).contains(rawValue) }
    /// True for pictures that are not references in their own sub-layer: the even types up to 14.
    package var isSubLayerNonReference: Bool { rawValue <= 14 && rawValue % 2 == 0 }
    /// True for NAL units that belong to the picture of their access unit and have its TemporalId: delimiter, filler,
    /// SEI, an enhancement layer. Dolby Vision's metadata belongs to it too, but decoders accept it only with
    /// TemporalId 0.
    package var followsPicture: Bool {
        switch self {
        case .accessUnitDelimiter, .fillerData, .prefixSEI, .suffixSEI, .dolbyVisionEnhancement: true
        default: false
        }
    }
    /// True for the two types of Dolby Vision.
    package var isOfDolbyVision: Bool { self == .dolbyVisionMetadata || self == .dolbyVisionEnhancement }
    /// True for temporal sub-layer access pictures.
    package var isTSA: Bool { self == .tsaN || self == .tsaR }
    /// True for step-wise temporal sub-layer access pictures.
    package var isSTSA: Bool { self == .stsaN || self == .stsaR }
    /// True for broken link access pictures.
    package var isBLA: Bool { (16...18).contains(rawValue) }
    /// True for leading pictures that cannot be decoded after random access at their IRAP picture.
    package var isRASL: Bool { self == .raslN || self == .raslR }
    /// True for leading pictures that can.
    package var isRADL: Bool { self == .radlN || self == .radlR }

    /// Orders by code.
    package static func < (left: NALUnitType, right: NALUnitType) -> Bool { left.rawValue < right.rawValue }
}
