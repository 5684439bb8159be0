/// How the samples of a planar 4:2:0 picture are stored.
package enum PixelFormat: String, Hashable, Sendable, Codable, CaseIterable {
    /// Three planes, one byte per sample.
    case yuv420p8
    /// Three planes, two bytes per sample, little-endian, the value in the low ten bits.
    case yuv420p10

    /// Bits of each sample: 8 or 10.
    package var bitDepth: Int { self == .yuv420p8 ? 8 : 10 }

    /// Bytes of each stored sample: 1 or 2.
    package var bytesPerSample: Int { self == .yuv420p8 ? 1 : 2 }
}
