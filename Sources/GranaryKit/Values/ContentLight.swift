import Media

/// The brightness of a film (CTA-861.3): SEI message 144 and the box `clli`.
public struct ContentLight: Hashable, Sendable {
    /// MaxCLL: the brightest pixel of the film in cd/m²; 0 if unknown.
    public var maximumContentLightLevel: UInt16
    /// MaxFALL: the brightest mean of a frame in cd/m²; 0 if unknown.
    public var maximumFrameAverageLightLevel: UInt16

    /// Creates a pair of levels in cd/m².
    public init(maximumContentLightLevel: UInt16, maximumFrameAverageLightLevel: UInt16) {
        self.maximumContentLightLevel = maximumContentLightLevel
        self.maximumFrameAverageLightLevel = maximumFrameAverageLightLevel
    }

    init(_ wrapped: Media.ContentLight) {
        self.init(
            maximumContentLightLevel: wrapped.maximumContentLightLevel,
            maximumFrameAverageLightLevel: wrapped.maximumFrameAverageLightLevel
        )
    }

    var wrapped: Media.ContentLight {
        Media.ContentLight(
            maximumContentLightLevel: maximumContentLightLevel,
            maximumFrameAverageLightLevel: maximumFrameAverageLightLevel
        )
    }
}
