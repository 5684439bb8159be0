/// Text in which HTML's special characters are escaped: names, paths and messages of encoders come from outside.
package struct HTMLText: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The escaped text.
    package private(set) var markup: String

    /// Escapes a text, for content and for attribute values in double quotes.
    package init(_ text: String) {
        var markup = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": markup += "&amp;"
            case "<": markup += "&lt;"
            case ">": markup += "&gt;"
            case "\"": markup += "&quot;"
            case "'": markup += "&#39;"
            case "\n", "\t": markup.unicodeScalars.append(scalar)
            // HTML cannot express control characters, not even as references.
            case _ where scalar.properties.generalCategory == .control: markup += "\u{FFFD}"
            default: markup.unicodeScalars.append(scalar)
            }
        }
        self.markup = markup
    }

    /// Uses a literal of this program as markup.
    package init(stringLiteral value: String) { markup = value }

    /// Uses a literal of this program as markup, and escapes the texts in it.
    package init(stringInterpolation: Interpolation) { markup = stringInterpolation.markup }

    /// Appends markup.
    package static func += (left: inout HTMLText, right: HTMLText) { left.markup += right.markup }

    /// Collects the pieces of a literal.
    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var markup = ""

        package init(literalCapacity: Int, interpolationCount: Int) { markup.reserveCapacity(literalCapacity * 2) }

        package mutating func appendLiteral(_ literal: String) { markup += literal }

        package mutating func appendInterpolation(_ text: String) { markup += HTMLText(text).markup }

        package mutating func appendInterpolation(_ number: Int) { markup += String(number) }

        package mutating func appendInterpolation(_ text: HTMLText) { markup += text.markup }
    }
}
