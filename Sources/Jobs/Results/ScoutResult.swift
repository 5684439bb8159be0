package import Media
package import Platform

/// The result of the scout for one coarse range: `passes/0000/range-NNNNN.json`.
///
/// Only the scout interprets the features: a list of numbers for each frame, which depend only on its picture and the
/// one before it. So the joined lists of all coarse ranges do not depend on how the film is divided.
package struct ScoutResult: Hashable, Sendable, Codable {
    /// Version of the layout that this build reads and writes.
    package static let currentVersion = 1

    /// Version of the layout.
    package var version: Int
    /// Id of the job.
    package var job: String
    /// Index of the coarse range.
    package var range: Int
    /// Frames of the film that were scanned.
    package var frames: Range<Int>
    /// Features of each frame.
    package var activities: [[Double]]
    /// Measured light levels of the frames; nil if the job does not need them.
    package var light: MeasuredLight?
    /// Statements of the source about mastering display, light levels and ambient light: at the first frame with a
    /// statement, and wherever they change. Nil without any, and in results from before they were recorded.
    package var lightStatements: [LightStatement]?
    /// What the fields of each frame show, one letter per frame; nil in results from before it was recorded.
    package var fields: String?
    /// The bits of a rough encode of parts of the range; nil if the job's rate control does not need them.
    package var scoutBits: ScoutBits?
    /// How the light of each frame is distributed, as `LightDistribution.numbers`; nil if the job does not measure
    /// HDR10+.
    package var lightDistributions: [[UInt32]]?
    /// How sharp each frame is; nil if the job wants no still of the best frame.
    package var sharpness: [Int]?
    /// Cost of the unit.
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
        scoutBits: ScoutBits? = nil,
        lightDistributions: [[UInt32]]? = nil,
        sharpness: [Int]? = nil,
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
        self.scoutBits = scoutBits
        self.lightDistributions = lightDistributions
        self.sharpness = sharpness
        self.cost = cost
    }
}
