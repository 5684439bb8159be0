import Jobs
import Testing

@Suite("Manifest: x265 options")
struct ManifestOptionTests {
    @Test("every option that breaks stitching, passes or determinism is rejected with a reason")
    func refused() {
        let dangerous = [
            "open-gop", "keyint", "min-keyint", "intra-refresh", "radl", "gop-lookahead", "pools", "frame-threads",
            "wpp",
            "pmode", "pme", "lookahead-threads", "slices", "stats", "pass", "slow-firstpass", "csv", "csv-log-level",
            "log-level", "log", "repeat-headers", "hrd", "hrd-concat", "chunk-start", "chunk-end", "vbv-maxrate",
            "vbv-bufsize", "vbv-init", "vbv-end", "strict-cbr", "temporal-layers", "aud", "annexb", "info", "crf",
            "bitrate", "qp", "lossless", "zones", "analysis-save", "analysis-load", "opt-qp-pps",
            "opt-ref-list-length-pps", "multi-pass-opt-rps", "frame-dup", "interlace", "fps", "input-res",
            "input-csp", "level-idc", "uhd-bd", "colorprim", "master-display", "max-cll", "dhdr10-info",
            "dolby-vision-profile", "lambda-file", "nalu-file", "scenecut-aware-qp", "copy-pic", "asm",
        ]
        for name in dangerous {
            guard case .failure(let fault) = EncoderOptions.check(name, "1") else {
                Issue.record("\(name) was accepted")
                continue
            }
            #expect(fault.problem.hasPrefix("may not be set: "), "\(name): \(fault.problem)")
        }
    }

    @Test("no option is both allowed and rejected")
    func disjoint() {
        for name in EncoderOptions.allowedNames { #expect(EncoderOptions.refusal(of: name) == nil, "\(name)") }
    }

    @Test("names and values become x265's canonical ones")
    func canonical() throws {
        let option = try EncoderOptions.check("--aq_mode", "3").get()
        #expect(option == ("aq-mode", "3"))
        #expect(try EncoderOptions.check("rdoq", "1").get() == ("rdoq-level", "1"))
        #expect(try EncoderOptions.check("sao", "false").get() == ("sao", "0"))
        #expect(try EncoderOptions.check("scenecut", "false").get() == ("scenecut", "0"))
        #expect(try EncoderOptions.check("deblock", "1:-2").get() == ("deblock", "1:-2"))
    }

    @Test("the error for a negated name suggests the value", arguments: ["no-sao", "no_cutree"])
    func negated(name: String) throws {
        guard case .failure(let fault) = EncoderOptions.check(name, "true") else {
            Issue.record("\(name) was accepted")
            return
        }
        #expect(fault.suggestion.hasSuffix(": false"))
    }

    @Test(
        "values that x265 would ignore or reject are rejected here",
        arguments: [
            ("aq-mode", "abc"), ("aq-mode", "9"), ("psy-rd", "5.1"), ("psy-rd", "inf"), ("psy-rd", "nan"),
            ("ctu", "48"),
            ("deblock", "7"), ("deblock", "1:2:3"), ("deblock", ""), ("scaling-list", "/etc/passwd"), ("sao", "maybe"),
            ("hme-range", "1,2"), ("me", "esa"), ("qpmin", ""),
        ]
    )
    func values(name: String, value: String) {
        guard case .failure(let fault) = EncoderOptions.check(name, value) else {
            Issue.record("\(name)=\(value) was accepted")
            return
        }
        #expect(fault.isOfValue)
    }
}
