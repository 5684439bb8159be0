import Media
import TestSupport
import Testing

@testable import HEVC

/// The proof of a stream's metadata, and the position of their units.
@Suite struct MetadataProofTests {
    private static let delimiter = NALUnitHeader(type: .accessUnitDelimiter).bytes + [0x50]
    private static let buffering = SupplementalMessage.unit([SupplementalMessage(payloadType: 0, payload: [7])])
    private static let slice = NALUnitHeader(type: .idrWithRADL).bytes + [0x80, 1]
    private static let further = NALUnitHeader(type: .idrWithRADL).bytes + [0, 1]
    private static let metadata = StaticMetadata(
        masteringDisplay: SupplementalTests.metadata.masteringDisplay,
        contentLight: SupplementalTests.metadata.contentLight,
        preferredTransfer: 18,
        ambientViewing: AmbientViewing(illuminance: 3_140_000, x: 15635, y: 16450)
    )

    private func sample(_ units: [[UInt8]]) -> [UInt8] {
        var sample: [UInt8] = []
        for unit in units { unit.withRawSpan { NALUnitFraming.appendUnit($0, to: &sample) } }
        return sample
    }

    private func faults(_ units: [[UInt8]], of metadata: StaticMetadata = metadata) -> [String] {
        sample(units).withRawSpan { metadata.faults(inSample: $0) }
    }

    @Test("units are inserted after delimiter and SEI and before the first of several slices")
    func place() throws {
        let (delimiter, buffering) = (Self.delimiter, Self.buffering)
        let bare = sample([delimiter, buffering, Self.slice, Self.further])
        let whole = try bare.withRawSpan { span throws(BitstreamError) in
            try NALUnitFraming.inserting(Self.metadata.units, intoSample: span)
        }
        #expect(whole == sample([delimiter, buffering] + Self.metadata.units + [Self.slice, Self.further]))
        #expect(whole.withRawSpan { Self.metadata.faults(inSample: $0) } == [])
        let none = try bare.withRawSpan { span throws(BitstreamError) in
            try NALUnitFraming.inserting([], intoSample: span)
        }
        #expect(none == bare)
    }

    @Test("a sample without a slice has no position for them")
    func noPlace() {
        for units in [[], [Self.delimiter]] as [[[UInt8]]] {
            #expect(throws: BitstreamError.self) {
                try sample(units).withRawSpan { span throws(BitstreamError) in
                    try NALUnitFraming.inserting(Self.metadata.units, intoSample: span)
                }
            }
        }
    }

    @Test("each missing, doubled, altered, unrequested or late message is a fault with its name")
    func faults() {
        let units = Self.metadata.units
        #expect(faults(units + [Self.slice]) == [])
        #expect(faults([SupplementalMessage.unit(Self.metadata.messages), Self.slice]) == [], "one unit for all")
        #expect(faults([Self.buffering, Self.slice], of: StaticMetadata()) == [], "other messages are not ours")
        let types = [137, 144, 147, 148]
        for (index, type) in types.enumerated() {
            var missing = units
            missing.remove(at: index)
            let name = "(SEI \(type))"
            #expect(faults(missing + [Self.slice]).map { $0.contains(name) && $0.hasSuffix("is missing") } == [true])
            let double = faults(units + [units[index], Self.slice])
            #expect(double.map { $0.contains(name) && $0.hasSuffix("appears 2 times") } == [true])
            let behind = faults(missing + [Self.slice, units[index]])
            #expect(behind.map { $0.contains(name) && $0.hasSuffix("is after the slices") } == [true])
            #expect(faults([units[index], Self.slice], of: StaticMetadata()).map { $0.contains(name) } == [true])
            var altered = units
            var message = Self.metadata.messages[index]
            message.payload[message.payload.count - 1] ^= 1
            altered[index] = SupplementalMessage.unit([message])
            #expect(faults(altered + [Self.slice]).map { $0.contains(name) && $0.contains("instead of") } == [true])
        }
    }

    @Test("unreadable units are faults and never a crash, wherever they are cut off")
    func damaged() {
        let whole = sample(Self.metadata.units + [Self.slice])
        let withoutSlice = sample(Self.metadata.units).count
        for count in 0..<whole.count {
            let faults = Array(whole[..<count]).withRawSpan { Self.metadata.faults(inSample: $0) }
            #expect(faults.isEmpty == (count == withoutSlice), "\(count) bytes")
        }
        var random = SeededGenerator(seed: 13)
        for _ in 0..<2000 {
            var damaged = whole
            damaged[Int.random(in: 0..<damaged.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
            _ = damaged.withRawSpan { Self.metadata.faults(inSample: $0) }
        }
    }

    @Test("units of hvcC are proved in the same way")
    func configuration() {
        #expect(Self.metadata.faults(inUnits: Self.metadata.units) == [])
        #expect(Self.metadata.faults(inUnits: []).count == 4)
        #expect(StaticMetadata().faults(inUnits: []) == [])
    }
}
