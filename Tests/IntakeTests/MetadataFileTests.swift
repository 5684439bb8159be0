import Foundation
import HEVC
import Media
import TestSupport
import Testing

@testable import Intake

/// Files with dynamic HDR metadata, as other programs write them.
@Suite("Files of dynamic metadata", .temporaryFolder)
struct MetadataFileTests {
    private func entries(_ kind: MetadataFile.Kind, _ path: String) throws -> [[UInt8]] {
        var found: [[UInt8]] = []
        _ = try MetadataFileReader(kind, path: path).forEachEntry { found.append($0) }
        return found
    }

    private func file(_ bytes: [UInt8]) throws -> String {
        let path = TemporaryFolder.current.appending(path: "file").path
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    private func flaw(_ kind: MetadataFile.Kind, _ bytes: [UInt8]) throws -> String {
        let path = try file(bytes)
        let error = try #require(throws: IntakeError.self) { try entries(kind, path) }
        #expect(error.code == .damaged && error.subject == path && error.remedy.hasPrefix("make it again"))
        return error.cause
    }

    private func rpu(_ frame: Int) throws -> [UInt8] { try #require(MetadataFilm.metadata(of: frame).dolbyVision) }

    @Test("RPUs are read behind start codes of three and four bytes, with and without unit headers")
    func units() throws {
        let payloads = try (0..<40).map(rpu)
        var bytes: [UInt8] = []
        for (number, payload) in payloads.enumerated() {
            let unit = DolbyVisionUnit.unit(payload: payload)
            bytes +=
                (number % 2 == 0 ? [0, 0, 0, 1] : [0, 0, 1]) + (number % 3 == 0 ? unit : Array(unit.dropFirst(2)))
        }
        #expect(try entries(.dolbyVision, file(bytes)) == payloads)
        let found = try MetadataFileReader(.dolbyVision, path: file(bytes)).forEachEntry { _ in }
        #expect(found.byteCount == Int64(bytes.count) && found.contentHash.count == 64)
    }

    @Test("files of RPUs that are no such files, or damaged, are refused with the entry")
    func badUnits() throws {
        var good = try [0, 0, 0, 1] + Array(DolbyVisionUnit.unit(payload: rpu(1)).dropFirst(2))
        #expect(try flaw(.dolbyVision, [1, 2, 3]) == "it does not begin with a start code")
        #expect(try flaw(.dolbyVision, [0, 0, 0, 0]) == "it has no RPU")
        #expect(try flaw(.dolbyVision, good + [0, 0, 0, 1]).hasPrefix("entry 1 cannot be read"))
        good[good.count - 3] ^= 1
        #expect(try flaw(.dolbyVision, good) == "entry 0 cannot be read: rpu_data_crc32: the checksum is wrong")
        let zeros = [0, 0, 1, 0x19] + [UInt8](repeating: 0, count: 1 << 24) + [5]
        #expect(try flaw(.dolbyVision, zeros).contains("has more than 8192 bytes"))
        let long = [0, 0, 1] + [UInt8](repeating: 7, count: 20_000)
        #expect(try flaw(.dolbyVision, long).contains("has more than 8192 bytes"))
    }

    /// JSON of frames with numbers of their own, and of scenes.
    private func json(_ indices: [Int], scenes: [(Int, Int)]? = nil, level: Int = 1000, windows: Int = 1) -> [UInt8] {
        let frames = indices.map { index in
            """
            {"LuminanceParameters": {"AverageRGB": 12, "LuminanceDistributions": {"DistributionIndex": [1, 99],
            "DistributionValues": [3, 40]}, "MaxScl": [\(level), 2, 3]}, "NumberOfWindows": \(windows), "N": "}]\\"{",
            "TargetedSystemDisplayMaximumLuminance": 400, "SequenceFrameIndex": \(index), "SceneId": 0,
            "BezierCurveData": {"Anchors": [1, 2, 1023], "KneePointX": 4095, "KneePointY": 7}}
            """
        }
        let scenes = scenes ?? [(0, indices.count)]
        return Array(
            """
            {"JSONInfo": {"HDR10plusProfile": "B"}, "SceneInfo": [\(frames.joined(separator: ",\n"))],
            "SceneInfoSummary": {"SceneFirstFrameIndex": \(scenes.map(\.0)), "SceneFrameNumbers": \(scenes.map(\.1))}}
            """.utf8
        )
    }

    @Test("HDR10+ is read from JSON, whatever stands between its objects")
    func messages() throws {
        let found = try entries(.hdr10Plus, file(json([0, 1, 2], scenes: [(0, 1), (1, 2)])))
        #expect(found.count == 3)
        let message = try HDR10PlusMessage(payload: found[1])
        #expect(message.windows[0].maximum == [1000, 2, 3] && message.windows[0].average == 12)
        #expect(message.windows[0].curve?.anchors == [1, 2, 1023] && message.windows[0].curve?.knee == [4095, 7])
        #expect(message.targetedMaximum == 400 && message.profile == .b)
    }

    @Test("JSON with holes, overlapping scenes, impossible values or an early end is refused")
    func badMessages() throws {
        #expect(try flaw(.hdr10Plus, json([0, 1, 3])).hasPrefix("entry 2 is that of frame 3"))
        #expect(try flaw(.hdr10Plus, json([0, 0])).hasPrefix("entry 1 is that of frame 0"))
        let overlap = try flaw(.hdr10Plus, json([0, 1, 2], scenes: [(0, 2), (1, 2)]))
        #expect(overlap == "its scene 1 begins at frame 1 and has 2, but frame 2 is next")
        #expect(
            try flaw(.hdr10Plus, json([0, 1, 2], scenes: [(0, 2)])) == "its scenes have 2 frames, and SceneInfo has 3"
        )
        #expect(try flaw(.hdr10Plus, json([0], level: 200_000)).hasPrefix("entry 0 has values that HDR10+ cannot"))
        #expect(try flaw(.hdr10Plus, json([0], windows: 2)).contains("several windows"))
        #expect(try flaw(.hdr10Plus, Array(json([0, 1]).dropLast(1))) == "it is not JSON, or ends early")
        #expect(try flaw(.hdr10Plus, Array("{\"a\": [1]}".utf8)).hasPrefix("it has no array SceneInfo"))
        #expect(try flaw(.hdr10Plus, Array("]]]".utf8)) == "it is not JSON")
        let deep = [UInt8](repeating: UInt8(ascii: "["), count: 1000)
        #expect(try flaw(.hdr10Plus, deep) == "it is nested too deeply")
        #expect(
            try flaw(.hdr10Plus, Array("{\"SceneInfo\": [{\"LuminanceParameters\": 3}]}".utf8)).hasPrefix("entry 0")
        )
    }

