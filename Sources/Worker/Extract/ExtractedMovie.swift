/// What `LevelExtraction` wrote.
package struct ExtractedMovie: Hashable, Sendable, Encodable {
    /// The movie that it was taken out of.
    package var movie: String
    /// The new movie.
    package var output: String
    /// The highest temporal level that is in it.
    package var level: Int
    /// Number of its pictures.
    package var frameCount: Int
    /// Bytes of the new movie.
    package var byteCount: Int64
    /// SHA-256 of the new movie.
    package var sha256: String
    /// What it does not have of the other, and what its header could not say as it is.
    package var notes: [String]
}
