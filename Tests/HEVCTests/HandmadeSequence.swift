@testable import HEVC

/// A sequence parameter set in which every optional structure is present, written field by field from ISO/IEC 23008-2 7.3.2.2.
enum HandmadeSequence {
    static var unit: [UInt8] {
        var bits = BitWriter()
        bits.bits(0, 4)
        bits.bits(2, 3)  // three sub-layers
        bits.flag(true)
        bits.bits(1, 8)  // Main
        bits.bits(0x6000_0000, 32)
        bits.bits(0x9000_0000_0000, 48)
        bits.bits(93, 8)
        for present in [(true, true), (false, false)] {
            bits.flag(present.0)
            bits.flag(present.1)
        }
        bits.bits(0, 12)
        bits.bits(0, 64)  // profile of sub-layer 0: 88 bits, then its level
        bits.bits(0, 24)
        bits.bits(63, 8)
        bits.unsigned(1)
        bits.unsigned(3)  // 4:4:4
        bits.flag(false)
        bits.unsigned(640)
        bits.unsigned(360)
        bits.flag(false)
        bits.unsigned(0)
        bits.unsigned(0)
        bits.unsigned(4)
        bits.flag(false)  // ordering of the highest sub-layer only
        for value: UInt32 in [4, 2, 0] { bits.unsigned(value) }
        for value: UInt32 in [0, 3, 0, 3, 1, 1] { bits.unsigned(value) }
        scalingLists(&bits)
        bits.bits(0b11, 2)
        bits.flag(true)  // PCM
        bits.bits(0x77, 8)
        bits.unsigned(0)
        bits.unsigned(1)
        bits.flag(false)
        references(&bits)
        bits.flag(true)  // two long-term pictures
        bits.unsigned(2)
        bits.bits(0x123, 9)
        bits.bits(0x55, 9)
        bits.bits(0b11, 2)
        usability(&bits)
        bits.flag(false)
        bits.trailingBits()
        return [33 << 1, 1] + EmulationPrevention.inserted(into: bits.bytes)
    }

    private static func scalingLists(_ bits: inout BitWriter) {
        bits.flag(true)
        bits.flag(true)
        for size in 0..<4 {
            for matrix in stride(from: 0, to: 6, by: size == 3 ? 3 : 1) {
                let isCoded = matrix % 2 == 0
                bits.flag(isCoded)
                guard isCoded else {
                    bits.unsigned(UInt32(matrix > 0 && size < 3 ? 1 : 0))
                    continue
                }
                if size > 1 { bits.signed(-3) }
                for index in 0..<(size == 0 ? 16 : 64) { bits.signed(index % 2 == 0 ? 1 : -1) }
            }
        }
    }

    /// {-1, -3, +2}, then, shifted by -1: {-2, -4 unused, +1, -1}.
    private static func references(_ bits: inout BitWriter) {
        bits.unsigned(2)
        bits.unsigned(2)
        bits.unsigned(1)
        for (step, isUsed): (UInt32, Bool) in [(0, true), (1, true), (1, true)] {
            bits.unsigned(step)
            bits.flag(isUsed)
        }
        bits.flag(true)
        bits.flag(true)
        bits.unsigned(0)
        bits.flag(true)
        bits.flag(false)
        bits.flag(true)  // kept without being used
        bits.flag(true)
        bits.flag(true)
    }

    private static func usability(_ bits: inout BitWriter) {
        bits.flag(true)
        bits.flag(true)  // aspect 255, 7:5
        bits.bits(255, 8)
        bits.bits(7, 16)
        bits.bits(5, 16)
        bits.bits(0b11, 2)
        bits.flag(true)
        bits.bits(5, 3)
        bits.flag(true)
        bits.flag(true)
        bits.bits(9, 8)
        bits.bits(18, 8)
        bits.bits(9, 8)
        bits.flag(true)
        bits.unsigned(2)
        bits.unsigned(2)
        bits.bits(0, 3)
        bits.flag(true)
        for value: UInt32 in [1, 2, 3, 4] { bits.unsigned(value) }
        bits.flag(true)
        bits.bits(1001, 32)
        bits.bits(60000, 32)
        bits.flag(true)
        bits.unsigned(0)
        bits.flag(true)  // HRD with NAL, VCL and sub-picture parameters
        bits.bits(0b111, 3)
        bits.bits(0, 19)
        bits.bits(0, 8)
        bits.bits(0, 4)
        bits.bits(0, 15)
        for layer in 0..<3 {
            bits.flag(layer == 0)
            if layer > 0 { bits.flag(layer == 1) }
            if layer < 2 { bits.unsigned(9) } else { bits.flag(true) }
            if layer < 2 { bits.unsigned(1) }  // two buffers; low delay has one
            for _ in 0..<(2 * (layer < 2 ? 2 : 1)) {
                for value: UInt32 in [100, 200, 300, 400] { bits.unsigned(value) }
                bits.flag(false)
            }
        }
        bits.flag(true)
        bits.bits(0, 3)
        bits.unsigned(77)
        for value: UInt32 in [2, 1, 15, 15] { bits.unsigned(value) }
    }
}
