/// The identity of a source file: size, duration, and a hash of its content.
///
/// The hash is SHA-256 over the first, the last and 64 evenly spaced blocks of 64 KiB, or over the whole file.
package struct SourceIdentity: Hashable, Sendable, Codable {
    /// Size of the file in bytes.
    package var byteCount: Int64
    /// Duration of the presentation.
    package var duration: MediaTime
    /// SHA-256, 64 hexadecimal digits.
    package var contentHash: String
    /// True when the hash covers the whole file and not only sampled blocks.
    package var coversWholeFile: Bool

    /// Creates an identity.
    package init(byteCount: Int64, duration: MediaTime, contentHash: String, coversWholeFile: Bool) {
        self.byteCount = byteCount
        self.duration = duration
        self.contentHash = contentHash
        self.coversWholeFile = coversWholeFile
    }
}
