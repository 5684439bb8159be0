/// How x265 coded a picture, as the letter that its two-pass statistics use.
package enum PictureType: UInt8, Hashable, Sendable, Codable, CaseIterable {
    /// `I`: an IDR picture.
    case idr = 0x49
    /// `i`: an intra picture that is no IDR.
    case intra = 0x69
    /// `P`: predicted.
    case predicted = 0x50
    /// `B`: bidirectionally predicted, and itself a reference.
    case referencedB = 0x42
    /// `b`: bidirectionally predicted, needed by no other picture.
    case b = 0x62

    /// Whether other pictures may predict from it: x265 writes a cutree record for these.
    package var isReferenced: Bool { self != .b }
}
