import Checksums
import Foundation

/// SHA-256 of whole files.
enum FileChecksum {
    /// The digest in lower-case hexadecimal. Throws the system's error if the file cannot be read.
    static func sha256(of path: String) throws -> String {
        let handle = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? handle.close() }
        let digest = SHA256Digest()
        while let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty {
            let bytes = [UInt8](piece)
            // Safe: bytes have no padding between them.
            digest.update(unsafe bytes.span.bytes)
        }
        return digest.finish()
    }
}
