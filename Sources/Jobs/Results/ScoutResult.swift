package import Media
package import Platform

/// What the scout saw in one coarse range: `passes/0000/range-NNNNN.json`.
///
/// The features are the scout's own business: a list of numbers for each frame, which depend on the picture and the one
/// before it only. So the lists of all coarse ranges, one after the other, are the same however the film was shared
/// out.
package struct ScoutResult: Hashable, Sendable, Codable {
    /// Version of this layout that this build writes and reads.
    package static let currentVersion = 1

    /// Version of the layout.
    package var version: Int
    /// Id of the job.
    package var job: String
    /// Index of the coarse range.
    package var range: Int
    /// Frames of the film that were looked at.
    package var frames: Range<Int>
    /// Features of each of them.
    package var activities: [[Double]]
    /// How bright they get; nil when the job does not want to know.
    package var light: MeasuredLight?
    /// What the source says of mastering display, light levels and ambient light: with the first frame that says
    /// something, and where it changes. Nil when it says nothing, and in results from before it was noted.
    package var lightStatements: [LightStatement]?
    /// What the fields of each frame show, a letter for each; nil in results from before it was looked at.
    package var fields: String?
    /// What the work took.
    package var cost: WorkCost

    /// Creates a result.
    package init(
        job: String,
        range: Int,
        frames: Range<Int>,
        activities: [[Double]],
        light: MeasuredLight? = nil,
        lightStatements: [LightStatement]? = nil,
        fields: String? = nil,
        cost: WorkCost
    ) {
        version = Self.currentVersion
        self.job = job
        self.range = range
        self.frames = frames
        self.activities = activities
        self.light = light
        self.lightStatements = lightStatements
        self.fields = fields
        self.cost = cost
    }
}
