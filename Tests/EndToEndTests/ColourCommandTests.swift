import Foundation
import TestSupport
import Testing

@Suite("Command line: colour and light as text and JSON", .temporaryFolder)
struct ColourCommandTests {
    private func clip(_ name: String) throws -> String { try #require(SharedMedia.clip(name)).path }

    @Test(
        "the HDR10 metadata of a phone is shown with warnings about its errors",
        .enabled(if: SharedMedia.folder != nil, "needs the clips")
    )
    func phone() async throws {
        let path = try clip("hdr10-phone-1080p.mp4")
        let mastering = "P3-D65 in the order red, green, blue, 0.005 to 0.1 cd/m²"
        let probe = try await Program.granary(["probe", path])
        for words in ["HDR10\n", "primaries bt2020", mastering, "MaxCLL 1000 cd/m², MaxFALL 200 cd/m²"] {
            #expect(probe.code == 0 && probe.output.contains(words), "\(words)")
        }
        let warnings = probe.output.split(separator: "\n").filter { $0.hasPrefix("warning") }
        #expect(warnings.count == 2 && warnings.last?.contains("a peak of 0.1 cd/m²") == true)

        let inspect = try await Program.granary(["inspect", path])
        #expect(inspect.code == 0, "impossible metadata is not damage")
        for words in [
            "  HDR10: bt2020, smpte2084, bt2020nc, limited range\n",
            "  VUI: bt2020, smpte2084, bt2020nc, limited range\n",
            "  SEI 137: \(mastering)", "  SEI 144: MaxCLL 1000", "  HDR10+ profile B in 28 of 28 pictures",
            "  warning: the primaries",
        ] {
            #expect(inspect.output.contains(words), "\(words)")
        }
        #expect(!inspect.output.contains("colr") && !inspect.output.contains("mdcv"))
    }

    @Test(
        "the HLG metadata of an iPhone is shown, by boxes and by SEI messages",
        .enabled(if: SharedMedia.folder != nil, "needs the clips")
    )
    func iPhone() async throws {
        let path = try clip("hlg-dv84-iphone-tscl-sync.mov")
        let text = try await Program.granary(["inspect", path]).output
        for words in [
            "  HLG: bt2020, arib-std-b67, bt2020nc", "  colr: bt2020, arib-std-b67, bt2020nc\n",
            "  amve: 314 lux, D65\n",
            "  SEI 148: 314 lux, D65\n", "  Dolby Vision: profile 8.4, level 2, with a base layer in HLG\n",
        ] {
            #expect(text.contains(words), "\(words)")
        }
        let json = try await Program.granary(["inspect", path, "--json"])
        let movie = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        let videos = (movie["tracks"] as? [[String: Any]])?.compactMap { $0["video"] as? [String: Any] }
        let video = try #require(videos?.first)
        #expect(video["dynamicRange"] as? String == "HLG" && (video["colourWarnings"] as? [String])?.isEmpty == true)
        let settled = try #require(video["settled"] as? [String: Any])
        #expect((settled["ambientViewing"] as? [String: Int])?["illuminance"] == 3_140_000)
        #expect(((video["bitstream"] as? [String: Any])?["colour"] as? [String: Any])?["transfer"] as? Int == 18)
    }

    @Test(
        "a dry run warns about wrong HDR metadata, and a manifest corrects it",
        .enabled(if: SharedMedia.folder != nil, "needs the clips")
    )
    func dryRun() async throws {
        let folder = TemporaryFolder.current
        let source = try clip("hdr10-phone-1080p.mp4")
        func run(_ video: String) async throws -> Program.Outcome {
            let manifest = folder.appending(path: "film.yaml")
            let text = "apiVersion: granary/v1\nsource: \(source)\noutput: \(folder.path)/out.mp4\nvideo: {\(video)}\n"
            try Data(text.utf8).write(to: manifest)
            return try await Program.granary(["run", "--dry-run", manifest.path])
        }
        let plain = try await run("hdr: hdr10")
        #expect(plain.code == 0)
        #expect(
            plain.output.contains("warning    the primaries of the mastering display cannot be green, blue and red")
        )
        let display = "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)"
        let fixed = try await run("masteringDisplay: '\(display)'")
        #expect(fixed.code == 0 && !fixed.output.contains("warning"))
        #expect(fixed.output.contains("as given, in place of the source's G(34000,16000)B(13250,34500)R(7500,3000)"))
        for (video, words) in [
            ("hdr: sdr, colour: {transfer: arib-std-b67}", "4:9: video.hdr: is sdr, but video.colour.transfer"),
            ("bitDepth: 8", "4:9: video.bitDepth: the film is HDR"),
            ("masteringDisplay: garbage", "4:27: video.masteringDisplay: expected source or x265's form"),
        ] {
            let refused = try await run(video)
            #expect(refused.code == 65 && refused.errors.contains("film.yaml:\(words)"), "\(refused.errors)")
        }
    }
}
