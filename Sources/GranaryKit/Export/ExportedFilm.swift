public import Foundation

/// A film that an export made.
public struct ExportedFilm: Hashable, Sendable {
    /// The file.
    public let url: URL
    /// Its length in bytes.
    public let byteCount: Int64
    /// True if every picture was decoded by an independent decoder and compared with what the encoder produced. An
    /// export in process does not do this.
    public let isVerified: Bool
    /// Goals that the film misses by more than the tolerance: one sentence each.
    public let misses: [String]
}
