/// A setting of the encoder that a manifest may make: its type, what it takes, what it is without being set, and what
/// the encoder of this machine made of it when it was tried.
public struct EncoderProperty: Hashable, Sendable {
    /// The type of its values.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// `true` or `false`.
        case flag
        /// A whole number.
        case integer
        /// A number.
        case number
        /// One of some words.
        case choice
        /// Several whole numbers.
        case integers
    }

    /// What became of a value that an encoder was opened with.
    public struct Trial: Hashable, Sendable, Codable {
        /// The value.
        public var value: String
        /// What the encoder made of it, where that is something else; nil when it took it as it is.
        public var became: String?
        /// Why no encoder opened with it; nil when one did.
        public var refusal: String?
        /// What else the encoder was told, without which the property means nothing, as in `rect=1`; nil for nothing.
        public var beside: [String]?

        /// Creates a value.
        public init(value: String, became: String? = nil, refusal: String? = nil, beside: [String]? = nil) {
            self.beside = beside
            self.value = value
            self.became = became
            self.refusal = refusal
        }
    }

    /// Its key below `video` in a manifest, as in `speed` or `options.aq-mode`.
    public var key: String
    /// The type of its values.
    public var kind: Kind
    /// Smallest value; nil where there is no order.
    public var minimum: Double?
    /// Largest value; nil where there is no order.
    public var maximum: Double?
    /// Every value there is, where that is a list.
    public var choices: [String]?
    /// What it takes, in words.
    public var range: String
    /// What it is when it is not set, at the speed `medium` without a tune; nil where the film decides.
    public var standard: String?
    /// Values that an encoder was opened with, one after the other: the standard, the bounds, every choice.
    public var trials: [Trial]

    /// Creates a property.
    public init(
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

    /// Whether the encoder took every value that was tried as it is, and one was tried.
    public var isWhole: Bool {
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