    @Test(
        "the JSON of another program gives the bytes that the film has",
        .enabled(if: SharedMedia.clip("dynamic-hdr") != nil, "needs the clips")
    )
    func otherProgram() throws {
        let clip = try #require(SharedMedia.clip("hdr10plus-metadata-144p.mkv"))
        let source = try FilmProbe.describe(path: clip.path, hashWholeFile: false)
        var inFilm = [[UInt8]?](repeating: nil, count: source.video.timeline.count)
        try DynamicMetadataReader(source).forEachFrame { inFilm[$0.frame] = $0.metadata.hdr10Plus }
        let json = try #require(SharedMedia.clip("dynamic-hdr/hdr10plus/regular_metadata.json"))
        #expect(try entries(.hdr10Plus, json.path) == inFilm.compactMap(\.self))
        let units = try #require(SharedMedia.clip("dynamic-hdr/dovi/regular_rpu.bin"))
        #expect(try entries(.dolbyVision, units.path).count == 259)
    }

    @Test(
        "files replace what packets have, kind by kind, and follow the cut",
        .enabled(if: MetadataFilm.isPossible, "no ffmpeg")
    )
    func attached() throws {
        let film = try FilmProbe.describe(path: MetadataFilm.make(frames: 24), hashWholeFile: false)
        var bytes: [UInt8] = []
        for frame in 0..<24 { bytes += [0, 0, 0, 1] + DolbyVisionUnit.unit(payload: try rpu(frame + 300)) }
        let units = try file(bytes)
        let source = try FilmProbe.attaching([.dolbyVision: units], to: film)
        let part = try FilmProbe.cut(source, to: 5..<11)
        var found: [Int: DynamicMetadata] = [:]
        try DynamicMetadataReader(part).forEachFrame { found[$0.frame] = $0.metadata }
        for frame in 0..<6 {
            #expect(found[frame]?.hdr10Plus == MetadataFilm.metadata(of: frame + 5).hdr10Plus)
            #expect(try found[frame]?.dolbyVision == rpu(frame + 305))
        }
        #expect(source.readPaths.contains(units) && source.video.dolbyVision?.profileName == "8.1")
        let error = #expect(throws: IntakeError.self) { try FilmProbe.attaching([.dolbyVision: units], to: part) }
        #expect(error?.cause == "it has 24 entries, and the film has 6 frames before anything is cut")
        bytes[30] ^= 1
        try Data(bytes).write(to: URL(filePath: units))
        #expect(throws: IntakeError.self) { try DynamicMetadataReader(part).forEachFrame { _ in } }
    }
}
