/// A file with dynamic HDR metadata for the frames of a film, in presentation order.
package struct MetadataFile: Hashable, Sendable, Codable {
    /// What a file holds.
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// HDR10+ as JSON, as hdr10plus_tool writes it.
        case hdr10Plus
        /// Dolby Vision RPUs behind start codes, as dovi_tool and x265 have them.
        case dolbyVision
    }

    /// What it holds.
    package var kind: Kind
    /// Absolute path.
    package var path: String
    /// Size in bytes.
    package var byteCount: Int64
    /// SHA-256 of the whole file, 64 hexadecimal digits.
    package var contentHash: String

    /// Describes a file.
    package init(kind: Kind, path: String, byteCount: Int64, contentHash: String) {
        self.kind = kind
        self.path = path
        self.byteCount = byteCount
        self.contentHash = contentHash
    }
}
