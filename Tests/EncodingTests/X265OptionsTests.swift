import Encoding
import Media
import TestSupport
import Testing

@Suite("Options of libx265")
struct X265OptionsTests {
    private let settings = EncoderSettings(
        size: PictureSize(width: 1280, height: 720),
        format: .yuv420p10,
        frameRate: FrameRate(frames: 24, seconds: 1),
        keyFrameInterval: 240
    )

    @Test("the options make every range independent of its neighbours, with one thread")
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

    @Test("the options have threads for rows if the film has")
    func rowThreads() {
        var settings = settings
        settings.rowThreads = 2
        let options = X265Options.common(settings)
        for wanted in [X265Option("pools", "2"), X265Option("frame-threads", "1"), X265Option("wpp", "1")] {
            #expect(options.contains(wanted))
        }
    }

    @Test("the options have no colour that the source does not have")
    func untagged() {
        let names = Set(X265Options.common(settings).map(\.name))
        #expect(names.isDisjoint(with: ["colorprim", "transfer", "colormatrix", "range", "chromaloc"]))
    }

    @Test("the options have colour codes and the place of chroma as numbers, and nothing that is in SEI")
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
            #expect(held.contains(wanted), "the placeholder of a code that libx265 has no name for")
        }
        settings.masteringDisplay = HDR10Example.display
        settings.contentLight = HDR10Example.light
        settings.preferredTransfer = 18
        settings.ambientViewing = HDR10Example.ambient
        #expect(X265Options.common(settings) == plain)
    }

    @Test("the user's options are last, in alphabetical order, and not in the analysis")
    func userOptions() {
        var settings = settings
        settings.options = ["psy-rd": "1.5", "aq-mode": "3"]
        #expect(X265Options.common(settings).suffix(2).map(\.name) == ["aq-mode", "psy-rd"])
        #expect(!X265Options.common(settings, withUserOptions: false).map(\.name).contains("psy-rd"))
    }
}
