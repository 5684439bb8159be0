import Media
import TestSupport
import Testing

@testable import HEVC

@Suite struct DolbyVisionUnitTests {
    @Test("the checksum is CRC-32/MPEG-2: its check value over nine digits")
    func checkValue() {
        let digits = Array("0123456789".utf8)
        #expect(CyclicRedundancy.checksum(of: digits[1...]) == 0x0376_E6E7)
        #expect(CyclicRedundancy.checksum(of: []) == 0xFFFF_FFFF)
    }

    @Test("a unit is read as it was written, and written as it was read, with 7C 01 in front")
    func roundTrip() throws {
        var rpu = HandmadeRPU()
        // Zeros, and bytes that must not follow them in a unit.
        rpu.blocks = [[(1, [0, 0, 0, 0, 0]), (2, [0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0])], [(254, [0, 0])]]
        let payload = rpu.payload
        let unit = DolbyVisionUnit.unit(payload: payload)
        #expect(unit.starts(with: [0x7C, 1, 0x19]))
        #expect(unit.withRawSpan(NALUnitFraming.leadingUnitsOfAnnexB).isEmpty, "it has no start code")
        let read = try unit.withRawSpan(DolbyVisionUnit.init(unit:))
        #expect(read.payload == payload)
        #expect(read.unit == unit)
        #expect(try read.levels() == [1, 2, 254])
    }

    @Test("zeros behind the end are dropped", arguments: [0, 1, 2, 3, 9])
    func trailingZeros(count: Int) throws {
        let payload = HandmadeRPU().payload
        #expect(try DolbyVisionUnit(payload: payload + Array(repeating: 0, count: count)).payload == payload)
    }

    @Test("the fields of the header tell the profile")
    func profiles() throws {
        func profile(_ change: (inout HandmadeRPU) -> Void) throws -> UInt8? {
            var rpu = HandmadeRPU()
            change(&rpu)
            return try DolbyVisionUnit(payload: rpu.payload).header.profile
        }
        #expect(try profile { _ in } == 8)
        #expect(try profile { ($0.codedProfile, $0.isFullRange) = (0, true) } == 5)
        #expect(try profile { $0.codedProfile = 0 } == nil)
        #expect(try profile { $0.codedProfile = 3 } == nil)
        #expect(try profile { ($0.hasSmallerEnhancement, $0.hasNoResidual) = (true, false) } == 7)
        #expect(
            try profile { ($0.hasSmallerEnhancement, $0.hasNoResidual, $0.resultDepth) = (true, false, 14) } == 4
        )
        #expect(try profile { $0.hasSequence = false } == nil)
    }

    @Test("what ties an RPU to earlier ones is named")
    func dependences() throws {
        func dependences(_ change: (inout HandmadeRPU) -> Void) throws -> [DolbyVisionHeader.Dependence] {
            var rpu = HandmadeRPU()
            change(&rpu)
            return try DolbyVisionUnit(payload: rpu.payload).header.dependences
        }
        #expect(try dependences { _ in } == [])
        #expect(try dependences { $0.repeatsMapping = true } == [.mapping])
        #expect(try dependences { $0.compression = 1 } == [.compression])
        #expect(try dependences { $0.hasSequence = false } == [.sequence])
        #expect(try dependences { ($0.repeatsMapping, $0.compression) = (true, 3) } == [.mapping, .compression])
        var rpu = HandmadeRPU()
        rpu.repeatsMapping = true
        let unit = try DolbyVisionUnit(payload: rpu.payload)
        #expect(throws: BitstreamError.self) { try unit.activeArea() }
    }

    @Test("the active area is found behind any mapping and in either list", arguments: 1...8)
    func activeArea(pieces: Int) throws {
        for hasNoResidual in [true, false] {
            for list in 0..<2 {
                var rpu = HandmadeRPU()
                rpu.pieces = pieces
                (rpu.hasSmallerEnhancement, rpu.hasNoResidual) = (!hasNoResidual, hasNoResidual)
                rpu.blocks[0] = [(1, [1, 2, 3, 4, 5])]
                rpu.blocks[1] = [(254, [0, 2])]
                #expect(try DolbyVisionUnit(payload: rpu.payload).activeArea() == nil)
                rpu.blocks[list].append((5, HandmadeRPU.area(0, 8191, 276, UInt64(pieces))))
                rpu.blocks[list].append((6, Array(repeating: 7, count: 8)))
                let area = try #require(try DolbyVisionUnit(payload: rpu.payload).activeArea())
                #expect(area == DolbyVisionActiveArea(left: 0, right: 8191, top: 276, bottom: pieces))
                #expect(!area.isWhole)
            }
        }
    }

    @Test("an active area of too few bytes is refused")
    func shortArea() throws {
        var rpu = HandmadeRPU()
        rpu.blocks[0] = [(5, [1, 2, 3, 4, 5, 6])]
        let unit = try DolbyVisionUnit(payload: rpu.payload)
        #expect(throws: BitstreamError.self) { try unit.activeArea() }
    }

    @Test("an RPU that is cut anywhere is refused, and so is one with any bit flipped")
    func damage() throws {
        var rpu = HandmadeRPU()
        rpu.blocks[0] = [(5, HandmadeRPU.area(1, 2, 3, 4))]
        let payload = rpu.payload
        for count in 0..<payload.count {
            #expect(throws: BitstreamError.self) { try DolbyVisionUnit(payload: Array(payload[..<count])) }
        }
        for place in 0..<(payload.count * 8) {
            var changed = payload
            changed[place / 8] ^= 1 << (place % 8)
            #expect(throws: BitstreamError.self) { try DolbyVisionUnit(payload: changed) }
        }
    }

    @Test("a body that ends early is an error, whatever its checksum says")
    func truncatedBody() throws {
        var rpu = HandmadeRPU()
        rpu.blocks[0] = [(5, HandmadeRPU.area(1, 2, 3, 4))]
        let content = rpu.payload.dropFirst().dropLast(5)
        for count in 0..<content.count {
            let cut = Array(content.prefix(count))
            let sum = HandmadeRPU.checksum(cut)
            let payload = [0x19] + cut + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) } + [0x80]
            guard let unit = try? DolbyVisionUnit(payload: payload) else { continue }
            #expect(throws: BitstreamError.self) { try unit.activeArea() }
        }
    }

    @Test("a unit of another type, and one beyond the limit, are refused")
    func others() throws {
        var unit = DolbyVisionUnit.unit(payload: HandmadeRPU().payload)
        unit[0] = 63 << 1
        #expect(throws: BitstreamError.self) { try unit.withRawSpan(DolbyVisionUnit.init(unit:)) }
        var rpu = HandmadeRPU()
        rpu.remainder = Array(repeating: 1, count: DynamicMetadata.payloadLimit - rpu.payload.count)
        #expect(try DolbyVisionUnit(payload: rpu.payload).payload.count == DynamicMetadata.payloadLimit)
        rpu.remainder.append(1)
        #expect(throws: BitstreamError.self) { try DolbyVisionUnit(payload: rpu.payload) }
    }
}
