import Foundation
import Media
import Testing

@Suite("Encoder settings")
struct EncoderSettingsTests {
    private let settings = EncoderSettings(
        size: PictureSize(width: 1280, height: 720),
        format: .yuv420p10,
        frameRate: FrameRate(frames: 240, seconds: 1),
        hasConstantRate: false,
        speed: "slow",
        tune: "grain",
        keyFrameInterval: 480,
        temporalLevels: 4,
        colour: ColourDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: false),
        masteringDisplay: MasteringDisplay(
            green: .init(x: 13250, y: 34500),
            blue: .init(x: 7500, y: 3000),
            red: .init(x: 34000, y: 16000),
            whitePoint: .init(x: 15635, y: 16450),
            maximumLuminance: 10_000_000,
            minimumLuminance: 1
        ),
        contentLight: ContentLight(maximumContentLightLevel: 1000, maximumFrameAverageLightLevel: 400),
        pixelAspect: PixelAspect(horizontal: 4, vertical: 3),
        options: ["aq-mode": "3"]
    )

    @Test("come back from JSON as they were")
    func roundTrip() throws {
        let read = try JSONDecoder().decode(EncoderSettings.self, from: JSONEncoder().encode(settings))
        #expect(read == settings)
    }

    @Test("do not mention a single level, and have one where none is mentioned")
    func singleLevel() throws {
        var settings = settings
        settings.temporalLevels = 1
        settings.masteringDisplay = nil
        let written = try JSONEncoder().encode(settings)
        let object = try #require(JSONSerialization.jsonObject(with: written) as? [String: Any])
        #expect(object["temporalLevels"] == nil && object["keyFrameInterval"] as? Int == 480)
        #expect(try JSONDecoder().decode(EncoderSettings.self, from: written) == settings)
    }
}
