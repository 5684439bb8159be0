/// One way of encoding that a run compares: a peer's, or one of Granary's.
package struct BenchAnchorRecord: Hashable, Sendable, Codable {
    /// What an anchor is there for.
    package enum Role: String, Hashable, Sendable, Codable, CaseIterable {
        /// One of Granary's ways, which the regression gate looks at.
        case subject
        /// What Granary is judged by, in rate and in time; a suite has at most one.
        case reference
        /// Something else that a user could pick.
        case peer
    }

    /// Its name in the suite, as points name it.
    package var name: String
    /// What it is, for people.
    package var title: String
    /// What it is there for.
    package var role: Role
    /// The kind of it, as in `x265-two-pass`.
    package var kind: String
    /// The settings that it was given beside the rate, by name: preset, threads, options.
    package var settings: [String: String]
    /// Version of the program that encodes, in its own words; nil when it could not be asked.
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
