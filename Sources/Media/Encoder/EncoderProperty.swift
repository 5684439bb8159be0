/// An encoder setting that a manifest may contain: its type, its values, its default, and what the encoder of this
/// machine did with it in a trial.
package struct EncoderProperty: Hashable, Sendable {
    /// The type of its values.
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// `true` or `false`.
        case flag
        /// A whole number.
        case integer
        /// A number.
        case number
        /// One of several words.
        case choice
        /// Several whole numbers.
        case integers
    }

    /// The result of opening an encoder with a value.
    package struct Trial: Hashable, Sendable, Codable {
        /// The value.
        package var value: String
        /// The value that the encoder used instead; nil if it used the value unchanged.
        package var became: String?
        /// Why no encoder opened with it; nil if one did.
        package var refusal: String?
        /// Another setting that the property needs to have an effect, as in `rect=1`; nil if it needs none.
        package var beside: [String]?

        /// Creates a value.
        package init(value: String, became: String? = nil, refusal: String? = nil, beside: [String]? = nil) {
            self.beside = beside
            self.value = value
            self.became = became
            self.refusal = refusal
        }
    }

    /// Its key below `video` in a manifest, as in `speed` or `options.aq-mode`.
    package var key: String
    /// The type of its values.
    package var kind: Kind
    /// Smallest value; nil if values have no order.
    package var minimum: Double?
    /// Largest value; nil if values have no order.
    package var maximum: Double?
    /// All values, if they are a list.
    package var choices: [String]?
    /// The allowed values, in words.
    package var range: String
    /// The default at the speed `medium` without a tune; nil if it depends on the film.
    package var standard: String?
    /// Values that an encoder was opened with, one after the other: the default, the bounds, every choice.
    package var trials: [Trial]

    /// Creates a property.
    package init(
        key: String,
        kind: Kind,
        minimum: Double? = nil,
        maximum: Double? = nil,
        choices: [String]? = nil,
        range: String,
        standard: String? = nil,
        trials: [Trial] = []
    ) {
        self.key = key
        self.kind = kind
        self.minimum = minimum
        self.maximum = maximum
        self.choices = choices
        self.range = range
        self.standard = standard
        self.trials = trials
    }

    /// Whether at least one value was tried, and the encoder used every tried value unchanged.
    package var isWhole: Bool {
        !trials.isEmpty && trials.allSatisfy { $0.refusal == nil && $0.became == nil }
    }
}

extension EncoderProperty: Codable {
    private enum CodingKeys: String, CodingKey {
        case key
        case kind = "type"
        case minimum, maximum, choices, range
        case standard = "default"
        case trials = "tried"
    }
}
