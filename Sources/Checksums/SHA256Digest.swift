import CLibCrypto

/// SHA-256 as 64 hexadecimal digits, computed piece by piece. It names published files and identifies sources.
///
/// OpenSSL computes it. Its configuration file is not read: no other file can change what a digest is. Not for use from
/// several threads at a time.
@safe package final class SHA256Digest {
    /// Owned: released in deinit.
    private let context: OpaquePointer

    /// Creates a digest without input.
    package init() {
        // It does nothing if the library is initialised already.
        let isReady = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil) == 1
        // Safe: the context is owned by this object from here on; EVP_sha256 returns a constant.
        guard isReady, let context = unsafe EVP_MD_CTX_new(),
            unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
        else { preconditionFailure("libcrypto has no memory, or is built without SHA-256") }
        unsafe self.context = context
    }

    // Safe: the context was created in init and is released once.
    deinit { unsafe EVP_MD_CTX_free(context) }

    /// Adds bytes.
    package func update(_ bytes: RawSpan) {
        // Safe: the span lends `count` readable bytes for the duration of the call.
        let isAdded = unsafe bytes.withUnsafeBytes { unsafe EVP_DigestUpdate(context, $0.baseAddress, $0.count) == 1 }
        precondition(isAdded, "libcrypto refused bytes")
    }

    /// The digest of all bytes added so far, in lower-case hexadecimal. More can be added afterwards.
    package func finish() -> String {
        var hash = [UInt8](repeating: 0, count: 32)
        // Safe: the copy is owned here and released once; the array has room for the 32 bytes of SHA-256.
        guard let copy = unsafe EVP_MD_CTX_new() else { preconditionFailure("libcrypto has no memory") }
        defer { unsafe EVP_MD_CTX_free(copy) }
        let isDone = unsafe EVP_MD_CTX_copy_ex(copy, context) == 1 && EVP_DigestFinal_ex(copy, &hash, nil) == 1
        precondition(isDone, "libcrypto computed no digest")
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// The digest of one byte string.
    package static func of(_ bytes: RawSpan) -> String {
        let digest = SHA256Digest()
        digest.update(bytes)
        return digest.finish()
    }
}
