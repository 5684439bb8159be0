/// Where scenes start, concluded from all scout results: `passes/0000/scene-cuts.json`.
package struct SceneCutList: Hashable, Sendable, Codable {
    /// Version of this layout that this build writes and reads.
    package static let currentVersion = 1

    /// Version of the layout.
    package var version: Int
    /// Id of the job.
    package var job: String
    /// Frames that start a scene, ascending.
    package var cuts: [Int]

    /// Creates a list.
    package init(job: String, cuts: [Int]) {
        version = Self.currentVersion
        self.job = job
        self.cuts = cuts
    }
}
