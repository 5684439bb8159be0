/// Limits what a YAML parser could be made to build, by checking only the text.
///
/// Counts everything that could be an alias or could nest, so the counts are never too low. A word such as `*note*` in
/// a value counts too, which matters only for texts unlike any manifest.
struct TextLimits {
    /// Why the text is rejected; nil if it is within the limits.
    private(set) var problem: String?

    /// Checks a text against the largest depth and number of aliases.
    init(_ text: String, depth: Int, aliases: Int) {
        var open = 0
        var aliasCount = 0
        for line in text.utf8.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            // A line that starts with a hash is a comment or text inside a value. Nothing in it is an alias.
            let content = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            if content.first == UInt8(ascii: "#") { continue }
            if Self.leadingIndicators(of: content) > depth || line.count - content.count > 16 * depth {
                problem = "the document is nested too deeply"
                return
            }
            var previous: UInt8 = 0
            for byte in content {
                switch byte {
                case UInt8(ascii: "["), UInt8(ascii: "{"): open += 1
                case UInt8(ascii: "]"), UInt8(ascii: "}"): open = max(0, open - 1)
                default:
                    let isName =
                        byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
                        || (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                    if previous == UInt8(ascii: "*"), isName { aliasCount += 1 }
                }
                previous = byte
                if open > depth {
                    problem = "the document is nested too deeply"
                    return
                }
            }
            if aliasCount > aliases {
                problem = "the document uses more than \(aliases) aliases"
                return
            }
        }
    }

    /// How many block sequences or explicit keys a line opens before its first value: `- - ? - x` opens four.
    private static func leadingIndicators(of content: Substring.UTF8View.SubSequence) -> Int {
        content.prefix { byte in
            byte == UInt8(ascii: "-") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: ":")
                || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
        }.count { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    }
}
