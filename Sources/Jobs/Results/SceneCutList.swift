package import Media

/// Where scenes start and how bright the film gets, concluded from all scout results: `passes/0000/scene-cuts.json`.
package struct SceneCutList: Hashable, Sendable, Codable {
    /// Version of this layout that this build writes and reads.
    package static let currentVersion = 1

    /// Version of the layout.
    package var version: Int
    /// Id of the job.
    package var job: String
    /// Frames that start a scene, ascending.
    package var cuts: [Int]
    /// How bright the film gets; nil when the job does not want to know.
    package var light: MeasuredLight?
    /// What the scout warns of; nil when there is nothing, or nobody looked.
    package var findings: SourceFindings?

    /// Creates a list.
    package init(job: String, cuts: [Int], light: MeasuredLight? = nil, findings: SourceFindings? = nil) {
        version = Self.currentVersion
        self.job = job
        self.cuts = cuts
        self.light = light
        self.findings = findings
    }
}
