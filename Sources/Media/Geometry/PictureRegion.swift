/// A rectangle of luma samples inside a picture: the rest of it after its edges are cropped.
package struct PictureRegion: Hashable, Sendable, Codable {
    /// Samples to the left of it, even and not negative: 4:2:0 has a chroma sample for every second one.
    package let left: Int
    /// Rows above it, even and not negative.
    package let top: Int
    /// Its size; its sides may be odd.
    package let size: PictureSize

    /// Creates a region. Precondition: `left` and `top` are even and not negative.
    package init(left: Int, top: Int, size: PictureSize) {
        precondition(Self.isPossible(left, top), "a region begins at even coordinates")
        self.left = left
        self.top = top
        self.size = size
    }

    /// Whether it is inside a picture of a size.
    package func fits(into picture: PictureSize) -> Bool {
        left + size.width <= picture.width && top + size.height <= picture.height
    }

    private static func isPossible(_ left: Int, _ top: Int) -> Bool {
        [left, top].allSatisfy { (0...1 << 20).contains($0) && $0 % 2 == 0 }
    }

    private enum CodingKeys: String, CodingKey { case left, top, size }

    /// Reads what `encode(to:)` wrote; rejects values that this type does not allow.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        left = try container.decode(Int.self, forKey: .left)
        top = try container.decode(Int.self, forKey: .top)
        size = try container.decode(PictureSize.self, forKey: .size)
        guard Self.isPossible(left, top) else {
            throw DecodingError.dataCorruptedError(
                forKey: .left,
                in: container,
                debugDescription: "a region of a picture cannot begin at \(left), \(top)"
            )
        }
    }
}

extension PictureRegion: CustomStringConvertible {
    /// As in `1280x544 at 0, 88`.
    package var description: String { "\(size) at \(left), \(top)" }
}
