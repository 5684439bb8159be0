import Foundation
import HEVC
import ISOMedia
import Media
import TestSupport
import Testing

@testable import Intake

/// Sources whose colour, levels and parameter sets are damaged: words or a stated fallback, never a crash.
@Suite("Malformed metadata of sources", .temporaryFolder, .doesNotHang)
struct MalformedMetadataTests {
    private static let isX265There = FFmpegTool.isPresent && Tool.arePresent("x265")

    /// A small HDR10 film with boxes, SEI and VUI.
    private func film() throws -> URL {
        let options =
            "log-level=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:range=limited"
            + ":master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1):max-cll=1000,400"
        let path = try FFmpegTool.film(
            "film.mp4",
            video: ["-c:v", "libx265", "-pix_fmt", "yuv420p10le", "-preset", "ultrafast", "-tag:v", "hvc1"]
                + ["-x265-params", options],
            picture: "testsrc2=size=96x64:rate=24:duration=0.25"
        )
        return URL(filePath: path)
    }

    /// Every position of a byte sequence.
    private func places(of pattern: [UInt8], in bytes: [UInt8]) -> [Int] {
        guard bytes.count >= pattern.count else { return [] }
        return (0...(bytes.count - pattern.count)).filter { bytes[$0...].starts(with: pattern) }
    }

    /// Probes and inspects the bytes: warnings and findings, or the text of the error.
    private func words(_ bytes: [UInt8], at url: URL) throws -> (video: VideoTrack?, words: [String]) {
        try Data(bytes).write(to: url)
        let findings: [String]
        do throws(MovieError) {
            let movie = try MovieInspection.parse(FileSource(path: url.path))
            findings = movie.findings + (movie.tracks.first?.video?.colourWarnings ?? [])
        } catch {
            findings = ["\(error.subject): \(error.cause)"]
        }
        do throws(IntakeError) {
            let video = try FilmProbe.describe(path: url.path, hashWholeFile: false).video
            return (video, video.colourWarnings + findings)
        } catch {
            #expect(error.kind == .badInput || error.kind == .unavailable, "\(error)")
            #expect(!error.cause.isEmpty)
            return (nil, [error.cause] + findings)
        }
    }

    @Test(
        "reserved codes in a VUI are reported and count as unspecified",
        .enabled(if: isX265There, "needs ffmpeg and x265")
    )
    func reservedCodes() throws {
        let url = try film()
        let original = [UInt8](try Data(contentsOf: url))
        let sets = try #require(
            try MovieInspection.parse(MemorySource(original)).tracks.first?.video?.hevc?.arrays.first {
                $0.unitType == NALUnitType.sps.rawValue
            }?.units.first
        )
        // Primaries, transfer and matrix are consecutive, at any bit: 9, 16, 9 becomes 3, 200, 77.
        func bits(_ bytes: [UInt8]) -> [Bool] { bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 == 1 } } }
        let (said, other) = (bits([9, 16, 9]), bits([3, 200, 77]))
        var changed = bits(sets)
        let place = try #require((0..<changed.count - 24).first { Array(changed[$0..<$0 + 24]) == said })
        changed.replaceSubrange(place..<place + 24, with: other)
        let unit = stride(from: 0, to: changed.count, by: 8).map { start in
            changed[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        var bytes = original
        for place in places(of: sets, in: original) { bytes.replaceSubrange(place..<place + sets.count, with: unit) }
        let result = try words(bytes, at: url)
        let video = try #require(result.video)
        #expect(video.colour == ColourDescription(isFullRange: false))
        for fault in [
            "colour primaries 3 are reserved", "transfer characteristics 200 are reserved",
            "matrix coefficients 77 are reserved",
        ] {
            #expect(result.words.count { $0.hasPrefix("bitstream: \(fault)") } == 2, "of probe and of inspection")
        }
    }

    @Test(
        "mutated parameter sets and SEI end in a description or an error",
        .enabled(if: isX265There, "needs ffmpeg and x265")
    )
    func mutations() throws {
        let url = try film()
        let original = [UInt8](try Data(contentsOf: url))
        let configuration = try #require(places(of: Array("hvcC".utf8), in: original).first)
        let sample = try #require(places(of: Array("mdat".utf8), in: original).first)
        var random = SeededGenerator(seed: 31)
        var (described, warned, refused) = (0, 0, 0)
        for round in 0..<120 {
            var bytes = original
            // The fields and sets of hvcC, or the bytes before the first slice.
            let start = round % 2 == 0 ? configuration + 4 : sample + 4
            for _ in 0...(round % 3) {
                bytes[start + Int(random.next() % 130)] =
                    [0, 1, 0x7F, 0x80, 0xFF, UInt8(random.next() & 255)][
                        Int(random.next() % 6)
                    ]
            }
            let result = try words(bytes, at: url)
            if result.video == nil { refused += 1 } else { described += 1 }
            if !result.words.isEmpty { warned += 1 }
        }
        #expect(described > 10 && refused > 5 && warned > 20, "\(described) \(warned) \(refused)")
    }

    @Test(
        "damaged sample groups leave a source unchanged or refused with an error, and inspection finds them",
        .enabled(if: SharedMedia.folder != nil, "needs the clips")
    )
    func groups() throws {
        let clip = try #require(SharedMedia.clip("hlg-dv84-iphone-tscl-sync.mov"))
        let original = [UInt8](try Data(contentsOf: clip))
        let url = TemporaryFolder.current.appending(path: "groups.mov")
        let whole = try words(original, at: url)
        #expect(whole.words == [] && whole.video?.colour.transfer == 18)
        let boxes = places(of: Array("sgpd".utf8), in: original)
        #expect(boxes.count >= 2)
        for (name, change) in [
            ("version", { (bytes: inout [UInt8], box: Int) in bytes[box + 4] = 9 }),
            ("length of entries", { bytes, box in bytes.replaceSubrange(box + 12..<box + 16, with: [0x7F, 0, 0, 0]) }),
            (
                "number of entries",
                { bytes, box in bytes.replaceSubrange(box + 16..<box + 20, with: [0xFF, 0xFF, 0xFF, 0xFF]) }
            ),
        ] as [(String, (inout [UInt8], Int) -> Void)] {
            var bytes = original
            for box in boxes { change(&bytes, box) }
            let result = try words(bytes, at: url)
            // FFmpeg refuses some of them with an error; the others are described as before.
            if let video = result.video {
                #expect(video.colour == whole.video?.colour && video.timeline == whole.video?.timeline, "\(name)")
            }
            #expect(result.words.contains { $0.contains("sgpd") }, "\(name): \(result.words)")
        }
    }
}
