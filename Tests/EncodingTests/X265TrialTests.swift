import Encoding
import Media
import Testing

@Suite("Trial encoder")
struct X265TrialTests {
    @Test(
        "a trial returns the values that the encoder uses, and words by their positions in x265's lists",
        arguments: [
            ("ctu", "32", [32]), ("qg-size", "16", [16]), ("bframe-bias", "-20", [-20]), ("me", "star", [3]),
            ("crqpoffs", "-3", [-3]), ("psy-rd", "1.5", [1.5]), ("crf", "17.5", [17.5]), ("scenecut-bias", "25", [25]),
            ("deblock", "1:-2", [1, -2]), ("hme-search", "0,1,2", [0, 1, 2]), ("hme-range", "10,20,30", [10, 20, 30]),
            ("scaling-list", "off", [0]), ("scaling-list", "default", [1]), ("rskip-edge-threshold", "29", [29]),
            ("overscan", "show", [1]), ("overscan", "crop", [2]),
        ]
    )
    func values(name: String, value: String, expected: [Double]) throws {
        let pyramid = name.hasPrefix("hme") ? [X265Option("hme", "1")] : []
        let open = try X265Trial(X265Trial.Setup(bitDepth: 8), pyramid + [X265Option(name, value)])
        #expect(open.values(of: name) == expected)
    }

    @Test("presets have adaptive quantisation as the settings say", arguments: EncoderSettings.speeds)
    func adaptiveQuantization(speed: String) throws {
        let strength = X265Option("aq-strength", "1.3")
        let open = try X265Trial(X265Trial.Setup(bitDepth: 8, speed: speed), [strength])
        let isUsed = EncoderSettings.usesAdaptiveQuantization(speed: speed)
        #expect(open.values(of: "aq-strength") == [isUsed ? 1.3 : 0])
    }

    @Test("a trial without options returns the defaults, and nothing for settings that cannot be read")
    func defaults() throws {
        let open = try X265Trial(X265Trial.Setup(bitDepth: 8))
        #expect(open.values(of: "overscan") == [0])
        #expect(open.values(of: "scaling-list") == [0])
        #expect(open.values(of: "pools") == nil)
    }
}
