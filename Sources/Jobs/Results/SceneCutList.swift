package import Media

/// Scene starts and light levels, from all results of the scout: `passes/0000/scene-cuts.json`.
package struct SceneCutList: Hashable, Sendable, Codable {
    /// Version of the layout that this build reads and writes.
    package static let currentVersion = 1

    /// Version of the layout.
    package var version: Int
    /// Id of the job.
    package var job: String
    /// Frames that start a scene, ascending.
    package var cuts: [Int]
    /// Measured light levels; nil if the job does not need them.
    package var light: MeasuredLight?
    /// Findings of the scout; nil without any, or if it did not look for them.
    package var findings: SourceFindings?
    /// The bits of a rough encode of parts of the film; nil if the job's rate control does not need them.
    package var scoutBits: ScoutBits?
    /// The dynamic HDR metadata that the film keeps; nil if it keeps none.
    package var dynamicMetadata: FilmMetadata?
    /// The table that converts the colours; nil if the film has those of its source.
    package var colours: [FilmColours]?

    /// Creates a list.
    package init(
        job: String,
        cuts: [Int],
        light: MeasuredLight? = nil,
        findings: SourceFindings? = nil,
        scoutBits: ScoutBits? = nil,
        dynamicMetadata: FilmMetadata? = nil,
        colours: [FilmColours]? = nil
    ) {
        version = Self.currentVersion
        self.job = job
        self.cuts = cuts
        self.light = light
        self.findings = findings
        self.scoutBits = scoutBits
        self.dynamicMetadata = dynamicMetadata
        self.colours = colours
    }
}
