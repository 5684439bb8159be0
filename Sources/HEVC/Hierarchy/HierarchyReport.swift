/// What `HierarchyChecker` found out about a stream.
package struct HierarchyReport: Hashable, Sendable, Codable {
    /// Access units that were read.
    package var accessUnits = 0
    /// Pictures of each TemporalId, from 0 to the highest that there is.
    package var picturesPerLevel: [Int] = []
    /// Leading pictures that no decoder decodes that starts where the stream starts (RASL).
    package var skippedLeadingPictures = 0
    /// sps_max_sub_layers_minus1 + 1, the highest of the stream; 0 when no SPS was activated.
    package var declaredSubLayers = 0
    /// Whether each SPS that was activated claims that TemporalIds are nested; false when there was none.
    package var isNestingDeclared = false
    /// The first findings, in decode order; at most as many as the checker keeps.
    package var findings: [HierarchyFinding] = []
    /// How many findings there are of each kind, those that were not kept included.
    package var findingCounts: [HierarchyFinding.Kind: Int] = [:]
    /// How evenly the pictures of each level and those below are spaced in output order, for each level.
    package var cadence: [LevelCadence] = []

    /// Temporal levels: the highest TemporalId and one.
    package var levels: Int { picturesPerLevel.count }
    /// Findings of all kinds.
    package var findingCount: Int { findingCounts.values.reduce(0, +) }
    /// Whether everything was read and no rule is broken. The cadence is no rule of the standard, and not counted.
    package var isProven: Bool { accessUnits > 0 && findingCounts.isEmpty }
    /// Whether each level has exactly twice the frame rate of the one below it, everywhere.
    package var isDyadic: Bool { cadence.allSatisfy(\.isExact) }
}
