package import Media

/// The options of x264. Threads, key frames, rate, passes and everything that describes the film are Granary's own, as
/// with x265.
extension EncoderOptions {
    /// The options of x264 that may be set, with their valid values: the bounds of `validate_parameters`.
    private static let allowedAVC: [String: EncoderOption] = [
        // Partitions and modes.
        "partitions": .choice(["none", "p8x8,b8x8,i8x8,i4x4", "all"]),
        "8x8dct": .flag,
        "cabac": .flag,
        "direct": .choice(["none", "spatial", "temporal", "auto"]),
        "constrained-intra": .flag,
        // Motion.
        "me": .choice(["dia", "hex", "umh", "esa", "tesa"]),
        "merange": .integer(4...1024),
        "subme": .integer(1...11),
        "chroma-me": .flag,
        "ref": .integer(1...16),
        "mixed-refs": .flag,
        "weightp": .integer(0...2),
        "weightb": .flag,
        "bframes": .integer(0...16),
        "b-adapt": .integer(0...2),
        "b-pyramid": .choice(["none", "strict", "normal"]),
        "b-bias": .integer(-100...100),
        "rc-lookahead": .integer(0...250),
        "scenecut": .integer(0...100),
        // Decisions.
        "trellis": .integer(0...2),
        "fast-pskip": .flag,
        "dct-decimate": .flag,
        "nr": .integer(0...65536),
        "deadzone-inter": .integer(0...32),
        "deadzone-intra": .integer(0...32),
        "psy-rd": .number(0...10),
        "psy": .flag,
        // Quantisers.
        "mbtree": .flag,
        "aq-mode": .integer(0...3),
        "aq-strength": .number(0...3),
        "qcomp": .number(0...1),
        "qpmin": .integer(0...51),
        "qpmax": .integer(0...51),
        "qpstep": .integer(1...51),
        "ipratio": .number(0.1...10),
        "pbratio": .number(0.1...10),
        "chroma-qp-offset": .integer(-12...12),
        "deblock": .integers(2...2, -6...6, separator: ":"),
    ]

    /// The options that may be set, by name.
    package static func allowedNames(of codec: VideoCodec) -> [String] {
        codec == .h264 ? allowedAVC.keys.sorted() : allowedNames
    }

    /// The canonical name and value of an option of x264, or what is wrong with it.
    static func checkAVC(_ name: String, _ value: String) -> Result<(name: String, value: String), Fault> {
        let canonical = String(name.drop { $0 == "-" }).replacing("_", with: "-")
        if let option = allowedAVC[canonical] {
            if let text = option.canonical(value) { return .success((canonical, text)) }
            let problem = "expected \(option.expected), found \"\(value.prefix(60))\""
            return .failure(Fault(problem: problem, isOfValue: true))
        }
        let near = NearMiss.of(canonical, among: allowedAVC.keys.sorted())
        return .failure(
            Fault(
                problem: "is none of the x264 options that may be set for H.264",
                suggestion: near.map { "did you mean \"\($0)\"?" }
                    ?? "write one of \(allowedAVC.keys.sorted().joined(separator: ", "))"
            )
        )
    }
}
