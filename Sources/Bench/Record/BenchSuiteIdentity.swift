/// The suite of a run. Runs of suites with the same checksum have the same targets.
package struct BenchSuiteIdentity: Hashable, Sendable, Codable {
    /// The suite's own name.
    package var name: String
    /// SHA-256 of the suite file's bytes in hexadecimal.
    package var sha256: String

    /// Creates an identity.
    package init(name: String, sha256: String) {
        self.name = name
        self.sha256 = sha256
    }
}
