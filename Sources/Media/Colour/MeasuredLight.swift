/// The brightness of pictures by CTA-861.3: the brightest pixel and the highest picture average, before they are
/// rounded to `ContentLight`.
///
/// A pixel is as bright as the largest of its R, G and B in linear light. Parts of a film merge exactly, in any order.
package struct MeasuredLight: Hashable, Sendable, Codable {
    /// The brightest pixel in cd/m², 0 to 10000.
    package var maximum: Double
    /// The first frame with it.
    package var maximumFrame: Int
    /// The highest average of a frame in cd/m², 0 to 10000.
    package var average: Double
    /// The first frame with it.
    package var averageFrame: Int

    /// Creates the measurement of one frame.
    package init(frame: Int, maximum: Double, average: Double) {
        self.maximum = maximum
        maximumFrame = frame
        self.average = average
        averageFrame = frame
    }

    /// The combination of two parts of a film: among equally bright frames the first one counts.
    package func merged(with other: MeasuredLight?) -> MeasuredLight {
        guard let other else { return self }
        var result = self
        if (maximum, other.maximumFrame) < (other.maximum, maximumFrame) {
            (result.maximum, result.maximumFrame) = (other.maximum, other.maximumFrame)
        }
        if (average, other.averageFrame) < (other.average, averageFrame) {
            (result.average, result.averageFrame) = (other.average, other.averageFrame)
        }
        return result
    }

    /// The levels as a film stores them: to the nearest cd/m², and at least 1, because 0 means unknown.
    package var contentLight: ContentLight {
        func level(_ luminance: Double) -> UInt16 { UInt16(min(max(luminance.rounded(), 1), 10000)) }
        return ContentLight(
            maximumContentLightLevel: level(maximum),
            maximumFrameAverageLightLevel: min(level(average), level(maximum))
        )
    }
}

extension ColourDescription {
    /// Why light levels cannot be measured in pictures with these colours; nil if they can.
    package var obstacleToLightLevels: String? {
        switch transfer {
        case 16 where matrix == 2: "the matrix coefficients are unspecified"
        // Constant luminance and ICtCp mix linear light, and have their own formulae.
        case 16 where LumaWeights(matrix: matrix) == nil && ![10, 14].contains(matrix):
            "light cannot be measured with matrix \(matrix) of H.273"
        case 16: nil
        case 18: "HLG is relative to its display, and light levels are absolute"
        default: "light levels apply to PQ pictures only"
        }
    }

    /// Why HDR10+ cannot be made for pictures with these colours; nil if it can.
    package var obstacleToHDR10Plus: String? {
        if transfer != 16 { return "HDR10+ is for PQ pictures only" }
        guard primaries != 9 || matrix != 9 else { return nil }
        return "HDR10+ is for the primaries and the matrix of BT.2020, codes 9 and 9"
    }
}
