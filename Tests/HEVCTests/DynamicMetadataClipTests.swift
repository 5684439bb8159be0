import Foundation
import Media
import TestSupport
import Testing

@testable import HEVC

/// RPUs and messages of other encoders.
@Suite(.enabled(if: SharedMedia.clip("dynamic-hdr") != nil, "needs the clips"))
struct DynamicMetadataClipTests {
    private func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: #require(SharedMedia.clip("dynamic-hdr/\(name)"))))
    }

    /// The RPUs of a file, each with a start code of four bytes and without unit header.
    private func rpus(_ name: String) throws -> [DolbyVisionUnit] {
        try bytes(name).split(separator: [0, 0, 0, 1]).map { bytes in
            try ([0x7C, 1] + bytes).withRawSpan(DolbyVisionUnit.init(unit:))
        }
    }

    @Test(
        "every RPU has a right checksum, stands alone and is of the profile that its file is named for",
        arguments: [
            ("cmv2_9_xml_with_l5_rpu", 8, 108), ("cmv40_full_rpu", 8, 1), ("eof_rpu", 7, 1), ("fel_orig", 7, 1),
            ("fel_to_81", 8, 1), ("mel_orig", 7, 1), ("mel_rpu", 7, 1), ("mel_to_81", 8, 1),
            ("p8_001_end_crc32", 8, 3), ("profile4", 4, 1), ("profile5", 5, 1), ("profile8", 8, 1),
            ("profile84", 8, 1), ("regular_rpu", 8, 259), ("regular_rpu_mel", 7, 259), ("trailing_bytes_rpu", 7, 1),
            ("unordered_l8_blocks", 8, 1),
        ] as [(String, UInt8, Int)]
    )
    func profiles(name: String, profile: UInt8, count: Int) throws {
        let rpus = try rpus("dovi/\(name).bin")
        #expect(rpus.count == count)
        #expect(rpus.allSatisfy { $0.header.profile == profile })
        #expect(rpus.allSatisfy { $0.header.dependences.isEmpty })
        for rpu in rpus {
            _ = try rpu.activeArea()
            #expect(try rpu.unit.withRawSpan(DolbyVisionUnit.init(unit:)) == rpu)
        }
    }

    @Test("profile 7 becomes the 8.1 that another program makes of it, bit for bit", arguments: ["fel", "mel"])
    func conversion(layer: String) throws {
        let original = try #require(try rpus("dovi/\(layer)_orig.bin").first)
        let expected = try #require(try rpus("dovi/\(layer)_to_81.bin").first)
        #expect(try original.hasMinimalEnhancement() == (layer == "mel"))
        #expect(try original.convertedToBaseLayer() == expected.payload)
    }

    @Test("the RPUs of a film of profile 7 become valid ones of profile 8 with the same blocks")
    func manyConversions() throws {
        for original in try rpus("dovi/regular_rpu_mel.bin") {
            let made = try DolbyVisionUnit(payload: original.convertedToBaseLayer())
            #expect(made.header.profile == 8)
            #expect(try made.levels() == original.levels() && made.brightness() == original.brightness())
        }
    }

    @Test("an active area is replaced, and nothing else changes but the checksum")
    func replacedArea() throws {
        for rpu in try rpus("dovi/cmv2_9_xml_with_l5_rpu.bin") {
            let area = DolbyVisionActiveArea(left: 1, right: 2, top: 300, bottom: 8191)
            let payload = try rpu.replacingActiveArea { _ in area }
            let made = try DolbyVisionUnit(payload: payload)
            #expect(try made.activeArea() == area && payload.count == rpu.payload.count)
            let stated = try #require(try rpu.activeArea())
            #expect(try made.replacingActiveArea { _ in stated } == rpu.payload)
        }
    }

    @Test("a letterbox of a canvas of 3840 by 2160 is symmetric")
    func letterbox() throws {
        for rpu in try rpus("dovi/cmv2_9_xml_with_l5_rpu.bin") {
            let area = try #require(try rpu.activeArea())
            #expect(area.top == area.bottom && area.top > 0 && area.top < 1080)
            #expect(area.left == area.right)
        }
    }

    @Test("the values of a message equal those of its description by another program")
    func values() throws {
        let file = try bytes("hdr10plus/single-frame.hevc")
        let found = try #require(try metadata(of: file).first?.hdr10Plus)
        let message = try HDR10PlusMessage(payload: found)
        let json = try JSONDecoder().decode(Description.self, from: Data(try bytes(Self.descriptionName)))
        let scene = try #require(json.SceneInfo.first)
        let window = message.windows[0]
        let levels = scene.LuminanceParameters
        #expect(window.maximum == levels.MaxScl)
        #expect(window.average == levels.AverageRGB)
        #expect(window.distribution.map { Int($0.percentage) } == levels.LuminanceDistributions.DistributionIndex)
        #expect(window.distribution.map(\.level) == levels.LuminanceDistributions.DistributionValues)
        #expect(message.targetedMaximum == scene.TargetedSystemDisplayMaximumLuminance)
        #expect(window.curve?.anchors == scene.BezierCurveData?.Anchors)
        #expect(message.profile == .b)
        #expect(message.oddities == [])
    }

    @Test("of a stream that repeats its message only where it changes, each access unit has its own or none")
    func gaps() throws {
        let pictures = try metadata(of: try bytes("hdr10plus/dhdr10-opt.hevc"))
        let present = pictures.indices.filter { pictures[$0].hdr10Plus != nil }
        #expect(pictures.count > present.count)
        #expect(present.first == 0)
    }

    private static let descriptionName = "hdr10plus/single-frame-metadata.json"

    /// The metadata of each access unit of a stream.
    private func metadata(of stream: [UInt8]) throws -> [DynamicMetadata] {
        let units = stream.withRawSpan(NALUnitFraming.unitsOfAnnexB)
        let accessUnits = stream.withRawSpan { NALUnitFraming.accessUnits(of: units, in: $0) }
        return try accessUnits.map { range in
            var found = AccessUnitMetadata()
            for unit in range { try Array(stream[units[unit]]).withRawSpan { try found.add(unit: $0) } }
            return try found.metadata()
        }
    }

    /// The form of hdr10plus_tool.
    private struct Description: Decodable {
        struct Scene: Decodable {
            struct Curve: Decodable { var Anchors: [UInt16] }
            struct Distributions: Decodable {
                var DistributionIndex: [Int]
                var DistributionValues: [UInt32]
            }
            struct Levels: Decodable {
                var AverageRGB: UInt32
                var LuminanceDistributions: Distributions
                var MaxScl: [UInt32]
            }
            var BezierCurveData: Curve?
            var LuminanceParameters: Levels
            var TargetedSystemDisplayMaximumLuminance: UInt32
        }
        var SceneInfo: [Scene]
    }
}
