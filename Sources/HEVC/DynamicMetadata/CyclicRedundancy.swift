/// The checksum at the end of a Dolby Vision RPU: CRC-32/MPEG-2.
enum CyclicRedundancy {
    /// Polynomial 04C11DB7, from ones, neither reflected nor inverted at the end.
    static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
        var remainder: UInt32 = 0xFFFF_FFFF
        for byte in bytes { remainder = remainder << 8 ^ table[Int(UInt8(remainder >> 24) ^ byte)] }
        return remainder
    }

    private static let table: [UInt32] = (UInt32(0)..<256).map { byte in
        (0..<8).reduce(byte << 24) { remainder, _ in
            remainder & 0x8000_0000 == 0 ? remainder << 1 : remainder << 1 ^ 0x04C1_1DB7
        }
    }
}
