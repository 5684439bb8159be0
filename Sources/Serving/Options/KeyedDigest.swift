import Checksums

/// HMAC with SHA-256 (RFC 2104), and comparisons that take the same time for all values.
enum KeyedDigest {
    private static let blockByteCount = 64

    /// The code of a message under a key, as 64 hexadecimal digits.
    static func code(of message: [UInt8], key: [UInt8]) -> String {
        var block = key.count > blockByteCount ? digest(key) : key
        block += [UInt8](repeating: 0, count: blockByteCount - block.count)
        let inner = block.map { $0 ^ 0x36 } + message
        let outer = block.map { $0 ^ 0x5C } + digest(inner)
        // Safe: the digest keeps nothing of the bytes.
        return unsafe SHA256Digest.of(outer.span.bytes)
    }

    /// Whether two texts are the same. Both are hashed under a key first, so that the time tells nothing about them.
    static func isSame(_ left: String, _ right: String, key: [UInt8]) -> Bool {
        let pairs = zip(code(of: Array(left.utf8), key: key).utf8, code(of: Array(right.utf8), key: key).utf8)
        return pairs.reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func digest(_ message: [UInt8]) -> [UInt8] {
        // Safe: the digest keeps nothing of the bytes.
        let digits = unsafe SHA256Digest.of(message.span.bytes)
        let values = digits.utf8.map { $0 < 0x3A ? $0 - 0x30 : $0 - 0x57 }
        return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }
}
