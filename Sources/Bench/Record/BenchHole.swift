/// Why something was not measured. A hole is shown and counted, and never averaged over.
package struct BenchHole: Hashable, Sendable, Codable, Error {
    /// The sort of reason.
    package enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// The clip is not there, and could not be made.
        case clipMissing
        /// The clip's bytes are not those that the suite names.
        case clipChanged
        /// The clip cannot be read.
        case clipUnreadable
        /// The clip has fewer frames than a metric looks at.
        case clipTooShort
        /// The anchor's program is not installed.
        case anchorMissing
        /// The anchor's program failed.
        case anchorFailed
        /// The anchor took longer than the suite allows.
        case anchorTimedOut
        /// What the anchor wrote is not the clip: frames are missing, or it cannot be decoded.
        case outputUnusable
        /// A metric could not be measured.
        case metricFailed
        /// What measures a metric is not installed.
        case metricMissing
        /// A metric says nothing of clips of this kind.
        case metricUnsuited
        /// The disk limit left no room.
        case diskFull
        /// The run was interrupted before.
        case interrupted
    }

    /// The sort of reason.
    package var reason: Reason
    /// What happened, in words for people; no path of this machine is needed to understand it.
    package var story: String
    /// Commands that were tried, with their arguments; empty when it never came to any.
    package var commands: [[String]]

    /// Creates a hole.
    package init(_ reason: Reason, _ story: String, commands: [[String]] = []) {
        self.reason = reason
        self.story = story
        self.commands = commands
    }
}
