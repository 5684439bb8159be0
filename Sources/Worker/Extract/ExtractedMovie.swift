/// The movie that `LevelExtraction` wrote.
package struct ExtractedMovie: Hashable, Sendable, Encodable {
    /// Path of the original movie.
    package var movie: String
    /// Path of the new movie.
    package var output: String
    /// Highest temporal level in the new movie.
    package var level: Int
    /// Number of frames of the new movie.
    package var frameCount: Int
    /// Size of the new movie in bytes.
    package var byteCount: Int64
    /// SHA-256 of the new movie.
    package var sha256: String
    /// What the new movie lacks of the original, and what its header could not store exactly.
    package var notes: [String]
}
