/// The maximum brightness of a film: CTA-861.3 content light levels, as in HEVC SEI 144 and the `clli` box.
package struct ContentLight: Hashable, Sendable, Codable {
    /// MaxCLL: the brightest pixel of the film in cd/m².
    package var maximumContentLightLevel: UInt16
    /// MaxFALL: the brightest frame average of the film in cd/m².
    package var maximumFrameAverageLightLevel: UInt16

    /// Creates a pair of levels in cd/m².
    package init(maximumContentLightLevel: UInt16, maximumFrameAverageLightLevel: UInt16) {
        self.maximumContentLightLevel = maximumContentLightLevel
        self.maximumFrameAverageLightLevel = maximumFrameAverageLightLevel
    }

    /// False if both levels are 0, which means unknown.
    package var isKnown: Bool { maximumContentLightLevel != 0 || maximumFrameAverageLightLevel != 0 }
}
