/// Description of the ICC profile of a film; its bytes stay in the source.
package struct ColourProfile: Hashable, Sendable, Codable {
    /// Size of the profile in bytes.
    package var byteCount: Int
    /// SHA-256 of the profile, 64 hexadecimal digits.
    package var sha256: String
    /// The profile in words, as in `"Display P3", RGB display, version 4.0`.
    package var words: String

    /// Creates a description.
    package init(byteCount: Int, sha256: String, words: String) {
        self.byteCount = byteCount
        self.sha256 = sha256
        self.words = words
    }
}

extension ColourProfile: CustomStringConvertible {
    /// The words and the size.
    package var description: String { "\(words), \(byteCount) bytes" }
}
