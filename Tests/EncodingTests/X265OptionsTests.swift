import Encoding
import Media
import Testing

@Suite("The options of libx265")
struct X265OptionsTests {
    private let settings = EncoderSettings(
        size: PictureSize(width: 1280, height: 720),
        format: .yuv420p10,
        frameRate: FrameRate(frames: 24, seconds: 1),
        keyFrameInterval: 240
    )

    @Test("close every range to its neighbours and bind it to one thread")
    func common() {
        let options = X265Options.common(settings)
        for wanted in [
            X265Option("open-gop", "0"), X265Option("keyint", "240"), X265Option("min-keyint", "240"),
            X265Option("pools", "none"), X265Option("frame-threads", "1"), X265Option("wpp", "0"),
            X265Option("repeat-headers", "0"), X265Option("annexb", "0"),
        ] {
            #expect(options.contains(wanted))
        }
    }

    @Test("say no colour that the source does not say")
    func untagged() {
        let names = Set(X265Options.common(settings).map(\.name))
        #expect(names.isDisjoint(with: ["colorprim", "transfer", "colormatrix", "range", "master-display", "max-cll"]))
    }

    @Test("carry colour codes, mastering display and light levels as numbers")
    func colour() {
        var settings = settings
        settings.colour = ColourDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: false)
        settings.masteringDisplay = MasteringDisplay(
            green: .init(x: 13250, y: 34500),
            blue: .init(x: 7500, y: 3000),
            red: .init(x: 34000, y: 16000),
            whitePoint: .init(x: 15635, y: 16450),
            maximumLuminance: 10_000_000,
            minimumLuminance: 1
        )
        settings.contentLight = ContentLight(maximumContentLightLevel: 1000, maximumFrameAverageLightLevel: 400)
        let options = X265Options.common(settings)
        #expect(options.contains(X265Option("transfer", "16")))
        #expect(
            options.contains(
                X265Option(
                    "master-display",
                    "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)"
                )
            )
        )
        #expect(options.contains(X265Option("max-cll", "1000,400")))
    }

    @Test("put the user's own last, in alphabetical order, and out of the analysis")
    func userOptions() {
        var settings = settings
        settings.options = ["psy-rd": "1.5", "aq-mode": "3"]
        #expect(X265Options.common(settings).suffix(2).map(\.name) == ["aq-mode", "psy-rd"])
        #expect(!X265Options.common(settings, withUserOptions: false).map(\.name).contains("psy-rd"))
    }
}
