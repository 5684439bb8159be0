/// Text in which HTML's own characters are escaped: names, paths and encoder's words come from outside.
struct HTMLText: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The escaped text.
    private(set) var markup: String

    /// Escapes a text, for content and for attribute values in double quotes.
    init(_ text: String) {
        var markup = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": markup += "&amp;"
            case "<": markup += "&lt;"
            case ">": markup += "&gt;"
            case "\"": markup += "&quot;"
            case "'": markup += "&#39;"
            case "\n", "\t": markup.unicodeScalars.append(scalar)
            // HTML has no form for control characters, not even as references.
            case _ where scalar.properties.generalCategory == .control: markup += "\u{FFFD}"
            default: markup.unicodeScalars.append(scalar)
            }
        }
        self.markup = markup
    }

    /// A literal of this program, which is markup already.
    init(stringLiteral value: String) { markup = value }

    /// Markup of this program with texts in it, each of which is escaped.
    init(stringInterpolation: Interpolation) { markup = stringInterpolation.markup }

    /// Adds markup.
    static func += (left: inout HTMLText, right: HTMLText) { left.markup += right.markup }

    /// Collects the pieces of a literal.
    struct Interpolation: StringInterpolationProtocol {
        fileprivate var markup = ""

        init(literalCapacity: Int, interpolationCount: Int) { markup.reserveCapacity(literalCapacity * 2) }

        mutating func appendLiteral(_ literal: String) { markup += literal }

        mutating func appendInterpolation(_ text: String) { markup += HTMLText(text).markup }

        mutating func appendInterpolation(_ number: Int) { markup += String(number) }

        mutating func appendInterpolation(_ text: HTMLText) { markup += text.markup }
    }
}
