/// A 128-bit fingerprint of a reconstructed picture: XXH3-128 over its cropped planes.
///
/// It covers luma, Cb and Cr in turn, rows without padding, with samples as `PixelFormat` stores them. The encoder's
/// reconstruction and the output of an independent decoder must have the same hash.
package struct PictureHash: Hashable, Sendable, Codable {
    /// Upper half.
    package let high: UInt64
    /// Lower half.
    package let low: UInt64

    /// Creates a hash from its halves.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// What a sample has whose picture nobody hashed. No picture is likely to have it.
    package static let unknown = PictureHash(high: 0, low: 0)
}

extension PictureHash: CustomStringConvertible {
    /// 32 hexadecimal digits.
    package var description: String { PictureHash.digits(high) + PictureHash.digits(low) }

    private static func digits(_ half: UInt64) -> String {
        let text = String(half, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }
}
