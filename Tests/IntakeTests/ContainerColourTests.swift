import FFmpeg
import Foundation
import HEVC
import ISOMedia
import Media
import TestSupport
import Testing

@testable import Intake

/// ICC profiles and Dolby Vision of sources: boxes that the tests insert into small films.
@Suite("ICC profiles and Dolby Vision of sources", .temporaryFolder, .enabled(if: FFmpegTool.isPresent, "needs ffmpeg"))
struct ContainerColourTests {
    private func film(_ boxes: [UInt8], name: String = "film.mp4") throws -> String {
        let path = try FFmpegTool.film(
            name,
            video: ["-c:v", "libx264", "-preset", "ultrafast"],
            picture: "testsrc2=size=64x64:rate=24:duration=0.25"
        )
        try MovieSurgery.insert(boxes, into: URL(filePath: path))
        return path
    }

    private func hevc(_ boxes: [UInt8], name: String = "film.mp4", frames: Int = 6) throws -> String {
        let path = try FFmpegTool.film(
            name,
            video: ["-c:v", "libx265", "-preset", "ultrafast", "-tag:v", "hvc1", "-x265-params", "log-level=none"],
            picture: "testsrc2=size=64x64:rate=24:duration=\(Double(frames) / 24)"
        )
        if !boxes.isEmpty { try MovieSurgery.insert(boxes, into: URL(filePath: path)) }
        return path
    }

    private func probe(_ path: String) throws -> SourceDescription {
        try FilmProbe.describe(path: path, hashWholeFile: false)
    }

    private static func record(_ profile: Int, _ compatibility: Int, layers: Int = 5) -> [UInt8] {
        let fields = profile << 9 | 6 << 3 | layers
        return HandmadeProfile.box(
            profile <= 7 ? "dvcC" : "dvvC",
            [1, 0, UInt8(fields >> 8), UInt8(fields & 255), UInt8(compatibility << 4)] + Array(repeating: 0, count: 19)
        )
    }

    @Test("a profile is recorded by its hash, and read again byte for byte", arguments: ["prof", "rICC"])
    func profile(kind: String) throws {
        let handmade = HandmadeProfile("Display P3")
        let path = try film(handmade.box(kind))
        let source = try probe(path)
        let profile = try #require(source.video.colourProfile)
        #expect(profile.byteCount == handmade.bytes.count && profile.sha256.count == 64)
        #expect(profile.words == "\"Display P3\", RGB display, version 4.3")
        #expect(source.notCarried == [] && source.video.colourWarnings == [])
        #expect(try FilmProbe.colourProfile(of: source) == handmade.bytes)
        #expect(try JSONDecoder().decode(SourceDescription.self, from: JSONEncoder().encode(source)) == source)

        // Another profile of the same size has replaced it since.
        var bytes = try Data(contentsOf: URL(filePath: path))
        let place = try #require(bytes.range(of: Data("priv".utf8), options: .backwards))
        bytes[place.lowerBound] ^= 1
        try bytes.write(to: URL(filePath: path))
        let error = try #require(throws: IntakeError.self) { try FilmProbe.colourProfile(of: source) }
        #expect(error.code == .changed && error.cause.contains("ICC profile"))
    }

