import Checksums
import Media
import Testing

@Suite("Checksums")
struct ChecksumsTests {
    @Test(
        "SHA-256 gives the digests of the examples in FIPS 180-4",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ]
    )
    func sha256(text: String, digest: String) {
        let bytes = Array(text.utf8)
        // Safe: bytes have no padding between them.
        #expect(unsafe SHA256Digest.of(bytes.span.bytes) == digest)
    }

    @Test("SHA-256 does not depend on the division of the bytes into pieces", arguments: [1, 7, 64, 65, 999])
    func pieces(count: Int) {
        let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 31) }
        let digest = SHA256Digest()
        for start in stride(from: 0, to: bytes.count, by: count) {
            let end = min(start + count, bytes.count)
            // Safe: bytes have no padding between them; extracting checks its bounds.
            unsafe digest.update(bytes.span.bytes.extracting(start..<end))
        }
        #expect(unsafe digest.finish() == SHA256Digest.of(bytes.span.bytes))
    }

    @Test("XXH3-64 gives the values of the reference implementation")
    func byteChecksums() {
        // Safe: bytes have no padding between them.
        #expect(unsafe byteChecksum([UInt8]().span.bytes) == 0x2D06_8005_38D3_94C2)
        let text = Array("xxhash".utf8)
        #expect(unsafe byteChecksum(text.span.bytes) == 0xAA4C_2B42_AE6B_13DE)
    }

    @Test("the hash of a picture depends on every sample, but not on padding between rows")
    func planes() {
        let rows: [UInt8] = [1, 2, 3, 99, 4, 5, 6]
        let tight: [UInt8] = [1, 2, 3, 4, 5, 6]
        func hash(_ bytes: [UInt8], stride: Int) -> PictureHash {
            var hasher = PictureHasher()
            // Safe: bytes have no padding between them.
            unsafe hasher.update(plane: bytes.span.bytes, rows: 2, rowBytes: 3, stride: stride)
            return hasher.finish()
        }
        #expect(hash(rows, stride: 4) == hash(tight, stride: 3))
        for index in tight.indices {
            var other = tight
            other[index] ^= 1
            #expect(hash(other, stride: 3) != hash(tight, stride: 3))
        }
    }
}
