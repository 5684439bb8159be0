/// An implausible value of colour or light metadata that was read without error.
public struct MetadataOddity: Hashable, Sendable {
    /// The kind of oddity.
    public enum Kind: Hashable, Sendable {
        /// The value is reserved or out of range.
        case reservedValue
        /// The values are impossible.
        case implausible
    }

    /// The kind of oddity.
    public var kind: Kind
    /// What is odd, as a sentence without its full stop.
    public var words: String

    /// Creates an oddity.
    public init(_ kind: Kind, _ words: String) {
        self.kind = kind
        self.words = words
    }
}
