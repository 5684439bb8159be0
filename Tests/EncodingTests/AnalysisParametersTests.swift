import Encoding
import Media
import TestSupport
import Testing

/// Reads parameters as libx265 resolves and prints them. The expected words come from libx265 3.5 and 4.1.
@Suite("Parameters of an analysis", .temporaryFolder)
struct AnalysisParametersTests {
    /// The smallest picture whose analysis may be coarse.
    private let film = SyntheticFilm(size: PictureSize(width: 1280, height: 528), count: 1)

    @Test(
        "an analysis has the lookahead of the final preset, and otherwise differs from ultrafast by its detail only",
        arguments: [
            (AnalysisDetail.likeFinal, ["ctu=64"]),
            (.fine, ["no-deblock"]),
            (.coarse, ["min-cu-size=32", "no-deblock"]),
        ]
    )
    func details(detail: AnalysisDetail, own: [String]) throws {
        let lookahead = [
            "aq-mode=2", "aq-strength=1.00", "b-adapt=2", "bframes=4", "rc-lookahead=20", "scenecut=40", "weightp",
        ]
        #expect(try differences(detail, [:]) == Set(lookahead + own))
    }

    @Test(
        "an analysis has all options that slice types and cutree depend on, and no other option of the user",
        arguments: [
            (
                [
                    "aq-mode": "3", "aq-strength": "1.3", "b-adapt": "1", "b-pyramid": "0", "bframe-bias": "10",
                    "bframes": "5", "hevc-aq": "1", "intra-refresh": "1", "ipratio": "1.3", "keyint": "99",
                    "min-keyint": "44", "pbratio": "1.2", "qcomp": "0.7", "qpmax": "45", "qpmin": "5",
                    "rc-lookahead": "33", "scenecut": "50", "scenecut-bias": "7", "weightb": "1", "weightp": "0",
                ],
                [
                    "aq-mode=3", "aq-strength=1.30", "b-adapt=1", "no-b-pyramid", "bframe-bias=10",
                    "bframes=5", "hevc-aq", "intra-refresh", "ipratio=1.30", "keyint=99",
                    "min-keyint=44", "pbratio=1.20", "qcomp=0.70", "qpmax=45", "qpmin=5",
                    "rc-lookahead=33", "scenecut=50", "scenecut-bias=0.07", "weightb",
                ]
            ),
            (
                ["cutree": "0", "open-gop": "1", "qg-size": "16"],
                [
                    "aq-mode=2", "aq-strength=1.00", "b-adapt=2", "bframes=4", "no-cutree", "open-gop", "qg-size=16",
                    "rc-lookahead=20", "scenecut=40", "weightp",
                ]
            ),
        ]
    )
    func lookahead(options: [String: String], expected: [String]) throws {
        let other = ["amp": "1", "me": "star", "psy-rd": "3", "rd": "5", "rect": "1", "ref": "5", "sao": "1"]
        let found = try differences(.fine, options.merging(other) { first, _ in first })
        #expect(found == Set(expected + ["no-deblock"]))
    }

    @Test(
        "the blocks of an analysis suit its detail, the quantisation group and the final preset's blocks",
        arguments: [
            (AnalysisDetail.likeFinal, [:], "ctu=64 min-cu-size=16 qg-size=32"),
            (.fine, [:], "ctu=32 min-cu-size=16 qg-size=32"),
            (.coarse, [:], "ctu=32 min-cu-size=32 qg-size=32"),
            (.likeFinal, ["ctu": "16"], "ctu=16 min-cu-size=16 qg-size=16"),
            (.fine, ["ctu": "16"], "ctu=16 min-cu-size=16 qg-size=16"),
            (.fine, ["qg-size": "64"], "ctu=64 min-cu-size=16 qg-size=64"),
            (.coarse, ["qg-size": "64"], "ctu=64 min-cu-size=32 qg-size=64"),
            (.coarse, ["qg-size": "16"], "ctu=32 min-cu-size=16 qg-size=16"),
            (.coarse, ["qg-size": "8"], "ctu=32 min-cu-size=8 qg-size=8"),
            (.fine, ["qg-size": "8"], "ctu=32 min-cu-size=16 qg-size=16"),
            (.fine, ["min-cu-size": "32"], "ctu=32 min-cu-size=32 qg-size=32"),
            (.coarse, ["min-cu-size": "32", "qg-size": "16"], "ctu=32 min-cu-size=32 qg-size=32"),
        ] as [(AnalysisDetail, [String: String], String)]
    )
    func blocks(detail: AnalysisDetail, options: [String: String], expected: String) throws {
        let found = try words(.analysis, detail, film.settings(options: options)).filter { word in
            ["ctu=", "min-cu-size=", "qg-size="].contains { word.hasPrefix($0) }
        }
        #expect(found.sorted().joined(separator: " ") == expected)
    }

    /// The words by which an analysis with these options for the final preset differs from ultrafast without options.
    private func differences(_ detail: AnalysisDetail, _ options: [String: String]) throws -> Set<String> {
        let analysis = try words(.analysis, detail, film.settings(options: options))
        return try analysis.subtracting(words(.alone, detail, film.settings(speed: "ultrafast")))
    }

    /// The words of an encoder's options, with the rate and the measurements that give an analysis its detail.
    private func words(
        _ role: EncodingPass.Role,
        _ detail: AnalysisDetail,
        _ settings: EncoderSettings
    ) throws -> Set<String> {
        let factor =
            switch detail {
            case .likeFinal, .fine: 28.0
            case .coarse: 31.0
            }
        let pass = EncodingPass(
            role: role,
            rate: .constantRateFactor(factor),
            measuresDistortion: detail == .likeFinal
        )
        try #require(
            settings.analysisDetail(at: pass.rate, measuringDistortion: pass.measuresDistortion) == detail
        )
        let range = try EncodedRange.encode(film, frames: 0..<1, pass: pass, settings: settings)
        return Set(range.optionsLine.split(separator: " ").map(String.init))
    }
}
