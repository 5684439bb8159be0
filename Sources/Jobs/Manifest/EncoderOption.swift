import Media

/// An x265 option that a manifest may set, and the values that it takes.
///
/// x265's own parser accepts many values that it then ignores or clips. So values are checked here against the bounds
/// in `x265_check_params` and in the documentation of x265 3.5.
enum EncoderOption: Hashable, Sendable {
    /// `true` or `false`.
    case flag
    /// A whole number within bounds.
    case integer(ClosedRange<Int>)
    /// A number within bounds.
    case number(ClosedRange<Double>)
    /// One of several words.
    case choice([String])
    /// Several whole numbers: how many, their bounds, and the character that separates them.
    case integers(ClosedRange<Int>, ClosedRange<Int>, separator: Character)

    /// The value as x265 reads it; nil if it is invalid for this option.
    func canonical(_ text: String) -> String? {
        switch self {
        case .flag:
            return ["true": "1", "1": "1", "false": "0", "0": "0"][text]
        case .integer(let bounds):
            // x265 accepts a flag for numbers that were flags in earlier versions, and for "off".
            let number = ["true": 1, "false": 0][text] ?? Int(text)
            return number.flatMap { bounds.contains($0) ? String($0) : nil }
        case .number(let bounds):
            return Quantity.number(text).flatMap { bounds.contains($0) ? text : nil }
        case .choice(let words):
            return words.contains(text) ? text : nil
        case .integers(let count, let bounds, let separator):
            let parts = text.split(separator: separator, omittingEmptySubsequences: false).map { Int($0) }
            let isValid = count.contains(parts.count) && parts.allSatisfy { $0.map(bounds.contains) ?? false }
            return isValid ? text : nil
        }
    }

    /// A description of the valid values, for messages.
    var expected: String {
        switch self {
        case .flag: "true or false"
        case .integer(let bounds): "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)"
        case .number(let bounds): "a number from \(bounds.lowerBound) to \(bounds.upperBound)"
        case .choice(let words): "one of \(words.joined(separator: ", "))"
        case .integers(let count, let bounds, let separator):
            "\(count.lowerBound) to \(count.upperBound) whole numbers from \(bounds.lowerBound) to "
                + "\(bounds.upperBound), separated by \"\(separator)\""
        }
    }
}

// MARK: - As a property

extension EncoderOption {
    /// The type of its values.
    var kind: EncoderProperty.Kind {
        switch self {
        case .flag: .flag
        case .integer: .integer
        case .number: .number
        case .choice: .choice
        case .integers: .integers
        }
    }

    /// Smallest and largest value; nil for values without an order.
    var bounds: ClosedRange<Double>? {
        switch self {
        case .flag, .choice: nil
        case .integer(let bounds), .integers(_, let bounds, _): Double(bounds.lowerBound)...Double(bounds.upperBound)
        case .number(let bounds): bounds
        }
    }

    /// Values that are enough to test whether an encoder accepts the described ones: every choice, or the bounds.
    var extremes: [String] {
        switch self {
        case .flag: ["false", "true"]
        case .choice(let words): words
        case .integer(let bounds): [String(bounds.lowerBound), String(bounds.upperBound)]
        case .number(let bounds): [Quantity.words(bounds.lowerBound), Quantity.words(bounds.upperBound)]
        case .integers(let count, let bounds, let separator):
            [bounds.lowerBound, bounds.upperBound].map { bound in
                Array(repeating: String(bound), count: count.upperBound).joined(separator: String(separator))
            }
        }
    }

    /// Converts numbers that an encoder returns to the text of a manifest; nil if they are invalid for this option.
    ///
    /// The words of a choice are in the order of x265's own lists, so an encoder returns their positions.
    func words(_ values: [Double]) -> String? {
        guard let value = values.first, values.allSatisfy(\.isFinite) else { return nil }
        switch self {
        case .flag: return value == 0 ? "false" : "true"
        case .integer: return Quantity.words(value)
        case .number: return Quantity.words((value * 1000).rounded() / 1000)
        case .choice(let words):
            if words.allSatisfy({ Int($0) != nil }) { return Quantity.words(value) }
            return Int(exactly: value).flatMap { words[safely: $0] }
        case .integers(_, _, let separator):
            return values.map { Quantity.words($0) }.joined(separator: String(separator))
        }
    }
}
