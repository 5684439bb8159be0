/// Width and height of a picture in luma samples.
package struct PictureSize: Hashable, Sendable, Codable {
    /// Luma samples in a row, positive.
    package let width: Int
    /// Rows of luma samples, positive.
    package let height: Int

    /// Creates a size in luma samples.
    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The next size with even sides, as 4:2:0 pictures need.
    package var roundedUpToEven: PictureSize {
        PictureSize(width: width + width % 2, height: height + height % 2)
    }

    private enum CodingKeys: String, CodingKey { case width, height }

    /// Reads what `encode(to:)` wrote; rejects values that this type does not allow, and pictures too large to count
    /// their samples.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        width = try container.decode(Int.self, forKey: .width)
        height = try container.decode(Int.self, forKey: .height)
        guard [width, height].allSatisfy((1...1 << 20).contains) else {
            throw DecodingError.dataCorruptedError(
                forKey: .width,
                in: container,
                debugDescription: "\(width)x\(height) is not a valid picture size"
            )
        }
    }
}

extension PictureSize: CustomStringConvertible {
    /// As in `1280x720`.
    package var description: String { "\(width)x\(height)" }
}
