/// A fault in the metadata of a stream: the metadata was read all the same, or ignored.
package struct MetadataFinding: Hashable, Sendable, Codable {
    /// The kind of fault.
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// The SEI NAL unit cannot be divided into messages; none of it is used.
        case unreadable
        /// The payload ends too early; it is not used.
        case tooShort
        /// The payload is longer than the standard says; the known part is used.
        case tooLong
        /// An earlier message has another value; the earlier one is used.
        case contradiction
        /// A value is reserved or out of range; it is kept unchanged.
        case reservedValue
        /// The values are impossible; they are kept unchanged.
        case implausible
    }

    /// The kind of fault.
    package var kind: Kind
    /// payloadType of the SEI message; nil if unknown.
    package var payloadType: Int?
    /// The fault in words.
    package var explanation: String
}
