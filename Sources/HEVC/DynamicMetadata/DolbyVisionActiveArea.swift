package import Media

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

    /// Creates an area from its offsets, each 0 to 8191.
    package init(left: Int, right: Int, top: Int, bottom: Int) {
        (self.left, self.right, self.top, self.bottom) = (left, right, top, bottom)
    }

    /// Whether it is the whole picture.
    package var isWhole: Bool { left + right + top + bottom == 0 }

    /// The area in a picture that is cropped and scaled: offsets are rounded, and the area keeps a pixel at least.
    ///
    /// - Parameters:
    ///   - region: the part of the picture that remains.
    ///   - size: size of the picture before.
    ///   - scaled: size of the picture after.
    package func moved(cropping region: PictureRegion, of size: PictureSize, to scaled: PictureSize) -> Self {
        func side(_ offset: Int, _ cropped: Int, _ length: Int, _ scaledLength: Int) -> Int {
            let rest = Double(max(offset - cropped, 0)) * Double(scaledLength) / Double(max(length, 1))
            return min(Int(rest.rounded()), 8191, scaledLength - 1)
        }
        let (right, bottom) = (
            size.width - region.left - region.size.width, size.height - region.top - region.size.height
        )
        var area = DolbyVisionActiveArea(
            left: side(left, region.left, region.size.width, scaled.width),
            right: side(self.right, right, region.size.width, scaled.width),
            top: side(top, region.top, region.size.height, scaled.height),
            bottom: side(self.bottom, bottom, region.size.height, scaled.height)
        )
        area.right = min(area.right, scaled.width - 1 - area.left)
        area.bottom = min(area.bottom, scaled.height - 1 - area.top)
        return area
    }

    /// metadata level of the extension block.
    static let level: UInt8 = 5
    /// Bits of each offset.
    static let offsetBits = 13
}
