import HEVC
import Media
import Testing

@testable import AVC

@Suite("Samples of H.264")
struct AVCAccessUnitTests {
    private func read(_ units: [[UInt8]]) throws -> AVCAccessUnit {
        var sample: [UInt8] = []
        for unit in units { unit.withRawSpan { NALUnitFraming.appendUnit($0, to: &sample) } }
        return try sample.withRawSpan { (span) throws(BitstreamError) in try AVCAccessUnit(sample: span) }
    }

    @Test("an IDR picture of two slices is intra and a reference")
    func idr() throws {
        // first_mb 0 and slice_type 7; first_mb 3 and slice_type 2.
        let unit = try read([[0x65, 0b1000_1000, 0x80], [0x65, 0b0010_0011, 0x80]])
        #expect(unit.isIDR && unit.isIntra && !unit.isDisposable)
    }

    @Test("a B picture without references to it is disposable")
    func disposable() throws {
        // first_mb 0, slice_type 6.
        let unit = try read([[0x01, 0b1001_1100, 0x80]])
        #expect(!unit.isIDR && !unit.isIntra && unit.isDisposable)
    }

    @Test(
        "anything but the slices of one picture is refused",
        arguments: [
            [], [[0x67, 0x42, 0, 0]], [[0x06, 5, 0]], [[0x65, 0x88, 0x80], [0x41, 0x9A, 0x80]], [[0x09, 0xF0]],
            [[0x65, 0]],
        ] as [[[UInt8]]]
    )
    func refused(units: [[UInt8]]) { #expect(throws: BitstreamError.self) { try read(units) } }

    @Test("parameter sets are taken from a header, without the message of the encoder")
    func header() throws {
        var header: [UInt8] = []
        for unit: [UInt8] in [[0x67, 0x64, 0, 13], [0x68, 0xEB], [0x06, 5, 1, 0]] {
            unit.withRawSpan { NALUnitFraming.appendUnit($0, to: &header) }
        }
        let sets = try header.withRawSpan { (span) throws(BitstreamError) in
            try ParameterSets(avcHeader: span)
        }
        #expect(sets.sps == [0x67, 0x64, 0, 13] && sets.pps == [0x68, 0xEB] && sets.vps.isEmpty)
        #expect(sets.byteStreamCount == 4 + 4 + 4 + 2)
        let twice = header + header
        #expect(throws: BitstreamError.self) {
            try twice.withRawSpan { (span) throws(BitstreamError) in try ParameterSets(avcHeader: span) }
        }
    }
}
