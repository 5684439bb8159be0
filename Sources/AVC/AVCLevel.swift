/// A level of H.264 and its limit of the bit rate (ISO/IEC 14496-10 Table A-1).
package struct AVCLevel: Hashable, Sendable {
    /// level_idc, ten times the level.
    package let code: UInt8
    /// MaxBR in the units of the table, whose size depends on the profile.
    private let rate: Int

    /// Highest bit rate of a stream in bit/s (A.3.1, and table A-2 for the High profiles).
    package func bitsPerSecond(profile: UInt8) -> Int {
        switch profile {
        case 100: rate * 1250
        case 110: rate * 3000
        case 122, 244, 44: rate * 4000
        default: rate * 1000
        }
    }

    /// Levels from 1 to 6.2 without 1b, the lowest first.
    package static let all: [AVCLevel] = [
        (10, 64), (11, 192), (12, 384), (13, 768), (20, 2000), (21, 4000), (22, 4000), (30, 10_000), (31, 14_000),
        (32, 20_000), (40, 20_000), (41, 50_000), (42, 50_000), (50, 135_000), (51, 240_000), (52, 240_000),
        (60, 240_000), (61, 480_000), (62, 800_000),
    ].map { AVCLevel(code: $0.0, rate: $0.1) }

    /// The lowest level from `code` on that allows a bit rate in a profile; nil if none does.
    package static func lowest(from code: UInt8, profile: UInt8, bitsPerSecond: Int) -> AVCLevel? {
        all.first { $0.code >= code && $0.bitsPerSecond(profile: profile) >= bitsPerSecond }
    }
}
