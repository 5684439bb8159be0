import Foundation
import Media
import TestSupport
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
        colourMetadata: ColourMetadata(
            colour: ColourDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: false),
            masteringDisplay: HDR10Example.display,
            contentLight: HDR10Example.light
        ),
        pixelAspect: PixelAspect(horizontal: 4, vertical: 3),
        options: ["aq-mode": "3"]
    )

    @Test("are read back from JSON unchanged")
    func roundTrip() throws {
        let read = try JSONDecoder().decode(EncoderSettings.self, from: JSONEncoder().encode(settings))
        #expect(read == settings)
    }

    @Test("leave out a single level in JSON, and have one if none is given")
    func singleLevel() throws {
        var settings = settings
        settings.temporalLevels = 1
        settings.masteringDisplay = nil
        let written = try JSONEncoder().encode(settings)
        let object = try #require(JSONSerialization.jsonObject(with: written) as? [String: Any])
        #expect(object["temporalLevels"] == nil && object["keyFrameInterval"] as? Int == 480)
        #expect(try JSONDecoder().decode(EncoderSettings.self, from: written) == settings)
    }

    @Test("have a coarse analysis at coarse quantisers, without a buffer, and without measured quality")
    func coarseAnalysis() {
        var settings = settings
        #expect(settings.analysisDetail(at: .constantRateFactor(31), measuringDistortion: false) == .coarse)
        #expect(settings.analysisDetail(at: .constantRateFactor(30.5), measuringDistortion: false) != .coarse)
        #expect(settings.analysisDetail(at: .average(kilobitsPerSecond: 100), measuringDistortion: false) != .coarse)
        #expect(settings.analysisDetail(at: .constantRateFactor(35), measuringDistortion: true) != .coarse)
        settings.size = PictureSize(width: 640, height: 360)
        #expect(settings.analysisDetail(at: .constantRateFactor(35), measuringDistortion: false) != .coarse)
        settings.size = PictureSize(width: 1280, height: 536)
        #expect(settings.analysisDetail(at: .constantRateFactor(35), measuringDistortion: false) == .coarse)
        settings.buffer = BufferLimits(bitsPerSecond: 1_000_000, bufferBits: 1_000_000)
        #expect(settings.analysisDetail(at: .constantRateFactor(35), measuringDistortion: false) != .coarse)
    }
}
