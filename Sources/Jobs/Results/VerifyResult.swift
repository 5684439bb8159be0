package import Platform

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
    /// The attempt at the mux that wrote that film; nil in a document about a film from before attempts had names.
    package var attempt: String?
    /// Ranges that were decoded, ascending.
    package var ranges: [Int]
    /// Everything that is wrong, one sentence each.
    package var findings: [String]
    /// Ranges whose pictures are not those of their encoder, ascending; nil when there are none.
    package var faultyRanges: [Int]?
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
        attempt: String? = nil,
        ranges: [Int],
        findings: [String],
        faultyRanges: [Int]? = nil,
        picturesCompared: Int,
        levelPicturesCompared: Int? = nil,
        soundPacketsCompared: Int? = nil,
        stills: [RangeStill]? = nil,
        cost: WorkCost
    ) {
        version = Self.currentVersion
        self.job = job
        self.film = film
        self.attempt = attempt
        self.ranges = ranges
        self.findings = findings
        self.faultyRanges = faultyRanges
        self.picturesCompared = picturesCompared
        self.levelPicturesCompared = levelPicturesCompared
        self.soundPacketsCompared = soundPacketsCompared
        self.stills = stills
        self.cost = cost
    }

    /// True when nothing is wrong.
    package var isGood: Bool { findings.isEmpty }

    /// Whether it is about the file that an attempt at the mux wrote. Two attempts may be meant to have the same bytes:
    /// only one of their files was decoded.
    package func isAbout(_ mux: MuxResult) -> Bool { film == mux.sha256 && attempt == mux.attempt }
}
