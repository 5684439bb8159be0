/// The purpose of a pass over a range.
package enum PassRole: String, Hashable, Sendable, Codable {
    /// Statistics only, with a cheap preset; its samples are discarded.
    case analysis
    /// The final preset, with the slice types and cutree data of an analysis.
    case fed
    /// The final preset without an analysis, with a lookahead of its own.
    case alone
}
