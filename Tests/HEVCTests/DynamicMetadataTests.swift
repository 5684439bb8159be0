import Media
import TestSupport
import Testing

@testable import HEVC

@Suite struct DynamicMetadataTests {
    /// Random bytes with many runs that look like start codes, as a payload of HDR10+ and an RPU.
    private func metadata(_ random: inout SeededGenerator) -> DynamicMetadata {
        func bytes() -> [UInt8] {
            (0..<Int.random(in: 1...90, using: &random)).flatMap { _ -> [UInt8] in
                Bool.random(using: &random)
                    ? [0, 0, .random(in: 0...3, using: &random)] : [.random(in: 0...255, using: &random)]
            }
        }
        var rpu = HandmadeRPU()
        rpu.blocks[0] = [(5, HandmadeRPU.area(0, 0, 1, 2))]
        rpu.remainder = bytes()
        return DynamicMetadata(hdr10Plus: HandmadeHDR10Plus.codes + [1] + bytes() + [1], dolbyVision: rpu.payload)
    }

    /// Delimiter, SEI of the buffer, two slices and SEI behind them.
    private func sample(_ level: UInt8) -> [UInt8] {
        let buffering = SupplementalMessage(payloadType: 0, payload: [1, 2, 3])
        func unit(_ type: NALUnitType, _ bytes: [UInt8]) -> [UInt8] {
            NALUnitHeader(type: type, temporalID: level).bytes + bytes
        }
        let units = [
            unit(.accessUnitDelimiter, [0x50]), SupplementalMessage.unit([buffering], temporalID: level),
            unit(.trailR, [0xD0, 7]), unit(.trailR, [0x50, 8]), unit(.suffixSEI, [0x84, 1, 9, 0x80]),
        ]
        var sample: [UInt8] = []
        for unit in units { unit.withRawSpan { NALUnitFraming.appendUnit($0, to: &sample) } }
        return sample
    }

    private func units(_ sample: [UInt8]) throws -> [[UInt8]] {
        try sample.withRawSpan(NALUnitFraming.unitsOfSample).map { Array(sample[$0]) }
    }

    private func sample(_ units: [[UInt8]]) -> [UInt8] {
        var sample: [UInt8] = []
        for unit in units { unit.withRawSpan { NALUnitFraming.appendUnit($0, to: &sample) } }
        return sample
    }

