/// The limits of a film on the decoder's buffer: the rate at which it fills and its size in bits (VBV, or the coded
/// picture buffer of ISO/IEC 23008-2 annex C). They apply to the whole film, across all joints of ranges.
package struct BufferLimits: Hashable, Sendable {
    /// Rate at which the buffer fills, in bit/s; positive, at most 2 Gbit/s.
    package let bitsPerSecond: Int
    /// Size of the buffer in bits; positive, at most 2 Gbit.
    package let bufferBits: Int

    /// Allowed rates and sizes.
    package static let allowed = 1...2_000_000_000

    /// How full the buffer is before the first picture of the film is decoded, in tenths: 9, as in x265.
    package static let initialTenths = 9

    /// Creates limits; nil if one of the two is not allowed.
    package init?(bitsPerSecond: Int, bufferBits: Int) {
        guard Self.allowed.contains(bitsPerSecond), Self.allowed.contains(bufferBits) else { return nil }
        self.bitsPerSecond = bitsPerSecond
        self.bufferBits = bufferBits
    }

    /// Bits in the buffer before the first picture of the film is decoded.
    package var initialBits: Int { max(bufferBits * Self.initialTenths / 10, 1) }

    /// Seconds in which an empty buffer fills.
    package var seconds: Double { Double(bufferBits) / Double(bitsPerSecond) }
}

extension BufferLimits: Codable {
    private enum CodingKeys: String, CodingKey { case maximum, buffer }

    /// Reads `{"maximum": BITS_PER_SECOND, "buffer": BITS}`; rejects values that this type does not allow.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let rate = try values.decode(Int.self, forKey: .maximum)
        let bits = try values.decode(Int.self, forKey: .buffer)
        guard let limits = BufferLimits(bitsPerSecond: rate, bufferBits: bits) else {
            throw DecodingError.dataCorruptedError(
                forKey: .maximum,
                in: values,
                debugDescription: "\(rate) bit/s and \(bits) bits are not valid buffer limits"
            )
        }
        self = limits
    }

    /// Writes what `init(from:)` reads.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(bitsPerSecond, forKey: .maximum)
        try values.encode(bufferBits, forKey: .buffer)
    }
}

extension BufferLimits: CustomStringConvertible {
    /// As in `at most 5000 kbit/s into a buffer of 5000 kbit`.
    package var description: String {
        func kilobits(_ bits: Int) -> String { bits % 1000 == 0 ? "\(bits / 1000)" : "\(Double(bits) / 1000)" }
        return "at most \(kilobits(bitsPerSecond)) kbit/s into a buffer of \(kilobits(bufferBits)) kbit"
    }
}
