import CLibCrypto

/// HMAC with SHA-256 (RFC 2104, FIPS 198-1): proves that a message comes from somebody who knows a key.
package enum HMACSHA256 {
    /// The code of a message, as 64 lower-case hexadecimal digits.
    ///
    /// - Parameters:
    ///   - key: any number of bytes up to 2 GiB.
    ///   - message: any bytes.
    package static func of(_ message: [UInt8], key: [UInt8]) -> String {
        // As for digests: no configuration file changes what the code is.
        let isReady = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil) == 1
        var code = [UInt8](repeating: 0, count: 32)
        var count: UInt32 = 0
        // Safe: the call reads the two arrays within their lengths, and writes the 32 bytes of SHA-256.
        let isDone = unsafe HMAC(EVP_sha256(), key, CInt(key.count), message, message.count, &code, &count) != nil
        precondition(isReady && isDone && count == 32, "libcrypto computed no code")
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: code.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
