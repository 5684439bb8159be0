/// A point or a length in time as an exact fraction of a second: `value / timescale`.
///
/// Arithmetic never rounds: sums of times of different timescales use their least common timescale. Two times are equal
/// if they are the same instant, whatever their timescales (`1/2 == 2/4`).
///
/// `value` is any 64-bit integer; `timescale` is at least 1, in ticks per second. The counterpart of CMTime.
package struct MediaTime: Sendable {
    /// Number of ticks, negative before the origin.
    package let value: Int64
    /// Ticks per second, at least 1.
    package let timescale: Int32

    /// Creates `value / timescale` seconds. Precondition: `timescale > 0`.
    package init(value: Int64, timescale: Int32) {
        precondition(timescale > 0, "a timescale counts ticks per second and is positive")
        self.value = value
        self.timescale = timescale
    }

    /// The origin.
    package static let zero = MediaTime(value: 0, timescale: 1)

    /// The time in seconds, rounded to the nearest Double: for display and for rate arithmetic, never for timestamps.
    package var seconds: Double { Double(value) / Double(timescale) }

    /// The same instant in another timescale if it is exact, else nil.
    package func exactly(in timescale: Int32) -> MediaTime? {
        let (high, low) = value.multipliedFullWidth(by: Int64(timescale))
        guard (high == 0 && low <= UInt64(Int64.max)) || (high == -1 && low > UInt64(Int64.max)) else { return nil }
        let product = Int64(truncatingIfNeeded: low)
        guard product % Int64(self.timescale) == 0 else { return nil }
        return MediaTime(value: product / Int64(self.timescale), timescale: timescale)
    }

    /// The nearest instant in another timescale, halves away from zero. Saturates instead of overflowing.
    package func rounded(to timescale: Int32) -> MediaTime {
        let magnitude = value.magnitude.multipliedFullWidth(by: UInt64(timescale))
        let divisor = UInt64(self.timescale)
        let half = divisor / 2
        let (low, carry) = magnitude.low.addingReportingOverflow(half)
        let high = magnitude.high + (carry ? 1 : 0)
        guard high < divisor else {
            return MediaTime(value: value < 0 ? .min : .max, timescale: timescale)
        }
        let quotient = Int64(clamping: divisor.dividingFullWidth((high, low)).quotient)
        return MediaTime(value: value < 0 ? -quotient : quotient, timescale: timescale)
    }
}

extension MediaTime: Hashable, Comparable {
    /// Whether both are the same instant.
    package static func == (left: MediaTime, right: MediaTime) -> Bool {
        left.value.multipliedFullWidth(by: Int64(right.timescale))
            == right.value.multipliedFullWidth(by: Int64(left.timescale))
    }

    /// Whether the left instant is before the right one.
    package static func < (left: MediaTime, right: MediaTime) -> Bool {
        left.value.multipliedFullWidth(by: Int64(right.timescale))
            < right.value.multipliedFullWidth(by: Int64(left.timescale))
    }

    /// Hashes the instant, whatever its timescale.
    package func hash(into hasher: inout Hasher) {
        let reduced = self.reduced
        hasher.combine(reduced.value)
        hasher.combine(reduced.timescale)
    }

    /// The same instant with the smallest possible timescale.
    package var reduced: MediaTime {
        let divisor = greatestCommonDivisor(value.magnitude, UInt64(timescale))
        return MediaTime(value: value / Int64(divisor), timescale: Int32(UInt64(timescale) / divisor))
    }
}

extension MediaTime: AdditiveArithmetic {
    /// The exact sum.
    package static func + (left: MediaTime, right: MediaTime) -> MediaTime {
        combine(left, right, +)
    }

    /// The exact difference.
    package static func - (left: MediaTime, right: MediaTime) -> MediaTime {
        combine(left, right, -)
    }

    /// Precondition: the least common timescale of both fits in 31 bits, as it does for the timescales of media.
    private static func combine(
        _ left: MediaTime,
        _ right: MediaTime,
        _ operation: (Int64, Int64) -> Int64
    ) -> MediaTime {
        if left.timescale == right.timescale {
            return MediaTime(value: operation(left.value, right.value), timescale: left.timescale)
        }
        let divisor = Int64(greatestCommonDivisor(UInt64(left.timescale), UInt64(right.timescale)))
        let common = Int64(left.timescale) / divisor * Int64(right.timescale)
        return MediaTime(
            value: operation(
                left.value * (common / Int64(left.timescale)),
                right.value * (common / Int64(right.timescale))
            ),
            timescale: Int32(common)
        )
    }
}

extension MediaTime: Codable {
    /// Written as the two integers `[value, timescale]`.
    package init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        let value = try container.decode(Int64.self)
        let timescale = try container.decode(Int32.self)
        guard timescale > 0 else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "timescale \(timescale) is not positive"
            )
        }
        self.init(value: value, timescale: timescale)
    }

    /// Writes what `init(from:)` reads.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(value)
        try container.encode(timescale)
    }
}

extension MediaTime: CustomStringConvertible {
    /// The exact fraction, as in `1001/30000 s`.
    package var description: String { "\(value)/\(timescale) s" }
}

/// Euclid's greatest common divisor; 1 if both are zero, so that it may always be a divisor.
package func greatestCommonDivisor(_ left: UInt64, _ right: UInt64) -> UInt64 {
    var (a, b) = (left, right)
    while b != 0 { (a, b) = (b, a % b) }
    return max(a, 1)
}
