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

    /// Reads a description. Throws if the name is not that of a file in a folder.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        sha256 = try container.decode(String.self, forKey: .sha256)
        byteCount = try container.decode(Int.self, forKey: .byteCount)
        guard !name.isEmpty, name != "..", name != ".", !name.contains("/"), !name.utf8.contains(0) else {
            throw DecodingError.dataCorruptedError(
                forKey: .name,
                in: container,
                debugDescription: "a published file cannot have the name \"\(name.prefix(60))\""
            )
        }
    }

    /// The path of the file.
    package func path(in folder: String) -> String { folder + "/" + name }
}
