import Foundation
import Media
import TestSupport
import Testing

@testable import Intake

@Suite(
    "Colour and light that change within a stream",
    .temporaryFolder,
    .enabled(if: FFmpegTool.isPresent, "needs ffmpeg")
)
struct ColourChangeTests {
    typealias Piece = ChangingFilm.Piece

    /// A second film that differs from a first one in one component.
    struct Change: Sendable, CustomTestStringConvertible {
        let primaries, transfer, matrix, full: Int
        let words: String
        var testDescription: String { words }
    }

    private static let changes = [
        Change(primaries: 9, transfer: 1, matrix: 1, full: 0, words: "primaries from bt709 to bt2020"),
        Change(primaries: 1, transfer: 16, matrix: 1, full: 0, words: "transfer from bt709 to smpte2084"),
        Change(primaries: 1, transfer: 1, matrix: 9, full: 0, words: "matrix from bt709 to bt2020nc"),
        Change(primaries: 1, transfer: 1, matrix: 1, full: 1, words: "range from limited to full"),
    ]

    /// Reads frames in order, and returns the error that ended it.
    private func read(_ source: SourceDescription, _ frames: Range<Int>) throws -> (count: Int, error: IntakeError?) {
        let pictures = try FilmReader(source: source).pictures(in: frames)
        var count = 0
        do {
            while try pictures.next() != nil { count += 1 }
            return (count, nil)
        } catch {
            return (count, error)
        }
    }

    private func film(_ name: String, codec: String = "h264", _ pieces: [Piece], tags: [String] = []) throws
        -> SourceDescription
    {
        let path = try ChangingFilm.make(name, codec: codec, pieces, tags: tags)
        return try FilmProbe.describe(path: path, hashWholeFile: false)
    }

