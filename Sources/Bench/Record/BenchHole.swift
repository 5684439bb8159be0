/// Why something was not measured. Holes are shown and counted, and are in no average.
package struct BenchHole: Hashable, Sendable, Codable, Error {
    /// The kind of reason.
    package enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// The clip does not exist, or could not be made.
        case clipMissing
        /// The clip's checksum is not the one in the suite.
        case clipChanged
        /// The clip cannot be read.
        case clipUnreadable
        /// The clip has fewer frames than a metric needs.
        case clipTooShort
        /// The anchor's program is not installed.
        case anchorMissing
        /// The anchor's program failed.
        case anchorFailed
        /// The anchor took longer than the suite allows.
        case anchorTimedOut
        /// The anchor's output is not the clip: its frames are others, or it cannot be decoded.
        case outputUnusable
        /// A metric could not be measured.
        case metricFailed
        /// The program that measures a metric is not installed.
        case metricMissing
        /// A metric does not apply to clips of this kind.
        case metricUnsuited
        /// The disk limit left no room.
        case diskFull
        /// The run was interrupted before the point was measured.
        case interrupted
    }

    /// The kind of reason.
    package var reason: Reason
    /// What happened, for people; it can be understood without paths of this machine.
    package var story: String
    /// Commands that were tried, with their arguments; empty if none was run.
    package var commands: [[String]]

    /// Creates a hole.
    package init(_ reason: Reason, _ story: String, commands: [[String]] = []) {
        self.reason = reason
        self.story = story
        self.commands = commands
    }
}
