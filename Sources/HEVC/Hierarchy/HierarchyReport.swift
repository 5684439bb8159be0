/// The results of `HierarchyChecker` for a stream.
package struct HierarchyReport: Hashable, Sendable, Codable {
    /// Access units that were read.
    package var accessUnits = 0
    /// Pictures of each TemporalId, from 0 to the highest.
    package var picturesPerLevel: [Int] = []
    /// Leading pictures (RASL) that a decoder cannot decode if it starts where the stream starts.
    package var skippedLeadingPictures = 0
    /// sps_max_sub_layers_minus1 + 1, the highest of the stream; 0 if no SPS was activated.
    package var declaredSubLayers = 0
    /// Whether each activated SPS declares that TemporalIds are nested; false if there was none.
    package var isNestingDeclared = false
    /// The first findings, in decode order; at most as many as the checker keeps.
    package var findings: [HierarchyFinding] = []
    /// Number of findings of each kind, including those that were not kept.
    package var findingCounts: [HierarchyFinding.Kind: Int] = [:]
    /// How evenly the pictures of each level and those below are spaced in output order.
    package var cadence: [LevelCadence] = []

    /// Number of temporal levels: the highest TemporalId plus one.
    package var levels: Int { picturesPerLevel.count }
    /// Findings of all kinds.
    package var findingCount: Int { findingCounts.values.reduce(0, +) }
    /// Whether everything was read and no rule is broken. The cadence is not a rule of the standard and is not
    /// included.
    package var isProven: Bool { accessUnits > 0 && findingCounts.isEmpty }
    /// Whether each level has exactly twice the frame rate of the one below it, everywhere.
    package var isDyadic: Bool { cadence.allSatisfy(\.isExact) }
}
