/// What HDR10+ says about one area of a picture (SMPTE ST 2094-40); the first window is the whole picture.
package struct HDR10PlusWindow: Hashable, Sendable {
    /// The ellipse of a window from the second on, in pixels.
    package struct Area: Hashable, Sendable {
        /// Left, top, right and bottom of the rectangle.
        package var corners: [UInt16]
        /// Column and row of the centre.
        package var centre: [UInt16]
        /// Rotation in degrees, clockwise.
        package var angle: UInt8
        /// Inner and outer semi-major axis, and the outer semi-minor one.
        package var axes: [UInt16]
        /// Whether the window is blended with those below it, instead of covering them.
        package var isBlended: Bool
    }

    /// How many per cent of the pixels are at most this bright.
    package struct Percentile: Hashable, Sendable {
        /// 0 to 100.
        package var percentage: UInt8
        /// In 0.1 cd/m², 0 to 100000.
        package var level: UInt32

        /// Creates a share.
        package init(percentage: UInt8, level: UInt32) {
            (self.percentage, self.level) = (percentage, level)
        }
    }

    /// A Bézier curve that maps the picture to the targeted display.
    package struct ToneCurve: Hashable, Sendable {
        /// Where the straight part ends, in 1/4095 of both axes.
        package var knee: [UInt16]
        /// The anchors behind it, in 1/1023.
        package var anchors: [UInt16]

        /// Creates a curve.
        package init(knee: [UInt16], anchors: [UInt16]) {
            (self.knee, self.anchors) = (knee, anchors)
        }
    }

    /// Describes the whole picture.
    package init(
        maximum: [UInt32],
        average: UInt32,
        distribution: [Percentile],
        brightShare: UInt16 = 0,
        curve: ToneCurve? = nil
    ) {
        self.maximum = maximum
        self.average = average
        self.distribution = distribution
        self.brightShare = brightShare
        self.curve = curve
    }

    /// The ellipse; nil for the whole picture.
    package var area: Area?
    /// MaxSCL: the highest red, green and blue, in 0.1 cd/m².
    package var maximum: [UInt32]
    /// The average of the highest component of each pixel, in 0.1 cd/m².
    package var average: UInt32
    /// The distribution of the highest component.
    package var distribution: [Percentile]
    /// Share of the pixels that are brighter than the targeted display, in 1/1000.
    package var brightShare: UInt16
    /// The tone curve, if there is one.
    package var curve: ToneCurve?
    /// The weight of the colour saturation, in 1/8, if there is one.
    package var saturationWeight: UInt8?
}
