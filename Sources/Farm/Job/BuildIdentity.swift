/// The builds that make a film: the same ones give the same bytes.
package struct BuildIdentity: Hashable, Sendable, Codable {
    /// Version of Granary.
    package var granary: String
    /// Build of libx265, as in "x265 3.5+1-f0c1022b6 (build 199)": see `EncoderCapabilities.buildName`.
    package var encoder: String
    /// Versions of the libraries that read and scale the source.
    package var reader: String

    /// Creates an identity.
    package init(granary: String = Self.granaryVersion, encoder: String, reader: String) {
        self.granary = granary
        self.encoder = encoder
        self.reader = reader
    }

    /// Version of this Granary.
    package static let granaryVersion = "0.1.0"
}
