/// What the independent decoder found in some ranges of the muxed film: `verify/range-NNNNN.json`, named by the first.
package struct VerifyResult: Hashable, Sendable, Codable {
    /// Version of this layout that this build writes and reads.
    package static let currentVersion = 1

    /// Version of the layout.
    package var version: Int
    /// Id of the job.
    package var job: String
    /// SHA-256 of the film that was decoded: findings about another one do not count.
    package var film: String
    /// Ranges that were decoded, ascending.
    package var ranges: [Int]
    /// Everything that is wrong, one sentence each.
    package var findings: [String]
    /// Number of pictures whose hash was compared.
    package var picturesCompared: Int
    /// Number of pictures whose hash was compared once more at a lower temporal level; nil in a film of one level.
    package var levelPicturesCompared: Int?
    /// Number of packets of sound that were compared with the source's; nil where another unit did that.
    package var soundPacketsCompared: Int?
    /// Small pictures of frames that start ranges, for the report; nil when none of the ranges has one.
    package var stills: [RangeStill]?
    /// What the work took.
    package var cost: WorkCost

    /// Creates a result.
    package init(
        job: String,
        film: String,
        ranges: [Int],
        findings: [String],
        picturesCompared: Int,
        levelPicturesCompared: Int? = nil,
        soundPacketsCompared: Int? = nil,
        stills: [RangeStill]? = nil,
        cost: WorkCost
    ) {
        version = Self.currentVersion
        self.job = job
        self.film = film
        self.ranges = ranges
        self.findings = findings
        self.picturesCompared = picturesCompared
        self.levelPicturesCompared = levelPicturesCompared
        self.soundPacketsCompared = soundPacketsCompared
        self.stills = stills
        self.cost = cost
    }

    /// True when nothing is wrong.
    package var isGood: Bool { findings.isEmpty }
}
