/// A JSON document whose values can be replaced, one by one, by what nobody can have meant.
///
/// Mutated as bytes, a document is hardly ever JSON; this way it always is, and the reader gets to its numbers.
struct ForgedText {
    /// The document as it was written.
    let original: [UInt8]
    /// Where each value lies, those that hold others among them.
    private let values: [Range<Int>]

    /// Numbers at the ends of their types and beyond, values of other types, words that mean something in HTML or in a
    /// shell.
    static let hostile: [String] = [
        "null", "true", "false", "0", "-1", "1", "2", "3", "7", "96", "97", "255", "65536", "1073741824", "1073741825",
        "2147483647", "-2147483648", "4294967295", "4294967296", "34359738368", "1125899906842624", "1125899906842625",
        "4611686018427387904", "9223372036854775807", "-9223372036854775808", "18446744073709551616", "0.5", "-0.0",
        "1e-300", "5e-324", "1e15", "1e300", "-1e300", "1e400", "\"\"", "\"<b onload='x'>&\\u0001\\ud83d\\ude00\"",
        "\"../../x\"", "\"inf\"", "\"nan\"", "[]", "{}", "[[]]", "[0]", "[-1]", "[0, 0]", "[0, 96]", "[5, 3]",
        "[0, 9223372036854775807]", "[-9223372036854775808, 9223372036854775807]", "[9223372036854775807, 1]",
        "[1, 2147483647]", "[1, 0]", "[1, -2147483648]", "[1, 2, 3, 4]",
    ]

    /// Takes a document apart. Precondition: it is JSON as our encoder writes it.
    init(_ text: [UInt8]) {
        original = text
        var values: [Range<Int>] = []
        var open: [Int] = []
        var place = 0
        var isKey = false
        while place < text.count {
            let start = place
            switch text[place] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                open.append(values.count)
                values.append(start..<start)
                place += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                place += 1
                if let container = open.popLast() { values[container] = values[container].lowerBound..<place }
            case UInt8(ascii: "\""):
                place += 1
                while place < text.count, text[place] != UInt8(ascii: "\"") {
                    place += text[place] == UInt8(ascii: "\\") ? 2 : 1
                }
                place = min(place + 1, text.count)
                let rest = text[place...].drop { $0 == UInt8(ascii: " ") }
                isKey = rest.first == UInt8(ascii: ":")
                if !isKey { values.append(start..<place) }
            case let byte where byte <= UInt8(ascii: " ") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":"):
                place += 1
            default:
                let ends = Array(",]} \n".utf8)
                while place < text.count, !ends.contains(text[place]) { place += 1 }
                values.append(start..<place)
            }
        }
        self.values = values
    }

    /// The document with some of its values replaced; where one value lies within another, the outer one counts.
    func replacing(_ replacements: [(value: Int, text: String)]) -> [UInt8] {
        guard !values.isEmpty else { return original }
        let places = replacements.map { (values[$0.value % values.count], $0.text) }
        var text: [UInt8] = []
        var end = 0
        for (place, new) in places.sorted(by: { ($0.0.lowerBound, -$0.0.count) < ($1.0.lowerBound, -$1.0.count) })
        where place.lowerBound >= end {
            text += original[end..<place.lowerBound] + Array(new.utf8)
            end = place.upperBound
        }
        return text + original[end...]
    }
}
