/// A number of bytes for display: in the largest power of a thousand that leaves a whole number before the decimal
/// point.
package struct ByteSize: Hashable, Sendable {
    /// The number itself; negative ones count as 0.
    package let byteCount: Int64

    /// Creates a size.
    package init(_ byteCount: Int64) { self.byteCount = max(byteCount, 0) }

    private static let units: [(name: String, byteCount: Int64, digits: Int)] = [
        ("TB", 1_000_000_000_000, 3), ("GB", 1_000_000_000, 3), ("MB", 1_000_000, 2), ("kB", 1000, 1),
    ]
}

extension ByteSize: CustomStringConvertible {
    /// As in `1 byte`, `317 bytes`, `12.3 kB`, `4.56 MB`, `1.234 GB`; never 0 of a larger unit.
    package var description: String {
        guard let unit = ByteSize.units.first(where: { byteCount >= $0.byteCount }) else {
            return counted(Int(byteCount), "byte")
        }
        var power: Int64 = 1
        for _ in 0..<unit.digits { power *= 10 }
        // No overflow: the rest is below 10^12, and its power at most 1000.
        let (whole, rest) = byteCount.quotientAndRemainder(dividingBy: unit.byteCount)
        let fraction = (rest * power + unit.byteCount / 2) / unit.byteCount
        return "\(whole + fraction / power).\(String(power + fraction % power).dropFirst()) \(unit.name)"
    }
}
