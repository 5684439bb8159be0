/// A four-character code: the type of a box, a brand, a handler (ISO/IEC 14496-12 4.2).
package struct FourCC: RawRepresentable, Hashable, Sendable {
    /// The four bytes, big-endian.
    package let rawValue: UInt32

    /// Creates a code from any four bytes.
    package init(rawValue: UInt32) { self.rawValue = rawValue }
}

extension FourCC: ExpressibleByStringLiteral {
    /// Creates a code from a literal. Precondition: four ASCII characters.
    package init(stringLiteral value: StaticString) {
        let text = "\(value)".utf8
        precondition(text.count == 4 && text.allSatisfy { $0 < 128 }, "a four-character code has four ASCII characters")
        rawValue = text.reduce(0) { $0 << 8 | UInt32($1) }
    }
}

extension FourCC: CustomStringConvertible {
    /// The four bytes as Latin-1 characters, with a question mark for control characters.
    package var description: String {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) }
        return String(String.UnicodeScalarView(bytes.map { $0 & 0x7F < 32 || $0 == 127 ? "?" : Unicode.Scalar($0) }))
    }
}

extension FourCC: Encodable {
    /// Writes the description.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
