/// Decimal fractions as text, without Foundation.
enum DecimalText {
    /// A number of 10^-places, without trailing zeros.
    static func of(_ value: UInt64, places: Int) -> String {
        let unit = (0..<places).reduce(UInt64(1)) { power, _ in power * 10 }
        let digits = String(value % unit)
        var fraction = String(repeating: "0", count: places - digits.count) + digits
        while fraction.last == "0" { fraction.removeLast() }
        return fraction.isEmpty ? "\(value / unit)" : "\(value / unit).\(fraction)"
    }
}
