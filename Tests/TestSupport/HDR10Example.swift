package import Media

/// What a film of HDR10 says of its light, as in most tests that need one.
package enum HDR10Example {
    /// A display of P3 primaries, D65 and 1000 cd/m².
    package static let display = MasteringDisplay(
        green: .init(x: 13250, y: 34500),
        blue: .init(x: 7500, y: 3000),
        red: .init(x: 34000, y: 16000),
        whitePoint: .init(x: 15635, y: 16450),
        maximumLuminance: 10_000_000,
        minimumLuminance: 1
    )
    /// 1000 cd/m² at most, 400 as the mean of the brightest picture.
    package static let light = ContentLight(maximumContentLightLevel: 1000, maximumFrameAverageLightLevel: 400)
    /// 314 lux of D65.
    package static let ambient = AmbientViewing(illuminance: 3_140_000, x: 15635, y: 16450)
}
