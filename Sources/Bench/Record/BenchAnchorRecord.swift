/// One way of encoding that a run compares: Granary's or another encoder's.
package struct BenchAnchorRecord: Hashable, Sendable, Codable {
    /// The role of an anchor in comparisons.
    package enum Role: String, Hashable, Sendable, Codable, CaseIterable {
        /// One of Granary's own ways, which the regression gate checks.
        case subject
        /// The anchor to which rates and times are relative; a suite has at most one.
        case reference
        /// Another encoder that a user could choose.
        case peer
    }

    /// Its name in the suite and in points.
    package var name: String
    /// Its title for people.
    package var title: String
    /// Its role.
    package var role: Role
    /// Its kind, as in `x265-two-pass`.
    package var kind: String
    /// Its settings except the rate, by name, such as preset and options.
    package var settings: [String: String]
    /// Version that the encoding program reports; nil if unknown.
    package var version: String?

    /// Creates an anchor.
    package init(
        name: String,
        title: String,
        role: Role,
        kind: String,
        settings: [String: String],
        version: String?
    ) {
        self.name = name
        self.title = title
        self.role = role
        self.kind = kind
        self.settings = settings
        self.version = version
    }
}
