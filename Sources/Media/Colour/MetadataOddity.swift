/// Something odd about a value of colour or light that was read without fault.
public struct MetadataOddity: Hashable, Sendable {
    /// The sort of oddity.
    public enum Kind: Hashable, Sendable {
        /// The value is reserved or out of range.
        case reservedValue
        /// The values cannot be true.
        case implausible
    }

    /// The sort of oddity.
    public var kind: Kind
    /// What is odd, as a sentence without its full stop.
    public var words: String

    /// Creates an oddity.
    public init(_ kind: Kind, _ words: String) {
        self.kind = kind
        self.words = words
    }
}
