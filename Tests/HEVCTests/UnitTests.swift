import Media
import TestSupport
import Testing

@testable import HEVC

@Suite struct UnitTests {
    @Test("a unit header is read as written")
    func header() throws {
        for type in UInt8(0)..<64 {
            for layer in [UInt8(0), 1, 31, 32, 63] {
                for level in UInt8(0)..<7 {
                    let header = NALUnitHeader(type: NALUnitType(rawValue: type), layerID: layer, temporalID: level)
                    #expect(try header.bytes.withRawSpan(NALUnitHeader.init) == header)
                }
            }
        }
    }

    @Test(
        "bytes that cannot start a unit are refused",
        arguments: [[0x80, 1], [0x40, 0], [0x40]] as [[UInt8]]
    )
    func noHeader(_ bytes: [UInt8]) {
        #expect(throws: BitstreamError.self) { try bytes.withRawSpan(NALUnitHeader.init) }
    }

    @Test("an Annex B stream is converted to a sample and back, with any start codes and trailing zeros")
    func framing() throws {
        let units: [[UInt8]] = [[0x40, 1, 7], [0x42, 1, 0, 0, 3, 1], [0x26, 1, 0x80]]
        let stream: [UInt8] =
            [0, 0, 0, 0, 1] + units[0] + [0, 0, 1] + units[1] + [0, 0, 0, 0, 0, 1] + units[2] + [0, 0]
        let sample = stream.withRawSpan(NALUnitFraming.lengthPrefixed)
        #expect(sample == units.flatMap { [0, 0, 0, UInt8($0.count)] + $0 })
        let back = try sample.withRawSpan(NALUnitFraming.annexB)
        #expect(back == units.flatMap { [0, 0, 0, 1] + $0 })
        #expect(back.withRawSpan(NALUnitFraming.lengthPrefixed) == sample)
    }

    @Test("lengths of one to four bytes become four, and invalid lengths are errors", arguments: 1...4)
    func lengths(count: Int) throws {
        let units: [[UInt8]] = [[0x40, 1, 7], [0x42, 1, 0, 0, 3, 1], [0x26, 1, 0x80]]
        func sample(_ count: Int) -> [UInt8] {
            units.flatMap { Array(repeating: 0, count: count - 1) + [UInt8($0.count)] + $0 }
        }
        let long = try sample(count).withRawSpan { try NALUnitFraming.sample($0, withLengthsOf: count) }
        #expect(long == sample(4))
        #expect(throws: BitstreamError.self) {
            try Array(sample(count).dropLast()).withRawSpan { try NALUnitFraming.sample($0, withLengthsOf: count) }
        }
    }

    @Test("every truncation of a sample is an error or ends between units")
    func truncatedSample() throws {
        let sample: [UInt8] = [0, 0, 0, 3, 0x40, 1, 7, 0, 0, 0, 2, 0x26, 1]
        for count in 0...sample.count {
            let cut = Array(sample[..<count])
            if [0, 7, 13].contains(count) {
                #expect(try cut.withRawSpan(NALUnitFraming.unitsOfSample).count == [0: 0, 7: 1, 13: 2][count])
            } else {
                #expect(throws: BitstreamError.self) { try cut.withRawSpan(NALUnitFraming.unitsOfSample) }
            }
        }
    }

    @Test("a length beyond the sample, or too short for a header, is refused")
    func badLengths() {
        for sample: [UInt8] in [
            [0xFF, 0xFF, 0xFF, 0xFF, 1, 2], [0, 0, 0, 1, 2], [0, 0, 0, 0], [0x7F, 0xFF, 0xFF, 0xFF],
        ] {
            #expect(throws: BitstreamError.self) { try sample.withRawSpan(NALUnitFraming.unitsOfSample) }
        }
    }

    @Test("parameter sets are found in headers of both framings, after other units and repeated")
    func parameterSets() throws {
        let sets = KnownStreams.layered
        let information: [UInt8] = [0x4E, 1] + Array(repeating: 0x55, count: 318)
        for framed in [sets.annexB, sets.lengthPrefixed] {
            #expect(try framed.withRawSpan(ParameterSets.init(header:)) == sets)
            #expect(try (framed + framed).withRawSpan(ParameterSets.init(header:)) == sets)
        }
        // A first unit of 256 to 511 bytes has a length that looks like a start code.
        let lengths: [UInt8] = [0, 0, 1, 64] + information + sets.lengthPrefixed
        #expect(try lengths.withRawSpan(ParameterSets.init(header:)) == sets)
        #expect(try ([0, 0, 1] + information + sets.annexB).withRawSpan(ParameterSets.init(header:)) == sets)
    }

    @Test("a header without a parameter set, or with two different ones, is refused")
    func incomplete() {
        let sets = KnownStreams.main
        for kept in [[sets.vps, sets.sps], [sets.vps, sets.pps], [sets.sps, sets.pps], []] {
            let header: [UInt8] = kept.flatMap { (unit: [UInt8]) -> [UInt8] in [0, 0, 0, 1] + unit }
            #expect { try header.withRawSpan(ParameterSets.init(header:)) } throws: {
                ($0 as? BitstreamError)?.code == .missing
            }
        }
        let two = sets.annexB + KnownStreams.layered.annexB
        #expect { try two.withRawSpan(ParameterSets.init(header:)) } throws: {
            ($0 as? BitstreamError)?.code == .unsupported
        }
        #expect(throws: BitstreamError.self) { try ([1, 2, 3] as [UInt8]).withRawSpan(ParameterSets.init(header:)) }
    }

    @Test("parameter sets, end units and filler are removed from a sample, the rest stays in order")
    func stripping() throws {
        let kept: [[UInt8]] = [
            [35 << 1, 1, 0x50], [39 << 1, 1, 1, 2], [20 << 1, 1, 0xAF], [40 << 1, 1, 9], [62 << 1, 1, 5],
        ]
        let dropped: [[UInt8]] = [
            KnownStreams.main.vps, KnownStreams.main.sps, KnownStreams.main.pps, [36 << 1, 1], [37 << 1, 1],
            [38 << 1, 1, 255],
        ]
        var sample: [UInt8] = []
        var expected: [UInt8] = []
        for index in 0..<6 {
            dropped[index].withRawSpan { NALUnitFraming.appendUnit($0, to: &sample) }
            guard index < kept.count else { continue }
            kept[index].withRawSpan { NALUnitFraming.appendUnit($0, to: &sample) }
            kept[index].withRawSpan { NALUnitFraming.appendUnit($0, to: &expected) }
        }
        #expect(try sample.withRawSpan(NALUnitFraming.strippingParameterSets) == expected)
        #expect(try expected.withRawSpan(NALUnitFraming.strippingParameterSets) == expected)
    }
}