    @Test("a change of any component is refused with its time, from wherever decoding starts", arguments: changes)
    func change(_ change: Change) throws {
        for (codec, container) in [("h264", "ts"), ("hevc", "mkv")] {
            let source = try film(
                "\(codec)-change.\(container)",
                codec: codec,
                [
                    .colours(30, codec: codec, primaries: 1, transfer: 1, matrix: 1, full: 0),
                    .colours(
                        30,
                        codec: codec,
                        primaries: change.primaries,
                        transfer: change.transfer,
                        matrix: change.matrix,
                        full: change.full
                    ),
                ]
            )
            try #require(source.video.timeline.count == 60)
            let whole = try read(source, 0..<60)
            #expect(whole.count == 30, "\(codec): the pictures before the change come out")
            #expect(whole.error?.code == .formatChange && whole.error?.kind == .badInput)
            #expect(whole.error?.attempted == "decode the film at 1.250 s")
            #expect(
                whole.error?.cause.hasSuffix("changes there: \(change.words)") == true,
                "\(whole.error?.cause ?? "")"
            )
            // A range that begins after the change does not read the pictures before it, but names the same time.
            for frames in [30..<60, 31..<40, 55..<60] {
                let part = try read(source, frames)
                #expect(part.count == 0 && part.error == whole.error, "\(codec) \(frames)")
            }
            #expect(try read(source, 0..<30).error == nil)
        }
    }

    @Test("a part of a film that begins after the change is refused: it would get the colours of the beginning")
    func part() throws {
        let source = try film(
            "part.mkv",
            [
                .colours(24, codec: "h264", primaries: 1, transfer: 1, matrix: 1),
                .colours(24, codec: "h264", primaries: 9, transfer: 16, matrix: 9),
            ]
        )
        let error = try read(try FilmProbe.cut(source, to: 30..<40), 0..<10).error
        #expect(error?.attempted == "decode the film at 0.000 s")
        #expect(
            error?.cause.contains("differs from that at the beginning of the file: primaries from bt709 to bt2020")
                == true
        )
        #expect(try read(try FilmProbe.cut(source, to: 4..<20), 0..<16).error == nil)
    }

    @Test("a value that the first picture does not have is a change")
    func silenceFirst() throws {
        let source = try film(
            "late.mkv",
            [Piece(24), .colours(24, codec: "h264", primaries: 9, transfer: 16, matrix: 9)]
        )
        let error = try read(source, 0..<48).error
        #expect(error?.attempted == "decode the film at 1.000 s")
        #expect(error?.cause.contains("transfer from unspecified to smpte2084") == true)
    }

    @Test("missing values later on, codes of equal meaning and a range that is added later are no change")
    func noChange() throws {
        for codec in ["h264", "hevc"] {
            let bt709 = Piece.colours(24, codec: codec, primaries: 1, transfer: 1, matrix: 1)
            let silent = try film("silent-\(codec).mkv", codec: codec, [bt709, Piece(24), bt709])
            #expect(try read(silent, 0..<72).error == nil)
            #expect(try read(silent, 30..<60).error == nil)
            let alike = try film(
                "alike-\(codec).mkv",
                codec: codec,
                [
                    .colours(24, codec: codec, primaries: 6, transfer: 1, matrix: 5),
                    .colours(24, codec: codec, primaries: 7, transfer: 6, matrix: 6),
                ]
            )
            #expect(try read(alike, 0..<48).error == nil)
            let limited = try film(
                "limited-\(codec).mkv",
                codec: codec,
                [Piece(24), .colours(24, codec: codec, full: 0)]
            )
            #expect(try read(limited, 0..<48).error == nil)
        }
    }

    @Test("a container that disagrees with all of its stream is no change")
    func container() throws {
        let source = try film(
            "container.mp4",
            [
                .colours(24, codec: "h264", primaries: 1, transfer: 1, matrix: 1),
                .colours(24, codec: "h264", primaries: 1, transfer: 1, matrix: 1),
            ],
            tags: ["-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc"]
        )
        try #require(source.video.colour.transfer == 16 && source.video.openingColour?.transfer == 1)
        #expect(try read(source, 0..<48).error == nil)
        #expect(try read(source, 30..<48).error == nil)
    }

    @Test("a description of an earlier version without colours is compared with the first picture of each range")
    func olderDescription() throws {
        var source = try film(
            "older.mkv",
            [
                .colours(24, codec: "h264", primaries: 1, transfer: 1, matrix: 1),
                .colours(24, codec: "h264", primaries: 9, transfer: 16, matrix: 9),
            ]
        )
        source.video.openingColour = nil
        #expect(try read(source, 12..<48).error?.attempted == "decode the film at 1.000 s")
    }

    @Test("key frames of HEVC have the light metadata written into each, whatever the decoder repeats")
    func light() throws {
        let ambient: [UInt8] = [0x00, 0x2F, 0xE9, 0xA0, 0x3D, 0x13, 0x40, 0x42]
        let source = try film(
            "light.mkv",
            codec: "hevc",
            [
                .light(24, peak: 1000, levels: "1000,400"),
                .light(24, peak: 4000, levels: "1000,400", ambient: ambient),
            ]
        )
        let pictures = try FilmReader(source: source).pictures(in: 0..<48)
        var said: [Int: LightMetadata] = [:]
        while let picture = try pictures.next() { said[picture.frame] = picture.light }
        #expect(said[0]?.masteringDisplay?.maximumLuminance == 10_000_000)
        #expect(
            said[0]?.contentLight == ContentLight(maximumContentLightLevel: 1000, maximumFrameAverageLightLevel: 400)
        )
        #expect(said[24]?.masteringDisplay?.maximumLuminance == 40_000_000)
        #expect(said[24]?.ambientViewing == AmbientViewing(illuminance: 3_140_000, x: 15_635, y: 16_450))
        #expect(said[0]?.ambientViewing == nil && Set(said.keys).isSubset(of: [0, 12, 24, 36]))
    }

    @Test(
        "real films of one colour pass",
        .enabled(if: SharedMedia.folder != nil, "needs the shared clips"),
        arguments: [
            "hdr10-phone-1080p.mp4", "hlg-dv84-iphone-editlist-rotated.mp4", "hlg-dv84-iphone-tscl-sync.mov",
            "hdr10-av1-mdcv-clli-1080p60.mp4", "prores-hq-timecode-360p25.mov", "hfr60-bbb-540p.webm",
            "odd-161x121.webm",
        ]
    )
    func realFilms(_ name: String) throws {
        let clip = try #require(SharedMedia.clip(name))
        let source = try FilmProbe.describe(path: clip.path, hashWholeFile: false)
        #expect(try read(source, 0..<min(source.video.timeline.count, 40)).error == nil)
    }
}
