import Media
import TestSupport
import Testing

@testable import HEVC

@Suite struct AccessUnitTests {
    private let context = try! SliceHeader.Context(KnownStreams.main)

    /// A slice of the main stream: 160x96 in blocks of 32 or 64 has more than one block, so later segments have an
    /// address.
    private func slice(
        _ type: NALUnitType,
        isFirst: Bool = true,
        slice: SliceType,
        order: UInt64 = 5,
        level: UInt8 = 0
    ) -> [UInt8] {
        var bits = BitWriter()
        bits.flag(isFirst)
        if type.isIRAP { bits.flag(false) }
        bits.unsigned(0)
        if !isFirst {
            let blocks = context.sequence.codingTreeBlocks
            bits.bits(1, Int.bitWidth - (blocks - 1).leadingZeroBitCount)
        }
        bits.unsigned(UInt32(slice.rawValue))
        if !type.isIDR { bits.bits(order, 8) }
        bits.trailingBits()
        return NALUnitHeader(type: type, temporalID: level).bytes + EmulationPrevention.inserted(into: bits.bytes)
    }

    private func sample(_ units: [[UInt8]]) -> [UInt8] {
        var sample: [UInt8] = []
        for unit in units { unit.withRawSpan { NALUnitFraming.appendUnit($0, to: &sample) } }
        return sample
    }

    private func accessUnit(_ units: [[UInt8]], _ context: SliceHeader.Context?) throws -> AccessUnit {
        try sample(units).withRawSpan { span throws(BitstreamError) in
            try AccessUnit(sample: span, context: context)
        }
    }

    @Test("the first fields of a slice header are read")
    func header() throws {
        let unit = slice(.trailR, slice: .predicted, order: 201)
        let header = try unit.withRawSpan { span throws(BitstreamError) in try SliceHeader(unit: span, context: context)
        }
        #expect(header.isFirstInPicture)
        #expect(header.type == .predicted)
        #expect(header.orderCount == 201)
        let second = slice(.idrWithRADL, isFirst: false, slice: .intra)
        let next = try second.withRawSpan { span throws(BitstreamError) in try SliceHeader(unit: span, context: context)
        }
        #expect(!next.isFirstInPicture)
        #expect(next.address == 1)
        #expect(next.orderCount == 0)
    }

    @Test("an IDR picture with SEI is an intra random access point")
    func idr() throws {
        let units = [[39 << 1, 1, 0x80], slice(.idrWithoutLeading, slice: .intra)] as [[UInt8]]
        for context in [nil, context] {
            let unit = try accessUnit(units, context)
            #expect(unit.isIDR && unit.isIRAP)
            #expect(unit.isIntra == true)
            #expect(unit.sliceCount == 1)
            #expect(!unit.isSubLayerNonReference)
            #expect(!unit.holdsParameterSets)
        }
    }

    @Test("whether a trailing picture is intra is known with a context only")
    func intra() throws {
        let intra = [slice(.trailR, slice: .intra), slice(.trailR, isFirst: false, slice: .intra)]
        let mixed = [slice(.trailR, slice: .intra), slice(.trailR, isFirst: false, slice: .predicted)]
        #expect(try accessUnit(intra, nil).isIntra == nil)
        #expect(try accessUnit(intra, context).isIntra == true)
        #expect(try accessUnit(mixed, context).isIntra == false)
        #expect(try accessUnit(mixed, context).sliceCount == 2)
    }

    @Test("type, level and reference use come from the slice, whatever the SEI says")
    func level() throws {
        let unit = try accessUnit([[39 << 1, 1, 0x80], slice(.tsaN, slice: .bidirectional, level: 2)], context)
        #expect(unit.nalUnitType == .tsaN)
        #expect(unit.temporalID == 2)
        #expect(unit.isSubLayerNonReference)
        #expect(unit.isIntra == false)
        #expect(!unit.isIRAP)
    }

    @Test("samples without a slice, with two pictures, or with a picture that starts in the middle are refused")
    func refused() {
        let (first, second) = (slice(.trailR, slice: .predicted), slice(.trailR, isFirst: false, slice: .predicted))
        for units in [
            [], [[39 << 1, 1, 0x80]], [first, first], [second], [first, slice(.trailN, isFirst: false, slice: .intra)],
        ]
            as [[[UInt8]]]
        {
            #expect(throws: BitstreamError.self) { try accessUnit(units, context) }
        }
    }

    @Test("mutated samples are read or refused")
    func mutations() {
        var random = SeededGenerator(seed: 4)
        let original = sample([slice(.trailR, slice: .intra), slice(.trailR, isFirst: false, slice: .predicted)])
        var accepted = 0
        for _ in 0..<4000 {
            var bytes = original
            for _ in 0..<3 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let cut = Array(bytes[..<Int.random(in: 0...bytes.count, using: &random)])
            for bytes in [bytes, cut] {
                let unit = try? bytes.withRawSpan { span throws(BitstreamError) in
                    try AccessUnit(sample: span, context: context)
                }
                if let unit {
                    accepted += 1
                    #expect(unit.sliceCount >= 1)
                }
                _ = try? bytes.withRawSpan(NALUnitFraming.strippingParameterSets)
                _ = try? bytes.withRawSpan(ParameterSets.init(header:))
            }
        }
        #expect(accepted > 0)
    }

    @Test(
        "a sample moved to another temporal level has it in all units, and its slices become access points"
    )
    func temporalLevel() throws {
        let sei = NALUnitHeader(type: .prefixSEI).bytes + [5, 1, 0, 0x80]
        let before = sample([sei, slice(.trailR, slice: .predicted), slice(.trailR, isFirst: false, slice: .predicted)])
        var raised = before
        try NALUnitFraming.setTemporalID(2, ofSample: &raised)
        let headers = try raised.withRawSpan { span in
            try NALUnitFraming.unitsOfSample(span).map { try NALUnitHeader(span.extracting($0)) }
        }
        #expect(headers.map(\.temporalID) == [2, 2, 2])
        #expect(headers.map(\.type) == [.prefixSEI, .tsaR, .tsaR])
        #expect(raised.count == before.count && zip(raised, before).count { $0 != $1 } == 5)
        var upper = sample([slice(.trailR, slice: .bidirectional, level: 1)])
        try NALUnitFraming.setTemporalID(3, ofSample: &upper)
        #expect(upper == sample([slice(.trailR, slice: .bidirectional, level: 3)]))
        var same = before
        try NALUnitFraming.setTemporalID(0, ofSample: &same)
        #expect(same == before)
        var key = sample([slice(.idrWithRADL, slice: .intra)])
        #expect(throws: BitstreamError.self) { try NALUnitFraming.setTemporalID(1, ofSample: &key) }
    }
}
