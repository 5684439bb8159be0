package import Jobs

/// What a node of a cluster says of itself: what `granary doctor --engine slurm` asks one for.
package struct SlurmNodeReport: Hashable, Sendable, Codable {
    /// What the asker wrote into the shared folder, as the node read it.
    package var token: String
    /// Name of the node.
    package var node: String
    /// Builds of the programs there.
    package var builds: BuildIdentity
    /// Folder of its scratch files.
    package var scratch: String
    /// Bytes that are free there; nil when that cannot be told.
    package var scratchByteCount: UInt64?
    /// Name of the network file system under it; nil for a local one.
    package var scratchNetwork: String?
    /// What of its processor libx265 uses.
    package var instructionSets: String

    /// Creates a report.
    package init(
        token: String,
        node: String,
        builds: BuildIdentity,
        scratch: String,
        scratchByteCount: UInt64?,
        scratchNetwork: String?,
        instructionSets: String
    ) {
        self.token = token
        self.node = node
        self.builds = builds
        self.scratch = scratch
        self.scratchByteCount = scratchByteCount
        self.scratchNetwork = scratchNetwork
        self.instructionSets = instructionSets
    }
}
