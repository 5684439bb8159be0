/// What a pass over a range is for.
package enum PassRole: String, Hashable, Sendable, Codable {
    /// Statistics only, with a cheap preset: what comes out is thrown away.
    case analysis
    /// The final preset, fed with the slice types and cutree of an analysis.
    case fed
    /// The final preset on its own, with a lookahead: a single pass.
    case alone
}
