import Crypto

/// SHA-256 as 64 hexadecimal digits, computed piece by piece. It names published files and identifies sources.
package struct SHA256Digest {
    private var hash = SHA256()

    /// Creates a digest without input.
    package init() {}

    /// Adds bytes.
    package mutating func update(_ bytes: RawSpan) {
        // Safe: the span lends `count` readable bytes for the duration of the call.
        unsafe bytes.withUnsafeBytes { unsafe hash.update(bufferPointer: $0) }
    }

    /// The digest of all bytes added so far, in lower-case hexadecimal.
    package func finish() -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in hash.finalize() {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The digest of one byte string.
    package static func of(_ bytes: RawSpan) -> String {
        var digest = SHA256Digest()
        digest.update(bytes)
        return digest.finish()
    }
}
