/// The active area of a picture by Dolby Vision (metadata level 5): what letterboxes leave, in pixels of the base layer
/// from each side.
package struct DolbyVisionActiveArea: Hashable, Sendable {
    /// 0 to 8191.
    package var left: Int
    /// 0 to 8191.
    package var right: Int
    /// 0 to 8191.
    package var top: Int
    /// 0 to 8191.
    package var bottom: Int

    /// Whether it is the whole picture.
    package var isWhole: Bool { left + right + top + bottom == 0 }

    /// metadata level of the extension block.
    static let level: UInt8 = 5
    /// Bits of each offset.
    static let offsetBits = 13
}
