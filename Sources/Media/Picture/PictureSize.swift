/// Width and height of a picture in luma samples.
public struct PictureSize: Hashable, Sendable, Codable {
    /// Luma samples in a row, positive.
    public let width: Int
    /// Rows of luma samples, positive.
    public let height: Int

    /// Creates a size in luma samples.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

extension PictureSize: CustomStringConvertible {
    /// As in `1280x720`.
    public var description: String { "\(width)x\(height)" }
}
