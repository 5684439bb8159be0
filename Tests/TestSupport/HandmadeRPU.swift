import HEVC

/// A Dolby Vision RPU, written field by field.
package struct HandmadeRPU {
    /// vdr_rpu_profile.
    package var codedProfile: UInt64 = 1
    package var hasSequence = true
    package var isFullRange = false
    /// vdr_bit_depth_minus8 + 8.
    package var resultDepth: UInt32 = 12
    package var compression: UInt64 = 0
    package var hasSmallerEnhancement = false
    package var hasNoResidual = true
    package var repeatsMapping = false
    /// signal_bit_depth; decoders expect 8 to 16.
    package var signalDepth: UInt64 = 12
    /// Pieces of the luma curve, each a polynomial; chroma has a multiple regression of the third order.
    package var pieces = 1
    /// Content of the blocks of both lists, by level.
    package var blocks: [[(level: UInt8, content: [UInt8])]] = [[], []]
    /// Bytes behind the blocks, which no reader knows.
    package var remainder: [UInt8] = []

    /// Describes an RPU of profile 8.
    package init() {}

    /// The content of a block of level 5.
    package static func area(_ left: UInt64, _ right: UInt64, _ top: UInt64, _ bottom: UInt64) -> [UInt8] {
        var bits = BitWriter()
        for offset in [left, right, top, bottom] { bits.bits(offset, 13) }
        bits.bits(0, 4)
        return bits.bytes
    }

    /// From the prefix to the final 0x80.
    package var payload: [UInt8] {
        var bits = BitWriter()
        writeHeader(&bits)
        if !repeatsMapping { writeMapping(&bits) }
        for value: UInt32 in [0, 0, 1] { bits.unsigned(value) }
        for count in [16 * 9 + 32 * 3, 16 * 9] {
            for place in 0..<count { bits.flag(place % 5 == 3) }
        }
        // Transfer with its three parameters; depth, space, chroma format and range; black, white and diagonal.
        let transfer: [(UInt64, Int)] = [(65535, 16), (0, 16), (0, 16), (0, 32)]
        let form: [(UInt64, Int)] = [(signalDepth, 5), (0, 2), (0, 2), (1, 2), (62, 12), (3696, 12), (42, 10)]
        for (value, width) in transfer + form { bits.bits(value, width) }
        for list in blocks { HandmadeRPU.write(list, &bits) }
        while bits.position % 8 != 0 { bits.flag(false) }
        for byte in remainder { bits.bits(UInt64(byte), 8) }
        let sum = HandmadeRPU.checksum(bits.bytes)
        return [0x19] + bits.bytes + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) } + [0x80]
    }

    /// CRC-32/MPEG-2, bit by bit.
    package static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = .max
        for byte in bytes {
            for place in (0..<8).reversed() {
                let isSet = sum >> 31 != UInt32(byte >> place & 1)
                sum = sum << 1 ^ (isSet ? 0x04C1_1DB7 : 0)
            }
        }
        return sum
    }

    private func writeHeader(_ bits: inout BitWriter) {
        bits.bits(2, 6)
        bits.bits(18, 11)
        bits.bits(codedProfile, 4)
        bits.bits(0, 4)
        bits.flag(hasSequence)
        if hasSequence {
            bits.flag(false)
            bits.bits(0, 2)
            bits.unsigned(23)
            bits.bits(1, 2)
            bits.flag(isFullRange)
            bits.unsigned(2)
            bits.unsigned(2)
            bits.unsigned(resultDepth - 8)
            bits.flag(false)
            bits.bits(compression, 3)
            bits.flag(hasSmallerEnhancement)
            bits.flag(hasNoResidual)
        }
        bits.flag(true)
        bits.flag(repeatsMapping)
        if repeatsMapping { bits.unsigned(0) }
    }

    private func writeMapping(_ bits: inout BitWriter) {
        for _ in 0..<3 { bits.unsigned(0) }
        let counts = [pieces, 1, 1]
        for count in counts {
            bits.unsigned(UInt32(count - 1))
            for pivot in 0...count { bits.bits(UInt64(pivot * 100), 10) }
        }
        if !hasNoResidual {
            bits.bits(0, 3)
            bits.bits(0, 10)
            bits.bits(1023, 10)
        }
        bits.unsigned(0)
        bits.unsigned(0)
        func coefficient(_ value: Int32) {
            bits.signed(value)
            bits.bits(0, 23)
        }
        for piece in 0..<pieces {
            let order = piece % 2
            bits.unsigned(0)
            bits.unsigned(UInt32(order))
            if order == 0 { bits.flag(false) }
            for place in 0..<(order + 2) { coefficient(place == 1 ? 1 : -3) }
        }
        for _ in 0..<2 {
            bits.unsigned(1)
            bits.bits(2, 2)
            for place in 0..<(1 + 3 * 7) { coefficient(Int32(place) - 9) }
        }
        guard !hasNoResidual else { return }
        for _ in 0..<3 {
            bits.bits(512, 10)
            for _ in 0..<3 {
                bits.unsigned(1)
                bits.bits(0, 23)
            }
        }
    }

    private static func write(_ list: [(level: UInt8, content: [UInt8])], _ bits: inout BitWriter) {
        bits.unsigned(UInt32(list.count))
        while bits.position % 8 != 0 { bits.flag(false) }
        for block in list {
            bits.unsigned(UInt32(block.content.count))
            bits.bits(UInt64(block.level), 8)
            for byte in block.content { bits.bits(UInt64(byte), 8) }
        }
    }
}
