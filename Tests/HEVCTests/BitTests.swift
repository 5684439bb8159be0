import Media
import TestSupport
import Testing

@testable import HEVC

@Suite struct BitTests {
    @Test("a reader reads the values that a writer writes")
    func roundTrip() throws {
        var random = SeededGenerator(seed: 1)
        var writer = BitWriter()
        var expected: [(kind: Int, width: Int, value: Int64)] = []
        for index in 0..<2000 {
            let width = Int.random(in: 1...32, using: &random)
            let value = UInt64.random(in: 0..<(1 << width), using: &random)
            switch index % 3 {
            case 0:
                writer.bits(value, width)
                expected.append((0, width, Int64(value)))
            case 1:
                let code = UInt32(min(value, UInt64(UInt32.max) - 1))
                writer.unsigned(code)
                expected.append((1, 0, Int64(code)))
            default:
                let code = Int32(Int64(value) - (1 << (width - 1)))
                writer.signed(max(code, -Int32.max))
                expected.append((2, 0, Int64(max(code, -Int32.max))))
            }
        }
        writer.trailingBits()
        #expect(writer.position % 8 == 0)
        var reader = BitReader(writer.bytes)
        for item in expected {
            switch item.kind {
            case 0: #expect(Int64(try reader.bits(item.width, "u")) == item.value)
            case 1: #expect(Int64(try reader.unsigned("ue")) == item.value)
            default: #expect(Int64(try reader.signed("se")) == item.value)
            }
        }
        #expect(try reader.flag("stop"))
    }

    @Test(
        "Exp-Golomb codes equal those of Table 9-2",
        arguments: zip(["1", "010", "011", "00100", "00111", "0001000"], [0, 1, 2, 3, 6, 7] as [UInt32])
    )
    func codes(_ text: String, _ value: UInt32) throws {
        var writer = BitWriter()
        writer.unsigned(value)
        #expect(writer.position == text.count)
        var reader = BitReader(writer.bytes)
        for bit in text { #expect(try reader.flag("bit") == (bit == "1")) }
    }

    @Test("reading beyond the end throws, and names the element")
    func truncated() throws {
        var reader = BitReader([0xFF])
        _ = try reader.bits(7, "first")
        #expect(throws: BitstreamError(.truncated, "second", "2 bits are needed, 1 are left")) {
            _ = try reader.bits(2, "second")
        }
        var zeros = BitReader([0, 0, 0, 0, 0, 0])
        #expect { _ = try zeros.unsigned("long") } throws: { ($0 as? BitstreamError)?.code == .invalid }
        var empty = BitReader([])
        #expect { _ = try empty.unsigned("none") } throws: { ($0 as? BitstreamError)?.code == .truncated }
    }

    @Test("emulation prevention is inserted where needed and removed again")
    func emulation() {
        let escaped = EmulationPrevention.inserted(into: [0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 0, 4, 0, 0])
        #expect(escaped == [0, 0, 3, 0, 0, 3, 0, 1, 0, 0, 3, 3, 0, 0, 4, 0, 0, 3])
        var random = SeededGenerator(seed: 2)
        for _ in 0..<500 {
            let payload =
                (0..<40).map { _ in UInt8([0, 0, 0, 1, 2, 3, 4, 255].randomElement(using: &random)!) } + [0x80]
            let escaped = EmulationPrevention.inserted(into: payload)
            #expect(escaped.withRawSpan { EmulationPrevention.removed(from: $0) } == payload)
            let triples = zip(zip(escaped, escaped.dropFirst()), escaped.dropFirst(2))
            #expect(!triples.contains { $0.0 == 0 && $0.1 == 0 && $1 <= 2 })
            #expect(escaped.last != 0)
        }
    }
}
