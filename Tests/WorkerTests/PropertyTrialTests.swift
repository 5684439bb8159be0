import Encoding
import Jobs
import Media
import Testing
import Worker

@Suite("Trials of encoder properties")
struct PropertyTrialTests {
    private static let properties = PropertyTrials(X265Library.capabilities()).properties

    @Test("every key and every option is tried, and every option has a default")
    func complete() {
        let keys = Self.properties.map(\.key)
        #expect(Set(keys).count == keys.count)
        for key in [
            "bitDepth", "speed", "tune", "rate.constant", "rate.average", "keyFrameInterval", "temporal.levels",
        ] {
            #expect(keys.contains(key))
        }
        #expect(
            keys.suffix(EncoderOptions.allowedNames.count) == EncoderOptions.allowedNames.map { "options.\($0)" }[...]
        )
        for property in Self.properties {
            #expect(!property.trials.isEmpty && !property.range.isEmpty, "\(property.key)")
            if property.key.hasPrefix("options.") { #expect(property.standard != nil, "\(property.key)") }
        }
    }

    @Test("defaults are those of x265's preset medium")
    func defaults() {
        let standards = Dictionary(uniqueKeysWithValues: Self.properties.map { ($0.key, $0.standard) })
        let known = [
            "bframes": "4", "ref": "3", "rc-lookahead": "20", "aq-mode": "2", "ctu": "64", "me": "hex", "subme": "2",
            "rd": "3",
            "sao": "true", "rect": "false", "psy-rd": "2", "deblock": "0:0", "scaling-list": "off", "qcomp": "0.6",
            "cutree": "true",
        ]
        for (name, value) in known { #expect(standards["options.\(name)"] == value, "\(name)") }
    }

    @Test("a default is a valid value of its option")
    func consistent() {
        for property in Self.properties where property.key.hasPrefix("options.") {
            let name = String(property.key.dropFirst("options.".count))
            guard let standard = property.standard else { continue }
            guard case .success = EncoderOptions.check(name, standard) else {
                Issue.record("\(name) is \(standard) by default, which a manifest may not say")
                continue
            }
        }
    }

    @Test(
        "the encoder accepts every stated bound and choice, except for those that this libx265 does not support"
    )
    func taken() {
        // Up to version 3.5 (API 199) no encoder opens with more than six references.
        let refused: Set<String> = X265Library.capabilities().build < 200 ? ["options.ref: 8"] : []
        for property in Self.properties {
            for trial in property.trials {
                let name = "\(property.key): \(trial.value)"
                #expect((trial.refusal != nil) == refused.contains(name), "\(name)")
            }
        }
    }
}
