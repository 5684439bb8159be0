import Foundation
import HEVC
import Media
import TestSupport
import Testing

@testable import Intake

/// Colour and light of sources: real clips against what MediaInfo and ffprobe say of them, and films made to disagree.
@Suite("Colour of sources", .temporaryFolder, .doesNotHang)
struct ColourProbeTests {
    private static let pq = ColourDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: false)
    private static let hlg = ColourDescription(primaries: 9, transfer: 18, matrix: 9, isFullRange: false)

    private func probe(_ path: String) throws -> VideoTrack {
        try FilmProbe.describe(path: path, hashWholeFile: false).video
    }

    private func probe(clip name: String) throws -> VideoTrack { try probe(#require(SharedMedia.clip(name)).path) }

    // MARK: - Real clips

    @Test(
        "a phone's HDR10 is in the bitstream alone, with impossible values",
        .enabled(if: SharedMedia.folder != nil, "needs the shared clips")
    )
    func phone() throws {
        let video = try probe(clip: "hdr10-phone-1080p.mp4")
        #expect(video.colour == Self.pq)
        #expect(
            video.masteringDisplay
                == MasteringDisplay(
                    green: .init(x: 34000, y: 16000),
                    blue: .init(x: 13250, y: 34500),
                    red: .init(x: 7500, y: 3000),
                    whitePoint: .init(x: 15635, y: 16450),
                    maximumLuminance: 1000,
                    minimumLuminance: 50
                )
        )
        #expect(video.contentLight == ContentLight(maximumContentLightLevel: 1000, maximumFrameAverageLightLevel: 200))
        #expect(video.ambientViewing == nil && video.preferredTransfer == nil)
        #expect(
            video.colourWarnings == [
                "the primaries of the mastering display cannot be green, blue and red: they look like "
                    + "red, green and blue: it is kept unchanged",
                "a mastering display with a peak of 0.1 cd/m² does not exist: it is kept unchanged",
            ]
        )
    }

    @Test("boxes of an AV1 film, to the digit", .enabled(if: SharedMedia.folder != nil, "needs the shared clips"))
    func boxes() throws {
        let video = try probe(clip: "hdr10-av1-mdcv-clli-1080p60.mp4")
        #expect(video.colour == Self.pq)
        #expect(
            video.masteringDisplay
                == MasteringDisplay(
                    green: .init(x: 12250, y: 35150),
                    blue: .init(x: 6899, y: 2600),
                    red: .init(x: 33899, y: 16099),
                    whitePoint: .init(x: 15634, y: 16449),
                    maximumLuminance: 10_000_000,
                    minimumLuminance: 0
                )
        )
        #expect(video.contentLight == ContentLight(maximumContentLightLevel: 1100, maximumFrameAverageLightLevel: 180))
        #expect(video.colourWarnings == [])
    }

    @Test(
        "HDR10+ in Matroska: SEI messages and chroma sample position",
        .enabled(if: SharedMedia.folder != nil, "needs the shared clips")
    )
    func matroska() throws {
        let video = try probe(clip: "hdr10plus-metadata-144p.mkv")
        #expect(video.colour == Self.pq && video.chromaLocation == 2)
        #expect(video.masteringDisplay.map { "\($0)" } == "BT.2020, 0.0001 to 1000 cd/m²")
        #expect(video.contentLight == ContentLight(maximumContentLightLevel: 1000, maximumFrameAverageLightLevel: 400))
        #expect(video.colourWarnings == [])
    }

    @Test(
        "iPhones' HLG has its ambient light",
        .enabled(if: SharedMedia.folder != nil, "needs the shared clips"),
        arguments: ["hlg-dv84-iphone-editlist-rotated.mp4", "hlg-dv84-iphone-tscl-sync.mov"]
    )
    func iPhone(name: String) throws {
        let video = try probe(clip: name)
        #expect(video.colour == Self.hlg)
        #expect(video.ambientViewing == AmbientViewing(illuminance: 3_140_000, x: 15635, y: 16450))
        #expect(video.masteringDisplay == nil && video.contentLight == nil && video.preferredTransfer == nil)
        #expect(video.colourWarnings == [])
    }

    @Test(
        "mastering data of Matroska, in floating point, equal those of the boxes",
        .enabled(if: SharedMedia.folder != nil && FFmpegTool.isPresent, "needs the shared clips and ffmpeg")
    )
    func matroskaElements() throws {
        let clip = try #require(SharedMedia.clip("hdr10-av1-mdcv-clli-1080p60.mp4")).path
        let copy = TemporaryFolder.current.appending(path: "copy.mkv").path
        try FFmpegTool.run("ffmpeg", ["-v", "error", "-i", clip, "-map", "0:v", "-c", "copy", copy])
        let (video, original) = (try probe(copy), try probe(clip))
        #expect(video.colour == original.colour && video.masteringDisplay == original.masteringDisplay)
        #expect(video.contentLight == original.contentLight && video.colourWarnings == [])
    }

    // MARK: - Films made here

    private static let display = "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)"
    private static let isX265There = FFmpegTool.isPresent && Tool.arePresent("x265")

    /// A small HEVC film with VUI and SEI from x265's options, in a container with `tags`.
    private func film(_ name: String, options: String, tags: [String] = []) throws -> String {
        let parameters = "log-level=none:\(options)"
        let video = ["-c:v", "libx265", "-pix_fmt", "yuv420p10le", "-preset", "ultrafast", "-tag:v", "hvc1"]
        return try FFmpegTool.film(
            name,
            video: tags + video + ["-x265-params", parameters],
            picture: "testsrc2=size=96x64:rate=24:duration=0.25"
        )
    }

    private static let hdr10Options =
        "colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:range=limited:chromaloc=2:master-display=\(display)"
        + ":max-cll=1000,400"

    @Test(
        "an MP4 without boxes has the values of VUI and SEI",
        .enabled(if: isX265There, "needs ffmpeg and x265")
    )
    func encoded() throws {
        let path = try film("plain.mp4", options: Self.hdr10Options)
        let video = try probe(path)
        #expect(video.colour == Self.pq && video.chromaLocation == 2)
        #expect(video.masteringDisplay.map { "\($0)" } == "P3-D65, 0.0001 to 1000 cd/m²")
        #expect(video.contentLight?.maximumFrameAverageLightLevel == 400)
        #expect(video.colourWarnings == [])
    }

    @Test(
        "a colr box wins over the VUI, and the contradiction is reported",
        .enabled(if: isX265There, "needs ffmpeg and x265")
    )
    func contradiction() throws {
        let video = try probe(film("both.mp4", options: Self.hdr10Options, tags: ColourTags.bt709))
        #expect(video.colour == ColourDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: false))
        #expect(video.colourWarnings.prefix(3).map { $0.prefix(6) } == ["primar", "transf", "matrix"])
        #expect(video.colourWarnings.last?.contains("not tagged HDR") == true)
    }

    @Test("SEI 147 with a compatible VUI gives HLG", .enabled(if: isX265There, "needs ffmpeg and x265"))
    func preferred() throws {
        let options = "colorprim=bt2020:transfer=bt2020-10:colormatrix=bt2020nc:range=limited:atc-sei=18"
        let video = try probe(film("hlg.mp4", options: options))
        #expect(video.colour == Self.hlg && video.preferredTransfer == 18)
    }

    @Test("damaged SEI messages are reported and skipped", .enabled(if: isX265There, "needs ffmpeg and x265"))
    func damagedMessages() throws {
        let path = try film("damaged.mp4", options: Self.hdr10Options)
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let display = SupplementalMessage.unit([
            SupplementalMessage(payloadType: 137, payload: Array(repeating: 0, count: 24))
        ])
        // The message's size becomes larger than its unit.
        var hits = 0
        for offset in 0..<(bytes.count - 4) where Array(bytes[offset..<offset + 4]) == Array(display[0..<4]) {
            bytes[offset + 3] = 200
            hits += 1
        }
        #expect(hits > 0)
        try Data(bytes).write(to: URL(filePath: path))
        let video = try probe(path)
        #expect(video.masteringDisplay == nil && video.colour == Self.pq)
        #expect(video.contentLight?.maximumContentLightLevel == 1000)
        #expect(
            video.colourWarnings.count == 1 && video.colourWarnings[0].contains("a message of type 137 has 200 bytes")
        )
    }

    @Test(
        "any colour boxes end in a description or an error",
        .enabled(if: isX265There, "needs ffmpeg and x265")
    )
    func damagedBoxes() throws {
        let path = try film("boxes.mp4", options: Self.hdr10Options, tags: ColourTags.perceptualQuantizer)
        let original = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let colr = try #require(original.indices.first { original[$0...].starts(with: Array("colrnclx".utf8)) })
        var reserved = original
        reserved.replaceSubrange((colr + 8)..<(colr + 14), with: [0, 3, 0xFF, 0xFF, 0, 200])
        var unknown = original
        unknown.replaceSubrange((colr + 4)..<(colr + 8), with: Array("abcd".utf8))
        var short = original
        short[colr - 1] = 12
        for bytes in [reserved, unknown, short] {
            try Data(bytes).write(to: URL(filePath: path))
            do throws(IntakeError) {
                let video = try FilmProbe.describe(path: path, hashWholeFile: false).video
                #expect(video.colour.transfer == 16, "the bitstream says so")
            } catch {
                #expect(!error.cause.isEmpty && error.kind == .badInput)
            }
        }
        try Data(reserved).write(to: URL(filePath: path))
        let warnings = try probe(path).colourWarnings
        #expect(warnings.contains { $0.contains("colour primaries 3 are reserved") })
        #expect(warnings.contains { $0.contains("matrix coefficients 200 are reserved") })
    }

    @Test(
        "a configuration that no decoder accepts is a damaged source",
        .enabled(if: isX265There, "needs ffmpeg and x265")
    )
    func damagedConfiguration() throws {
        let path = try film("configuration.mp4", options: Self.hdr10Options)
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let box = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("hvcC".utf8)) })
        // The length of the first unit, after 23 bytes of fields and 3 of its array.
        bytes.replaceSubrange((box + 4 + 26)..<(box + 4 + 28), with: [0xFF, 0xFF])
        try Data(bytes).write(to: URL(filePath: path))
        let error = try #require(throws: IntakeError.self) { try probe(path) }
        #expect(error.code == .damaged && error.kind == .badInput && !error.remedy.isEmpty)
    }
}
