/// A program or library that took part in a run.
package struct BenchLibrary: Hashable, Sendable, Codable {
    /// What it is called, as in `x265 (program)`.
    package var name: String
    /// What it says of itself.
    package var version: String

    /// Creates a library.
    package init(name: String, version: String) {
        self.name = name
        self.version = version
    }
}
