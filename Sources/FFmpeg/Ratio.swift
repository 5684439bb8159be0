/// A fraction as FFmpeg gives it: neither part is checked.
package struct Ratio: Hashable, Sendable {
    /// The number above the line.
    package let numerator: Int32
    /// The number below the line.
    package let denominator: Int32

    /// Creates a fraction of any two numbers.
    package init(_ numerator: Int32, over denominator: Int32) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// True when both parts are positive.
    package var isPositive: Bool { numerator > 0 && denominator > 0 }

    /// The nearest whole number of `1 / unit`; -1 if the fraction has no value.
    func rounded(to unit: Int64) -> Int64 {
        guard denominator > 0, numerator >= 0 else { return -1 }
        return (Int64(numerator) * unit + Int64(denominator) / 2) / Int64(denominator)
    }
}
