import Media
import TestSupport
import Testing

@Suite("Picture")
struct PictureTests {
    @Test("planes are stored without gaps", arguments: PixelFormat.allCases)
    func layout(format: PixelFormat) {
        let picture = SyntheticFilm(size: PictureSize(width: 18, height: 10), format: format).picture(3)
        let size = format.bytesPerSample
        #expect(picture.byteRange(ofPlane: 0) == 0..<180 * size)
        #expect(picture.byteRange(ofPlane: 1) == 180 * size..<225 * size)
        #expect(picture.byteRange(ofPlane: 2) == 225 * size..<270 * size)
        #expect(picture.storage.count == 270 * size)
        #expect(Picture.byteCount(format: format, size: picture.size) == 270 * size)
        for plane in 0..<3 {
            #expect(picture.stride(ofPlane: plane) == (plane == 0 ? 18 : 9) * size)
            #expect(picture.rows(ofPlane: plane) == (plane == 0 ? 10 : 5))
            #expect(
                picture.byteRange(ofPlane: plane).count == picture.stride(ofPlane: plane) * picture.rows(ofPlane: plane)
            )
        }
    }

    @Test("a plane is lent as it is stored", arguments: PixelFormat.allCases)
    func lending(format: PixelFormat) {
        let picture = SyntheticFilm(size: PictureSize(width: 18, height: 10), format: format).picture(3)
        for plane in 0..<3 {
            let lent = picture.withPlane(plane) { bytes, stride in
                #expect(stride == picture.stride(ofPlane: plane))
                // Safe: the offsets are within the span, and a byte needs no alignment.
                return (0..<bytes.byteCount).map { unsafe bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
            }
            #expect(lent == Array(picture.storage[picture.byteRange(ofPlane: plane)]))
            #expect(picture.width(ofPlane: plane) * format.bytesPerSample == picture.stride(ofPlane: plane))
            #expect(picture.height(ofPlane: plane) == picture.rows(ofPlane: plane))
        }
    }

    @Test("an odd size or too few bytes are programming errors", arguments: ["odd-picture", "short-picture"])
    func preconditions(deed: String) throws {
        let outcome = try Tool.built("doomed").run([deed], environment: ["SWIFT_BACKTRACE": "enable=no"])
        #expect(outcome.status < 0 && outcome.output.isEmpty)
    }

    @Test("the text of a hash has all of its 32 digits")
    func hashDigits() {
        #expect(PictureHash(high: 0, low: 0xAB).description == "000000000000000000000000000000ab")
        #expect(PictureHash(high: .max, low: 1).description == "ffffffffffffffff0000000000000001")
    }
}