    @Test("HDR10+ comes before the first slice with its picture's TemporalId, the RPU last with TemporalId 0")
    func places() throws {
        var random = SeededGenerator(seed: 7)
        for round in 0..<200 {
            let level = UInt8(round % 7)
            var metadata = metadata(&random)
            if round % 4 == 1 { metadata.hdr10Plus = nil }
            if round % 4 == 2 { metadata.dolbyVision = nil }
            let plain = sample(level)
            let whole = try plain.withRawSpan(metadata.inserted(intoSample:))
            #expect(whole.count == plain.count + metadata.insertedByteCount)
            var units = try units(whole)
            #expect(units.allSatisfy { $0.withRawSpan(NALUnitFraming.unitsOfAnnexB).isEmpty }, "no start codes")
            if metadata.dolbyVision != nil { #expect(units.removeLast().starts(with: [0x7C, 1, 0x19])) }
            if let payload = metadata.hdr10Plus {
                let unit = units.remove(at: 2)
                #expect(try unit.withRawSpan(NALUnitHeader.init) == NALUnitHeader(type: .prefixSEI, temporalID: level))
                let messages = try unit.withRawSpan(SupplementalMessage.messages)
                #expect(messages == [SupplementalMessage(payloadType: 4, payload: payload)])
            }
            #expect(sample(units) == plain, "nothing else changes")
            let found = try whole.withRawSpan { try AccessUnitMetadata(sample: $0) }
            #expect(try found.metadata() == metadata)
            #expect(found.faults(expecting: metadata).isEmpty)
            var aligned = whole
            #expect(try NALUnitFraming.alignTemporalIDs(inSample: &aligned) == 0)
        }
    }

    @Test("a sample with metadata, with an end of its sequence or without a slice takes none")
    func refusals() throws {
        var random = SeededGenerator(seed: 8)
        let metadata = metadata(&random)
        let plain = sample(0)
        let whole = try plain.withRawSpan(metadata.inserted(intoSample:))
        let ended = sample(try units(plain) + [[36 << 1, 1]])
        for bytes in [whole, ended, sample([[35 << 1, 1, 0x50]])] {
            #expect(throws: BitstreamError.self) { try bytes.withRawSpan(metadata.inserted(intoSample:)) }
        }
    }

    @Test("missing, doubled, exchanged and misplaced parts are faults")
    func faults() throws {
        var random = SeededGenerator(seed: 9)
        let (own, other) = (metadata(&random), metadata(&random))
        let whole = try units(try sample(2).withRawSpan(own.inserted(intoSample:)))
        let (message, rpu) = (whole[2], whole[whole.count - 1])
        func faults(_ units: [[UInt8]], _ expected: DynamicMetadata) throws -> [String] {
            try sample(units).withRawSpan { try AccessUnitMetadata(sample: $0) }.faults(expecting: expected)
        }
        func one(_ units: [[UInt8]], _ words: String) throws {
            let found = try faults(units, own)
            #expect(found.count == 1 && found[0].contains(words), "\(found)")
        }
        #expect(try faults(whole, own) == [])
        #expect(try faults(whole, other).count == 2)
        #expect(try faults(whole, DynamicMetadata()).count == 2)
        try one(whole.filter { $0 != message }, "HDR10+ is missing")
        try one(whole.filter { $0 != rpu }, "RPU is missing")
        try one([message] + whole, "2 messages")
        try one(whole + [rpu], "2 RPUs")
        try one(whole + [[38 << 1, 1, 0xFF, 0x80]], "not the last unit")
        try one(whole.dropLast() + [[rpu[0], 2] + rpu.dropFirst(2)], "7C 01")
        try one(whole.map { $0 == message ? [$0[0], 1] + $0.dropFirst(2) : $0 }, "TemporalId 0 instead of 2")
        try one(whole.filter { $0 != message }.dropLast() + [message, rpu], "not before the slices")
        var broken = rpu
        broken[broken.count - 2] ^= 1
        try one(whole.dropLast() + [broken], "checksum")
    }

    @Test("a message is found anywhere in its unit, and others are told apart")
    func several() throws {
        let payload = HandmadeHDR10Plus().payload
        let captions: [UInt8] = [0xB5, 0, 0x31] + Array("GA94".utf8) + [3, 4]
        let successor: [UInt8] = [0xB5, 0, 0x90, 0, 1, 4, 1]
        let messages = [captions, successor, payload].map { SupplementalMessage(payloadType: 4, payload: $0) }
        let light = SupplementalMessage(payloadType: 144, payload: [0, 1, 0, 1])
        let unit = SupplementalMessage.unit([light] + messages + [light])
        let found = try sample([unit] + (try units(sample(0)))).withRawSpan { try AccessUnitMetadata(sample: $0) }
        #expect(try found.metadata() == DynamicMetadata(hdr10Plus: payload))
        #expect(found.strangers == [.captions, .adaptiveToneMapping])
        let none = SupplementalMessage.unit(Array(messages.dropLast()))
        let without = try sample([none] + (try units(sample(0)))).withRawSpan { try AccessUnitMetadata(sample: $0) }
        #expect(without.isEmpty)
    }

    @Test("the same part twice counts once; two that differ, and a damaged one, are errors")
    func doubled() throws {
        var random = SeededGenerator(seed: 10)
        let (own, other) = (metadata(&random), metadata(&random))
        func parts(_ metadata: DynamicMetadata) throws -> [[UInt8]] {
            let units = try units(try sample(0).withRawSpan(metadata.inserted(intoSample:)))
            return [units[2], units[units.count - 1]]
        }
        func read(_ units: [[UInt8]]) throws -> DynamicMetadata {
            try sample(units).withRawSpan { try AccessUnitMetadata(sample: $0) }.metadata()
        }
        let (first, second) = (try parts(own), try parts(other))
        #expect(try read(first + first) == own)
        for units in [[first[0], second[0]], [first[1], second[1]]] {
            #expect(throws: BitstreamError.self) { try read(units) }
        }
        var damaged = first[1]
        damaged[20] ^= 1
        #expect(throws: BitstreamError.self) { try read([damaged]) }
        let cut = Array(first[0].prefix(20))
        #expect(throws: BitstreamError.self, "HDR10+ in a unit that ends early") { try read([cut]) }
    }

    @Test("access units that cannot be read matter only in films with metadata")
    func unreadUnits() {
        var tally = DynamicMetadataTally()
        tally.add(BitstreamError(.truncated, "NALUnitLength", "it ends"))
        #expect(tally.summary == nil)
        tally.add(DynamicMetadata(hdr10Plus: HandmadeHDR10Plus().payload))
        #expect(tally.summary?.hdr10PlusObstacles == ["picture 1 in decoding order is damaged: NALUnitLength: it ends"])
        #expect(tally.summary?.dolbyVisionObstacles == [] && tally.summary?.pictureCount == 2)
    }
}
