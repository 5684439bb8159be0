/// What is known of the ICC profile that a film has beside its colour codes; its bytes stay where they are.
public struct ColourProfile: Hashable, Sendable, Codable {
    /// Size of the profile in bytes.
    public var byteCount: Int
    /// SHA-256 of the profile, 64 hexadecimal digits.
    public var sha256: String
    /// The profile in words, as in `"Display P3", RGB display, version 4.0`.
    public var words: String

    /// Creates a description.
    public init(byteCount: Int, sha256: String, words: String) {
        self.byteCount = byteCount
        self.sha256 = sha256
        self.words = words
    }
}

extension ColourProfile: CustomStringConvertible {
    /// The words and the size.
    public var description: String { "\(words), \(byteCount) bytes" }
}
