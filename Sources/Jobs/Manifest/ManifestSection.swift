package import Media
import Yams

/// One mapping of a manifest with known keys. Reads its values and reports unexpected ones.
package struct ManifestSection {
    /// Collects what is wrong.
    package let reader: ManifestReader
    /// Path of the mapping; empty for the document.
    let path: String
    /// The mapping itself.
    let node: Node
    /// The given values, by key.
    let values: [String: Node]

    /// The value of a key; nil if it is not given.
    subscript(key: String) -> Node? { values[key] }

    /// Whether a key is given.
    package func has(_ key: String) -> Bool { values[key] != nil }

    /// Path of a key of this mapping.
    func keyPath(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    /// Reports a fault in the value of a key, or in the mapping if the key is missing.
    package func report(_ key: String, _ problem: String, _ suggestion: String = "") {
        reader.report(values[key] ?? node, keyPath(key), problem, suggestion)
    }

    /// The text of a scalar; nil if the key is not given or its value is not a scalar.
    package func text(_ key: String, expected: String = "a word or text") -> String? {
        guard let value = values[key] else { return nil }
        guard case .scalar(let scalar) = value else {
            report(key, "expected \(expected), found \(ManifestReader.kind(of: value))")
            return nil
        }
        return scalar.string
    }

    /// Parses the text of a scalar. If that fails, reports what was expected and returns nil.
    package func value<Value>(_ key: String, expected: String, _ parse: (String) -> Value?) -> Value? {
        guard let text = text(key, expected: expected) else { return nil }
        guard let value = parse(text) else {
            report(key, "expected \(expected), found \"\(text.prefix(60))\"")
            return nil
        }
        return value
    }

    /// `true` or `false`.
    package func flag(_ key: String) -> Bool? {
        value(key, expected: "true or false") { ["true": true, "false": false][$0] }
    }

    /// A whole number within bounds.
    package func integer(_ key: String, in bounds: ClosedRange<Int>) -> Int? {
        value(key, expected: "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)") { text in
            Int(text).flatMap { bounds.contains($0) ? $0 : nil }
        }
    }

    /// A time with its unit.
    package func time(_ key: String) -> MediaTime? {
        value(key, expected: "a time with its unit, as in 10s, 500ms or 2m") { Quantity.time($0) }
    }

    /// A percentage, as a fraction.
    package func fraction(_ key: String) -> Double? {
        value(key, expected: "a percentage from 0% to 100%, as in 0.5%") { Quantity.fraction($0) }
    }

    /// One of several words.
    ///
    /// - Parameter other: what else is possible, for the message.
    package func choice(_ key: String, of words: [String], or other: String? = nil) -> String? {
        let expected = Self.list(words + [other].compactMap(\.self))
        guard let text = text(key, expected: expected) else { return nil }
        if words.contains(text) { return text }
        report(
            key,
            "expected \(expected), found \"\(text.prefix(60))\"",
            NearMiss.of(text, among: words).map { "did you mean \"\($0)\"?" } ?? ""
        )
        return nil
    }

    /// A case of an enumeration, by its raw value.
    package func choice<Choice: RawRepresentable<String> & CaseIterable>(_ key: String, _: Choice.Type) -> Choice? {
        choice(key, of: Choice.allCases.map(\.rawValue)).flatMap(Choice.init(rawValue:))
    }

    /// Reports a key that this version knows but does not support.
    func refuse(_ key: String, remedy: String) {
        guard values[key] != nil else { return }
        report(key, "is not supported by this version", remedy)
    }

    private static func list(_ words: [String]) -> String {
        words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    }
}
