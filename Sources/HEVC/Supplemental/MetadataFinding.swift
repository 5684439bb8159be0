/// What is odd about the metadata of a stream: it was read all the same, or passed over.
package struct MetadataFinding: Hashable, Sendable, Codable {
    /// The sort of oddity.
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// The SEI unit cannot be divided into messages; none of it is used.
        case unreadable
        /// The payload ends too early; it is not used.
        case tooShort
        /// More follows than the standard knows of; what it knows is used.
        case tooLong
        /// It was said before in another way; what came first is used.
        case contradiction
        /// A value is reserved or out of range; it is carried as it is.
        case reservedValue
        /// The values cannot be true; they are carried as they are.
        case implausible
    }

    /// The sort of oddity.
    package var kind: Kind
    /// payloadType of the SEI message; nil when it is not known.
    package var payloadType: Int?
    /// What is odd, in words.
    package var explanation: String
}
