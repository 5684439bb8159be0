@testable import HEVC

/// A sequence parameter set in which every optional structure is present, written field by field from ISO/IEC 23008-2
/// 7.3.2.2.
enum HandmadeSequence {
    static var unit: [UInt8] { unit() }

    /// The set with `subLayers` (1 to 3) of its three sub-layers, as the standard requires for each number.
    static func unit(subLayers: Int = 3, hasOrderingOfEach: Bool = false) -> [UInt8] {
        var bits = BitWriter()
        bits.bits(0, 4)
        bits.bits(UInt64(subLayers - 1), 3)
        bits.flag(true)
        profileTierLevel(&bits, subLayers: subLayers)
        bits.unsigned(1)
        bits.unsigned(3)  // 4:4:4
        bits.flag(false)
        bits.unsigned(640)
        bits.unsigned(360)
        bits.flag(false)
        bits.unsigned(0)
        bits.unsigned(0)
        bits.unsigned(4)
        ordering(&bits, subLayers: subLayers, ofEach: hasOrderingOfEach)
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
        usability(&bits, subLayers: subLayers)
        bits.flag(false)
        bits.trailingBits()
        return [33 << 1, 1] + EmulationPrevention.inserted(into: bits.bytes)
    }

    /// A video parameter set of the same sub-layers, with two HRD structures, of which the second takes over from the
    /// first.
    static func videoUnit(subLayers: Int = 3, hasOrderingOfEach: Bool = false) -> [UInt8] {
        var bits = BitWriter()
        bits.bits(0, 4)
        bits.bits(0b11, 2)
        bits.bits(0, 6)
        bits.bits(UInt64(subLayers - 1), 3)
        bits.flag(true)
        bits.bits(0xFFFF, 16)
        profileTierLevel(&bits, subLayers: subLayers)
        ordering(&bits, subLayers: subLayers, ofEach: hasOrderingOfEach)
        bits.bits(1, 6)
        bits.unsigned(1)
        bits.bits(0b10, 2)
        bits.flag(true)
        bits.bits(1001, 32)
        bits.bits(60000, 32)
        bits.flag(false)
        bits.unsigned(2)
        bits.unsigned(0)
        hypotheticalDecoder(&bits, subLayers: subLayers)
        bits.unsigned(1)
        bits.flag(false)
        hypotheticalDecoder(&bits, subLayers: subLayers, hasCommonInformation: false)
        bits.flag(false)
        bits.trailingBits()
        return [32 << 1, 1] + EmulationPrevention.inserted(into: bits.bytes)
    }

    /// Main at level 3.1; sub-layer 0 has a profile and level 2.1 of its own, sub-layer 1 has neither.
    private static func profileTierLevel(_ bits: inout BitWriter, subLayers: Int) {
        guard subLayers > 1 else {
            ownProfile(&bits)
            return bits.bits(63, 8)
        }
        bits.bits(1, 8)
        bits.bits(0x6000_0000, 32)
        bits.bits(0x9000_0000_0000, 48)
        bits.bits(93, 8)
        bits.bits(subLayers == 3 ? 0b1100 : 0b11, 2 * (subLayers - 1))
        bits.bits(0, 2 * (9 - subLayers))
        ownProfile(&bits)
        bits.bits(63, 8)
    }

    private static func ownProfile(_ bits: inout BitWriter) {
        bits.bits(2, 8)
        bits.bits(0x2000_0000, 32)
        bits.bits(0x9000_0000_0001, 48)
    }

    private static func ordering(_ bits: inout BitWriter, subLayers: Int, ofEach: Bool) {
        bits.flag(ofEach)
        for values: [UInt32] in ofEach ? Array([[2, 0, 0], [3, 1, 5], [4, 2, 0]].prefix(subLayers)) : [[4, 2, 0]] {
            for value in values { bits.unsigned(value) }
        }
    }

    /// HRD with NAL, VCL and sub-picture parameters.
    private static func hypotheticalDecoder(
        _ bits: inout BitWriter,
        subLayers: Int,
        hasCommonInformation: Bool = true
    ) {
        if hasCommonInformation {
            bits.bits(0b111, 3)
            bits.bits(0, 19)
            bits.bits(0, 8)
            bits.bits(0, 4)
            bits.bits(0, 15)
        }
        for layer in 0..<subLayers {
            bits.flag(layer == 0)
            if layer > 0 { bits.flag(layer == 1) }
            if layer < 2 { bits.unsigned(9) } else { bits.flag(true) }
            if layer < 2 { bits.unsigned(1) }  // two buffers; low delay has one
            for _ in 0..<(2 * (layer < 2 ? 2 : 1)) {
                for value: UInt32 in [100, 200, 300, 400] { bits.unsigned(value + UInt32(layer)) }
                bits.flag(false)
            }
        }
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

    private static func usability(_ bits: inout BitWriter, subLayers: Int) {
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
        bits.flag(true)
        hypotheticalDecoder(&bits, subLayers: subLayers)
        bits.flag(true)
        bits.bits(0, 3)
        bits.unsigned(77)
        for value: UInt32 in [2, 1, 15, 15] { bits.unsigned(value) }
    }
}
