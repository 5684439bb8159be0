import Foundation
import Jobs
import Media
import Testing

@Suite("Manifest: what is accepted")
struct ManifestParsingTests {
    static let smallest = "apiVersion: granary/v1\nsource: in.mov\noutput: out.mp4\n"

    @Test("three keys are enough, and relative paths are relative to the manifest")
    func smallest() throws {
        let manifest = try parse(Self.smallest)
        #expect(manifest.source == "/jobs/in.mov")
        #expect(manifest.output == "/jobs/out.mp4")
        #expect(manifest.video == Manifest.Video())
        #expect(manifest.passes.maximum == nil)
        #expect(manifest.ranges == .standard)
    }

    @Test("every key is read in its unit")
    func everything() throws {
        let manifest = try parse(
            """
            apiVersion: granary/v1
            name: sintel
            source: {path: ../media/sintel.mp4}
            output: /films/sintel.mp4
            preset: AVAssetExportPresetHEVC1920x1080
            video:
              size: 1280x720
              bitDepth: 10
              speed: slow
              tune: grain
              rate: {average: 2.5M}
              keyFrameInterval: 1.5s
              hdr: hdr10
              colour: {primaries: bt2020, transfer: smpte2084, matrix: bt2020nc, range: limited}
              masteringDisplay: G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)
              contentLight: 1000,400
              options: {aq-mode: 3, sao: false, deblock: "-1:-1", psy-rd: 1.5}
            passes: {maximum: 4, tolerance: 1%, budget: 25%}
            ranges: {minimum: 500ms, maximum: 2m, sceneCuts: false}
            audio: [eng, 2]
            onLoss: error
            verify: sample
            priority: 7
            externalId: A-1
            onFinish: [notify, archive]
            slurm: {}
            """
        )
        #expect(manifest.source == "/media/sintel.mp4")
        #expect(manifest.preset == .hevc1920x1080)
        #expect(manifest.video.box == PictureSize(width: 1280, height: 720))
        #expect(manifest.video.bitDepth == 10)
        #expect(manifest.video.rate == .average(bitsPerSecond: 2_500_000))
        #expect(manifest.video.keyFrameInterval == MediaTime(value: 3, timescale: 2))
        #expect(manifest.video.range == .hdr10)
        #expect(manifest.video.colour.transfer == 16 && manifest.video.colour.isFullRange == false)
        #expect(manifest.video.masteringDisplay?.maximumLuminance == 10_000_000)
        let levels = ContentLight(maximumContentLightLevel: 1000, maximumFrameAverageLightLevel: 400)
        #expect(manifest.video.contentLight == .levels(levels))
        #expect(manifest.video.options == ["aq-mode": "3", "sao": "0", "deblock": "-1:-1", "psy-rd": "1.5"])
        #expect(manifest.passes.maximum == 4 && manifest.passes.tolerance == 0.01 && manifest.passes.budget == 0.25)
        #expect(manifest.ranges.minimum == MediaTime(value: 1, timescale: 2))
        #expect(manifest.ranges.maximum == MediaTime(value: 120, timescale: 1))
        #expect(manifest.audio == .tracks([.language("eng"), .index(2)]))
        #expect(manifest.onLoss == .error && manifest.verification == .sample)
        #expect(manifest.priority == 7 && manifest.externalID == "A-1")
        #expect(manifest.onFinish == ["notify", "archive"])
        #expect(manifest.positions["video.rate.average"] == TextPosition(line: 11, column: 10))
    }

    @Test("JSON is accepted, with tabs, escaped slashes and surrogate pairs")
    func json() throws {
        let manifest = try parse(
            "{\n\t\"apiVersion\":\"granary\\/v1\",\n\t\"name\": \"\\ud83c\\udfac \\u65e5\",\n\t\"source\": \"a.mov\",\n"
                + "\t\"output\": \"b.mp4\", \"video\": {\"rate\":{\"constant\":21.5}, \"options\": {\"rect\": true}},\n"
                + "\t\"ranges\": {\"sceneCuts\":false}, \"audio\": [0]\n}\n"
        )
        #expect(manifest.name == "🎬 日")
        #expect(manifest.video.rate == .constantRateFactor(21.5))
        #expect(manifest.video.options == ["rect": "1"])
        #expect(manifest.ranges.sceneCuts == false)
        #expect(manifest.audio == .tracks([.index(0)]))
    }

    @Test("a word that YAML 1.1 reads as a boolean stays a language")
    func norwegian() throws {
        #expect(throws: ManifestError.self) { try parse(Self.smallest + "audio: [no]") }
        #expect(try parse(Self.smallest + "audio: aac").audio == .aac(nil))
        let mapping = "audio: {codec: aac, tracks: [eng, 1]}"
        #expect(try parse(Self.smallest + mapping).audio == .aac([.language("eng"), .index(1)]))
        #expect(try parse(Self.smallest + "audio: {codec: copy}").audio == .copy)
        for wrong in ["{tracks: [0]}", "{codec: mp3}", "{codec: aac, tracks: eng}", "{codec: aac, tracks: []}"] {
            #expect(throws: ManifestError.self, "\(wrong)") { try parse(Self.smallest + "audio: " + wrong) }
        }
        #expect(try parse(Self.smallest + "audio: [nor]").audio == .tracks([.language("nor")]))
    }

    @Test("anchors and aliases may be used")
    func alias() throws {
        let text = Self.smallest + "ranges: {minimum: &t 2s, maximum: *t}"
        #expect(try parse(text).ranges.maximum == MediaTime(value: 2, timescale: 1))
    }

    @Test("a byte order mark and Windows line ends are accepted")
    func windows() throws {
        let text = "\u{FEFF}" + Self.smallest.replacing("\n", with: "\r\n")
        #expect(try parse(text).output == "/jobs/out.mp4")
    }
}

/// Parses a manifest as if it were `/jobs/film.yaml`.
func parse(_ text: String) throws(ManifestError) -> Manifest {
    try Manifest(parsing: Array(text.utf8), file: "film.yaml", folder: "/jobs")
}
