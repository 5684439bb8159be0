/// Text that has no effect on a terminal except showing characters: others are escaped, as in `\\u{1B}`.
package enum PlainText {
    /// Several lines: line feeds and tabs are kept.
    package static func lines(_ text: String) -> String { escaped(text) { $0 == "\n" || $0 == "\t" } }

    /// One field: line feeds are escaped too, so that they cannot imitate a line of Granary's output.
    package static func field(_ text: String) -> String { escaped(text) { _ in false } }

    private static func escaped(_ text: String, except isKept: (Unicode.Scalar) -> Bool) -> String {
        guard text.unicodeScalars.contains(where: { isActive($0) && !isKept($0) }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if isActive(scalar), !isKept(scalar) {
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Controls (C0, DEL, C1), line and paragraph separators, and marks that change the text direction.
    private static func isActive(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x61C: true
        default: false
        }
    }
}
