package import Media

extension EncoderOptions {
    /// An option as a property that was not tried yet; nil for one that may not be set.
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

    /// Values of an option that together show whether an encoder takes what is said of it: every choice, or the bounds.
    package static func extremes(of name: String) -> [String] { allowed[name]?.extremes ?? [] }

    /// What an encoder tells of an option, in the words of a manifest.
    package static func words(_ values: [Double], of name: String) -> String? { allowed[name]?.words(values) }
}
