/// A program or library that took part in a run.
package struct BenchLibrary: Hashable, Sendable, Codable {
    /// Its name, as in `x265 (program)`.
    package var name: String
    /// The version that it reports.
    package var version: String

    /// Creates a library.
    package init(name: String, version: String) {
        self.name = name
        self.version = version
    }
}
