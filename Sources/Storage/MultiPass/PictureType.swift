/// The type of a picture, as the letter in x265's two-pass statistics.
package enum PictureType: UInt8, Hashable, Sendable, Codable, CaseIterable {
    /// `I`: an IDR picture.
    case idr = 0x49
    /// `i`: an intra picture that is not an IDR picture.
    case intra = 0x69
    /// `P`: predicted.
    case predicted = 0x50
    /// `B`: bidirectionally predicted, and itself a reference.
    case referencedB = 0x42
    /// `b`: bidirectionally predicted, not a reference.
    case b = 0x62

    /// Whether other pictures may refer to it: x265 writes a cutree record for these.
    package var isReferenced: Bool { self != .b }
}
