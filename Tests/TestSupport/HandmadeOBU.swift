import HEVC
package import Media

/// Open bitstream units of AV1, written byte by byte.
package enum HandmadeOBU {
    /// A unit with its size.
    package static func unit(_ type: UInt8, _ content: [UInt8]) -> [UInt8] {
        [type << 3 | 2] + number(content.count) + content
    }

    /// A metadata OBU with a message of T.35, from the country code on, and the trailing bits.
    package static func metadata(registered payload: [UInt8]) -> [UInt8] { unit(5, [4] + payload + [0x80]) }

    /// The message of T.35 for an RPU, from the country code on: an EMDF container with the RPU without its prefix.
    package static func registered(rpu payload: [UInt8]) -> [UInt8] {
        var bits = BitWriter()
        for code: UInt64 in [0xB5, 0x00, 0x3B, 0x00, 0x00, 0x08, 0x00] { bits.bits(code, 8) }
        // Version 0, key 6, payload 31 + 225 (as 6 and 1 in groups of five bits), discarded if unknown.
        for (value, count) in [(0, 2), (6, 3), (31, 5), (6, 5), (1, 1), (1, 5), (0, 1), (1, 5)] as [(UInt64, Int)] {
            bits.bits(value, count)
        }
        let size = payload.count - 1
        if size >= 256 {
            bits.bits(UInt64(size / 256 - 1), 8)
            bits.flag(true)
        }
        bits.bits(UInt64(size % 256), 8)
        bits.flag(false)
        for byte in payload.dropFirst() { bits.bits(UInt64(byte), 8) }
        // No further payload, and a protection of 8 bits.
        for (value, count) in [(0, 5), (1, 2), (0, 2), (0, 8)] as [(UInt64, Int)] { bits.bits(value, count) }
        while bits.position % 8 != 0 { bits.flag(true) }
        return bits.bytes
    }

    /// The metadata OBUs of a picture.
    package static func units(of metadata: DynamicMetadata) -> [UInt8] {
        (metadata.hdr10Plus.map { Self.metadata(registered: $0) } ?? [])
            + (metadata.dolbyVision.map { Self.metadata(registered: registered(rpu: $0)) } ?? [])
    }

    /// leb128().
    private static func number(_ value: Int) -> [UInt8] {
        value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7F | 0x80)] + number(value >> 7)
    }
}