    @Test("an invalid profile is skipped with a warning, and one that is not for RGB pictures is not carried")
    func unsuited() throws {
        var damaged = HandmadeProfile("x").bytes
        damaged[3] &+= 1
        let first = try probe(film(HandmadeProfile.box("colr", Array("prof".utf8) + damaged)))
        #expect(first.video.colourProfile == nil && first.notCarried == [])
        #expect(first.video.colourWarnings.count == 1)
        #expect(first.video.colourWarnings[0].hasPrefix("the container: box 'colr': an ICC profile says that it has"))
        var press = HandmadeProfile("Coated FOGRA39")
        (press.deviceClass, press.colourSpace) = ("prtr", "CMYK")
        let second = try probe(film(press.box()))
        #expect(second.video.colourProfile == nil && second.video.colourWarnings == [])
        #expect(
            second.notCarried == [
                "ICC colour profile of the video track (\"Coated FOGRA39\", CMYK output, version 4.3): "
                    + "its colours are 'CMYK', not RGB"
            ]
        )
        #expect(try FilmProbe.colourProfile(of: second) == nil)
    }

    @Test(
        "the Dolby Vision record in a box of an MP4 is read, and reported as not carried",
        arguments: [(5, 0), (7, 6), (8, 1), (8, 4)]
    )
    func box(profile: Int, compatibility: Int) throws {
        let source = try probe(hevc(Self.record(profile, compatibility)))
        let expected = DolbyVision(profile: UInt8(profile), level: 6, compatibility: UInt8(compatibility))
        #expect(source.video.dolbyVision == expected)
        #expect(source.losses() == ["Dolby Vision metadata of the video track (\(expected))"])
        #expect(source.video.colourWarnings == [])
    }

    @Test("FFmpeg's side data has the same for Matroska", arguments: [(5, 0), (8, 4)])
    func matroska(profile: Int, compatibility: Int) throws {
        let path = try hevc(Self.record(profile, compatibility))
        let copy = TemporaryFolder.current.appending(path: "copy.mkv").path
        try FFmpegTool.run("ffmpeg", ["-v", "error", "-i", path, "-c", "copy", "-strict", "unofficial", copy])
        let expected = DolbyVision(profile: UInt8(profile), level: 6, compatibility: UInt8(compatibility))
        #expect(try probe(copy).video.dolbyVision == expected)
        let demuxer = try Demuxer(SourceFile(path: path))
        let record = demuxer.stream(0).dolbyVision
        #expect(record == expected, "of the MP4, too")
    }

    @Test("a record without a known base layer gives a warning, and a truncated one is reported")
    func unsaid() throws {
        let old = try probe(hevc(Self.record(8, 0)))
        #expect(old.video.dolbyVision?.baseLayer == .unsaid && old.video.colourWarnings.count == 1)
        #expect(old.video.colourWarnings[0].hasPrefix("Dolby Vision profile 8.0 does not say"))
        // FFmpeg 5.1 takes no file with a record that is cut short; where it does, the record is passed over with a
        // word.
        let path = try hevc(HandmadeProfile.box("dvcC", [1, 0, 10]), name: "cut.mp4")
        do throws(IntakeError) {
            let cut = try FilmProbe.describe(path: path, hashWholeFile: false)
            #expect(cut.video.dolbyVision == nil)
            #expect(cut.video.colourWarnings.first?.hasPrefix("the container: box 'dvcC': ") == true)
        } catch {
            #expect(error.kind == .badInput && !error.cause.isEmpty && !error.remedy.isEmpty)
        }
    }

    @Test("metadata in the pictures without a record give a warning")
    func unannounced() throws {
        let url = URL(filePath: try hevc([], frames: 1))
        #expect(try probe(url.path).video.colourWarnings == [])
        // A unit of type 62 after the slice of the only sample, at the end of the media.
        let unit: [UInt8] = [0, 0, 0, 6, 62 << 1, 1, 0x19, 8, 9, 0x80]
        var bytes = [UInt8](try Data(contentsOf: url))
        func place(_ type: String) throws -> Int {
            try #require(bytes.indices.first { bytes[$0...].starts(with: Array(type.utf8)) })
        }
        func grow(at offset: Int) {
            let size = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } + unit.count
            for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: size >> (24 - 8 * index)) }
        }
        let media = try place("mdat") - 4
        let end = media + bytes[media..<media + 4].reduce(0) { $0 << 8 | Int($1) }
        bytes.insert(contentsOf: unit, at: end)
        grow(at: media)
        let sizes = try place("stsz")
        // A common size of all samples precedes their number, separate sizes follow it.
        grow(at: bytes[sizes + 8..<sizes + 12].allSatisfy { $0 == 0 } ? sizes + 16 : sizes + 8)
        try Data(bytes).write(to: url)
        let source = try probe(url.path)
        #expect(source.video.dolbyVision == nil)
        #expect(source.losses() == ["Dolby Vision metadata of the video track"])
        #expect(source.video.colourWarnings.contains { $0.contains("does not say which profile: if it is 5") })
    }
}
