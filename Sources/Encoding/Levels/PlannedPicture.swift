/// The plan for a picture of a temporal pyramid: what libx265 is asked for, and what it will encode.
package struct PlannedPicture: Hashable, Sendable {
    /// The slice types that Granary requests of libx265.
    package enum Kind: Hashable, Sendable {
        /// An IDR picture.
        case idr
        /// The end of a mini-GOP.
        case predicted
        /// Inside a mini-GOP. libx265 itself decides which of these are references.
        case bidirectional
    }

    /// The requested slice type.
    package var kind: Kind
    /// Level of the picture: its TemporalId in the film.
    package var level: Int
    /// The TemporalId that libx265 writes: lower than `level` in the tail before an IDR picture, else the same.
    package var codedLevel: Int
}
