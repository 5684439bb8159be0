import Media

/// The display on which a film was mastered (SMPTE ST 2086): SEI message 137 and the box `mdcv`.
public struct MasteringDisplay: Hashable, Sendable {
    /// The red primary.
    public var red: Chromaticity
    /// The green primary.
    public var green: Chromaticity
    /// The blue primary.
    public var blue: Chromaticity
    /// The white point.
    public var whitePoint: Chromaticity
    /// Highest luminance in steps of 0.0001 cd/m².
    public var maximumLuminance: UInt32
    /// Lowest luminance in steps of 0.0001 cd/m².
    public var minimumLuminance: UInt32

    /// Creates a description; luminances are in steps of 0.0001 cd/m².
    public init(
        red: Chromaticity,
        green: Chromaticity,
        blue: Chromaticity,
        whitePoint: Chromaticity,
        maximumLuminance: UInt32,
        minimumLuminance: UInt32
    ) {
        self.red = red
        self.green = green
        self.blue = blue
        self.whitePoint = whitePoint
        self.maximumLuminance = maximumLuminance
        self.minimumLuminance = minimumLuminance
    }

    init(_ wrapped: Media.MasteringDisplay) {
        self.init(
            red: Chromaticity(wrapped.red),
            green: Chromaticity(wrapped.green),
            blue: Chromaticity(wrapped.blue),
            whitePoint: Chromaticity(wrapped.whitePoint),
            maximumLuminance: wrapped.maximumLuminance,
            minimumLuminance: wrapped.minimumLuminance
        )
    }

    var wrapped: Media.MasteringDisplay {
        Media.MasteringDisplay(
            green: green.wrapped,
            blue: blue.wrapped,
            red: red.wrapped,
            whitePoint: whitePoint.wrapped,
            maximumLuminance: maximumLuminance,
            minimumLuminance: minimumLuminance
        )
    }

    /// True if a display can be like that.
    var isPossible: Bool {
        [red, green, blue, whitePoint].allSatisfy(\.isPossible) && maximumLuminance > minimumLuminance
    }
}
