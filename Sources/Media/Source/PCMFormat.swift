/// How the numbers of uncompressed sound are written.
public struct PCMFormat: Hashable, Sendable, Codable {
    /// Bits of a number: 8, 16, 24 or 32, of floating point 32 or 64.
    public let bitDepth: Int
    /// Whether numbers are floating point.
    public let isFloat: Bool
    /// Whether the first byte of a number is its highest.
    public let isBigEndian: Bool
    /// Whether numbers may be negative; true for floating point.
    public let isSigned: Bool

    /// The format that FFmpeg has a codec's name for, as in `pcm_s24le`; nil for other codecs, and for formats that
    /// films do not have, as those with planes or a law.
    public init?(codec: String) {
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

    /// Bytes of a number.
    public var byteCount: Int { bitDepth / 8 }
}
