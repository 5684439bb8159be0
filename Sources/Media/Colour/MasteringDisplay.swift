/// The display on which a film was mastered: SMPTE ST 2086, in the units of HEVC SEI 137 and of the `mdcv` box.
package struct MasteringDisplay: Hashable, Sendable, Codable {
    /// A chromaticity in steps of 0.00002, 0 to 50000.
    package struct Chromaticity: Hashable, Sendable, Codable {
        /// CIE 1931 x times 50000.
        package var x: UInt16
        /// CIE 1931 y times 50000.
        package var y: UInt16

        /// Creates a chromaticity from its coded values.
        package init(x: UInt16, y: UInt16) {
            self.x = x
            self.y = y
        }
    }

    /// The green primary.
    package var green: Chromaticity
    /// The blue primary.
    package var blue: Chromaticity
    /// The red primary.
    package var red: Chromaticity
    /// The white point.
    package var whitePoint: Chromaticity
    /// Highest luminance in steps of 0.0001 cd/m².
    package var maximumLuminance: UInt32
    /// Lowest luminance in steps of 0.0001 cd/m².
    package var minimumLuminance: UInt32

    /// Creates a description from its coded values.
    package init(
        green: Chromaticity,
        blue: Chromaticity,
        red: Chromaticity,
        whitePoint: Chromaticity,
        maximumLuminance: UInt32,
        minimumLuminance: UInt32
    ) {
        self.green = green
        self.blue = blue
        self.red = red
        self.whitePoint = whitePoint
        self.maximumLuminance = maximumLuminance
        self.minimumLuminance = minimumLuminance
    }
}
