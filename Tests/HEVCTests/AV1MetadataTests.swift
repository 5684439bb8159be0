import Foundation
import Media
import TestSupport
import Testing

@testable import HEVC

@Suite("Dynamic metadata in AV1")
struct AV1MetadataTests {
    private let own = DynamicMetadata(hdr10Plus: HandmadeHDR10Plus().payload, dolbyVision: HandmadeRPU().payload)

    private func read(_ unit: [UInt8]) throws -> AccessUnitMetadata {
        try unit.withRawSpan { span throws(BitstreamError) in try AccessUnitMetadata(temporalUnit: span) }
    }

    private func element(_ unit: [UInt8]) -> String? {
        #expect(throws: BitstreamError.self) { try read(unit) }?.element
    }

    @Test("both kinds are found among the units of a picture, with and without sizes and extensions")
    func found() throws {
        let delimiter = HandmadeOBU.unit(2, [])
        let frame = HandmadeOBU.unit(6, [UInt8](repeating: 5, count: 300))
        let light = HandmadeOBU.unit(5, [1, 0, 100, 0, 50, 0x80])
        #expect(try read(delimiter + light + HandmadeOBU.units(of: own) + frame).metadata() == own)
        let message = try #require(own.hdr10Plus)
        // With an extension, and without a size at the end.
        let extended: [UInt8] = [5 << 3 | 4, 0x20, 4] + message + [0x80, 0, 0]
        #expect(try read(delimiter + extended).metadata() == DynamicMetadata(hdr10Plus: message))
        #expect(try read([]).isEmpty && read(delimiter + frame).isEmpty)
    }

    @Test("messages of others are told apart")
    func strangers() throws {
        let grain = HandmadeOBU.metadata(registered: [0xB5, 0x58, 0x90, 0, 1, 2])
        let captions = HandmadeOBU.metadata(registered: [0xB5, 0x00, 0x31, 0x47, 0x41, 0x39, 0x34, 3])
        let unit = try read(grain + captions)
        #expect(unit.isEmpty && unit.strangers == [.filmGrain, .captions])
    }

    @Test("an RPU of 300 bytes, whose size takes two groups of bits, is read as it was written")
    func long() throws {
        var rpu = HandmadeRPU()
        rpu.remainder = [UInt8](repeating: 7, count: 700 - rpu.payload.count)
        let payload = rpu.payload
        #expect(payload.count > 512)
        let message = HandmadeOBU.registered(rpu: payload)
        #expect(try DolbyVisionUnit(registered: message).payload == payload)
    }

    @Test("what is damaged is refused with the element")
    func damaged() throws {
        let whole = HandmadeOBU.units(of: own)
        #expect(element(Array(whole.dropLast())) == "obu_size")
        #expect(element([0x80]) == "obu_forbidden_bit")
        #expect(element([0x12] + [UInt8](repeating: 0x80, count: 9)) == "obu_size")
        #expect(element([0x12]) == "obu_size" && element([0x2C]) == "obu_size")
        #expect(element([0x2A, 1, 0x80]) == "metadata_type")
        let message = try #require(own.hdr10Plus)
        #expect(element(HandmadeOBU.unit(5, [4] + message + [1])) == "trailing_bits")
        var registered = HandmadeOBU.registered(rpu: HandmadeRPU().payload)
        registered[7] ^= 0x40
        #expect(element(HandmadeOBU.metadata(registered: registered)) == "emdf_container")
        let short = Array(HandmadeOBU.registered(rpu: HandmadeRPU().payload).prefix(60))
        #expect(element(HandmadeOBU.metadata(registered: short)) == "emdf_payload_size")
        registered = HandmadeOBU.registered(rpu: HandmadeRPU().payload)
        registered[40] ^= 1
        #expect(element(HandmadeOBU.metadata(registered: registered)) == "rpu_data_crc32")
        // Groups of bits without an end.
        let endless: [UInt8] = [0xB5, 0x00, 0x3B, 0x00, 0x00, 0x08, 0x00, 0x37] + [UInt8](repeating: 0xFF, count: 40)
        #expect(element(HandmadeOBU.metadata(registered: endless)) == "emdf_container")
    }

    @Test(
        "the RPU of another program's message is the one of its file",
        .enabled(if: SharedMedia.clip("dynamic-hdr") != nil, "needs the clips")
    )
    func published() throws {
        func bytes(_ name: String) throws -> [UInt8] {
            [UInt8](try Data(contentsOf: #require(SharedMedia.clip("dynamic-hdr/dovi/\(name).bin"))))
        }
        let layered = try DolbyVisionUnit(registered: [0xB5] + bytes("av1-fel_orig"))
        let file = try [0x7C, 1] + bytes("fel_orig").dropFirst(4)
        #expect(try layered == file.withRawSpan(DolbyVisionUnit.init(unit:)))
        #expect(try DolbyVisionUnit(registered: [0xB5] + bytes("av1-p84-01")).header.profile == 8)
    }
}
