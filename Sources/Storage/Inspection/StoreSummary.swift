package import Media

/// The summary of a store: a line of `granary storage list`.
package struct StoreSummary: Hashable, Sendable, Codable {
    /// The file.
    package let path: String
    /// What it holds.
    package let kind: StoreKind
    /// What it was made from.
    package let identity: StoreIdentity
    /// Number of frames, or of samples.
    package let recordCount: Int
    /// Bytes of all samples; nil for multi-pass storage.
    package let sampleByteCount: Int?
    /// Parameter sets of the samples; nil if none are stored.
    package let parameterSets: ParameterSets?
    /// Size of the file in bytes.
    package let fileByteCount: Int
}
