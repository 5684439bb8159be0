/// The builds that make a film. The same builds give the same bytes.
package struct BuildIdentity: Hashable, Sendable, Codable {
    /// Version of Granary.
    package var granary: String
    /// Build of libx265, as in "x265 3.5+1-f0c1022b6 (build 199)": see `EncoderCapabilities.buildName`.
    package var encoder: String
    /// Versions of the libraries that read and scale the source.
    package var reader: String
    /// Build that measures the film's quality, if the film has a goal that the encoder does not measure; nil otherwise.
    package var judge: String?

    /// Creates an identity.
    package init(granary: String = Self.granaryVersion, encoder: String, reader: String, judge: String? = nil) {
        self.granary = granary
        self.encoder = encoder
        self.reader = reader
        self.judge = judge
    }

    /// Version of this Granary.
    package static let granaryVersion = "0.1.0"
}
