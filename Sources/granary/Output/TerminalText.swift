import Media

/// Text for a terminal with Granary's own sequences for colour and cursor. Its literals stay as they are; every
/// interpolated value becomes a plain field.
struct TerminalText: ExpressibleByStringInterpolation {
    /// What is written.
    private(set) var text: String

    init(stringLiteral value: String) { text = value }

    init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

    /// Joins literals and fields.
    struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) { text += literal }

        mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            text += PlainText.field(value.description)
        }
    }

    /// Appends a text.
    static func += (left: inout TerminalText, right: TerminalText) { left.text += right.text }
}
