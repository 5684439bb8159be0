/// What the encoder is told about a picture of a temporal pyramid, and what it will make of it.
package struct PlannedPicture: Hashable, Sendable {
    /// The slice types that libx265 is told.
    package enum Kind: Hashable, Sendable {
        /// An IDR picture.
        case idr
        /// The end of a mini-GOP.
        case predicted
        /// Inside of a mini-GOP. libx265 itself decides which of these are references.
        case bidirectional
    }

    /// The slice type that is forced.
    package var kind: Kind
    /// Level of the picture: its TemporalId in the film.
    package var level: Int
    /// The TemporalId that libx265 writes: lower than `level` in the tail before an IDR picture, else the same.
    package var codedLevel: Int
}
