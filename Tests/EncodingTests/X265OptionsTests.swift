import Encoding
import Media
import TestSupport
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
        #expect(names.isDisjoint(with: ["colorprim", "transfer", "colormatrix", "range", "chromaloc"]))
    }

    @Test("carry colour codes and the place of chroma as numbers, and nothing that SEI says")
    func colour() {
        var settings = settings
        settings.colour = ColourDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: false)
        settings.chromaLocation = 2
        let plain = X265Options.common(settings)
        for wanted in [
            X265Option("colorprim", "9"), X265Option("transfer", "16"), X265Option("colormatrix", "9"),
            X265Option("range", "limited"), X265Option("chromaloc", "2"),
        ] {
            #expect(plain.contains(wanted))
        }
        var unnamed = settings
        unnamed.colour.primaries = 22
        unnamed.colour.matrix = 15
        let held = X265Options.common(unnamed)
        for wanted in [X265Option("colorprim", "1"), X265Option("transfer", "16"), X265Option("colormatrix", "1")] {
            #expect(held.contains(wanted), "the place of a code that libx265 has no name for")
        }
        settings.masteringDisplay = HDR10Example.display
        settings.contentLight = HDR10Example.light
        settings.preferredTransfer = 18
        settings.ambientViewing = HDR10Example.ambient
        #expect(X265Options.common(settings) == plain)
    }

    @Test("put the user's own last, in alphabetical order, and out of the analysis")
    func userOptions() {
        var settings = settings
        settings.options = ["psy-rd": "1.5", "aq-mode": "3"]
        #expect(X265Options.common(settings).suffix(2).map(\.name) == ["aq-mode", "psy-rd"])
        #expect(!X265Options.common(settings, withUserOptions: false).map(\.name).contains("psy-rd"))
    }
}
