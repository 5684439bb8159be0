package import Media

extension EncoderOptions {
    /// An option as a property that has not been tested yet; nil for an option that may not be set.
    package static func property(_ name: String) -> EncoderProperty? {
        allowed[name].map { option in
            let choices: [String]? = if case .choice(let words) = option { words } else { nil }
            return EncoderProperty(
                key: "options.\(name)",
                kind: option.kind,
                minimum: option.bounds?.lowerBound,
                maximum: option.bounds?.upperBound,
                choices: choices,
                range: option.expected
            )
        }
    }

    /// Values of an option that are enough to test whether an encoder accepts the described ones: every choice, or the
    /// bounds.
    package static func extremes(of name: String) -> [String] { allowed[name]?.extremes ?? [] }

    /// Converts the numbers that an encoder returns for an option to the text of a manifest.
    package static func words(_ values: [Double], of name: String) -> String? { allowed[name]?.words(values) }
}
