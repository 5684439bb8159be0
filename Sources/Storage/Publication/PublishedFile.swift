/// A file that is listed in a result document: immutable, named after its own content.
package struct PublishedFile: Hashable, Sendable, Codable {
    /// Its name in the folder of the pass.
    package let name: String
    /// SHA-256 of the whole file, 64 lower-case hexadecimal digits.
    package let sha256: String
    /// Its size in bytes.
    package let byteCount: Int

    /// Creates a description.
    package init(name: String, sha256: String, byteCount: Int) {
        self.name = name
        self.sha256 = sha256
        self.byteCount = byteCount
    }

    /// The path of the file.
    package func path(in folder: String) -> String { folder + "/" + name }
}
