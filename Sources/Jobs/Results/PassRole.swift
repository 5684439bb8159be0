/// The purpose of a pass over a range.
package enum PassRole: String, Hashable, Sendable, Codable {
    /// Statistics only, with a cheap preset; its samples are discarded.
    case analysis
    /// An analysis of pictures of half the size, for their bits alone: its slice types and cutree are not used.
    case roughAnalysis
    /// The final preset, with the slice types and cutree data of an analysis.
    case fed
    /// The final preset without an analysis, with a lookahead: a single pass.
    case alone

    /// Whether the pass only collects statistics.
    package var isAnalysis: Bool { self == .analysis || self == .roughAnalysis }
}
