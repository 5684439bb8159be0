/// The sample format of uncompressed audio.
package struct PCMFormat: Hashable, Sendable, Codable {
    /// Bits per sample: 8, 16, 24 or 32; for floating point 32 or 64.
    package let bitDepth: Int
    /// Whether samples are floating point.
    package let isFloat: Bool
    /// Whether samples are big-endian.
    package let isBigEndian: Bool
    /// Whether samples are signed; true for floating point.
    package let isSigned: Bool

    /// The format of one of FFmpeg's codec names, as in `pcm_s24le`; nil for other codecs, and for formats that films
    /// do not have, such as planar or companded ones.
    package init?(codec: String) {
        guard codec.hasPrefix("pcm_") else { return nil }
        let name = codec.dropFirst(4)
        guard let sort = name.first, "suf".contains(sort) else { return nil }
        let digits = name.dropFirst().prefix { $0.isNumber }
        let order = name.dropFirst(1 + digits.count)
        guard let bits = Int(digits), sort == "f" ? [32, 64].contains(bits) : [8, 16, 24, 32].contains(bits),
            bits == 8 ? order.isEmpty : ["le", "be"].contains(order)
        else { return nil }
        bitDepth = bits
        isFloat = sort == "f"
        isBigEndian = order == "be"
        isSigned = sort != "u"
    }

    /// Bytes per sample.
    package var byteCount: Int { bitDepth / 8 }
}
