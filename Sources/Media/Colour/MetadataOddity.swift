/// An implausible value of colour or light metadata that was read without error.
package struct MetadataOddity: Hashable, Sendable {
    /// The kind of oddity.
    package enum Kind: Hashable, Sendable {
        /// The value is reserved or out of range.
        case reservedValue
        /// The values are impossible.
        case implausible
    }

    /// The kind of oddity.
    package var kind: Kind
    /// What is odd, as a sentence without its full stop.
    package var words: String

    /// Creates an oddity.
    package init(_ kind: Kind, _ words: String) {
        self.kind = kind
        self.words = words
    }
}
