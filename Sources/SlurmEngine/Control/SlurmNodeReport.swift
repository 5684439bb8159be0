package import Jobs

/// What a node of a cluster reports about itself to `granary doctor --engine slurm`.
package struct SlurmNodeReport: Hashable, Sendable, Codable {
    /// What the doctor wrote into the shared folder, as the node read it.
    package var token: String
    /// Name of the node.
    package var node: String
    /// Builds of the programs there.
    package var builds: BuildIdentity
    /// Folder of its scratch files.
    package var scratch: String
    /// Bytes that are free there; nil if unknown.
    package var scratchByteCount: UInt64?
    /// Name of the network file system under it; nil for a local one.
    package var scratchNetwork: String?
    /// The instruction sets of its processor that libx265 uses.
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
