/// The unread rest of a line of two-pass statistics.
struct StatisticsLine {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { offset == bytes.count }

    /// Skips a label; false if something else is there.
    mutating func take(_ label: StaticString) -> Bool {
        let expected = "\(label)".utf8
        guard bytes[offset...].starts(with: expected) else { return false }
        offset += expected.count
        return true
    }

    mutating func byte() -> UInt8? {
        guard offset < bytes.count else { return nil }
        defer { offset += 1 }
        return bytes[offset]
    }

    /// A whole number as `%d` prints it: no plus, no leading zeros, no negative zero.
    mutating func integer(_ label: StaticString) -> Int32? {
        guard take(label) else { return nil }
        let sign = sign()
        guard let magnitude = magnitude() else { return nil }
        if sign < 0 && magnitude == 0 { return nil }
        return Int32(exactly: sign * magnitude)
    }

    /// A number as `%.2f` prints it, in hundredths.
    mutating func hundredths(_ label: StaticString) -> Int32? {
        guard take(label) else { return nil }
        let sign = sign()
        guard let whole = magnitude(), take("."), let tens = digit(), let ones = digit() else { return nil }
        return Int32(exactly: sign * (whole * 100 + tens * 10 + ones))
    }

    /// Whole numbers up to the end of a list, as x264 prints lists: each with a character after it.
    mutating func list(_ label: StaticString, separator: StaticString) -> [Int32]? {
        guard take(label) else { return nil }
        var numbers: [Int32] = []
        while offset < bytes.count, bytes[offset] == UInt8(ascii: "-") || 0x30...0x39 ~= bytes[offset] {
            guard let number = integer("") else { return nil }
            numbers.append(number)
            guard take(separator) else { break }
        }
        return numbers
    }

    /// A number of hundredths as `%.2f` prints it.
    static func decimal(_ hundredths: Int32) -> String {
        let magnitude = hundredths.magnitude
        let fraction = magnitude % 100
        return (hundredths < 0 ? "-" : "") + "\(magnitude / 100)." + (fraction < 10 ? "0" : "") + "\(fraction)"
    }

    private mutating func sign() -> Int64 { take("-") ? -1 : 1 }

    private mutating func digit() -> Int64? {
        guard offset < bytes.count, 0x30...0x39 ~= bytes[offset] else { return nil }
        defer { offset += 1 }
        return Int64(bytes[offset] - 0x30)
    }

    private mutating func magnitude() -> Int64? {
        let start = offset
        var value: Int64 = 0
        while let digit = digit() {
            // No 32-bit number has more than ten digits.
            guard offset - start <= 10 else { return nil }
            value = value * 10 + digit
        }
        let count = offset - start
        guard count > 0, count == 1 || bytes[start] != 0x30 else { return nil }
        return value
    }
}
