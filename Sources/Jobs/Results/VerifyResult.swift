package import Platform

/// Findings of the independent decoder in some ranges of the muxed film: `verify/range-NNNNN.json`, named by the first
/// range.
package struct VerifyResult: Hashable, Sendable, Codable {
    /// Version of the layout that this build reads and writes.
    package static let currentVersion = 1

    /// Version of the layout.
    package var version: Int
    /// Id of the job.
    package var job: String
    /// SHA-256 of the decoded film: findings about another film do not count.
    package var film: String
    /// The attempt at the mux that wrote that film; nil in documents about a film from before attempts had names.
    package var attempt: String?
    /// Ranges that were decoded, ascending.
    package var ranges: [Int]
    /// Everything that is wrong, one sentence each.
    package var findings: [String]
    /// Ranges whose pictures differ from those of their encoder, ascending; nil without any.
    package var faultyRanges: [Int]?
    /// Number of pictures whose hash was compared.
    package var picturesCompared: Int
    /// Number of pictures whose hash was compared again at a lower temporal level; nil for a film of one level.
    package var levelPicturesCompared: Int?
    /// Number of audio packets that were compared with those of the source; nil if another unit compared them.
    package var soundPacketsCompared: Int?
    /// Small pictures of the first frames of ranges, for the report; nil if none of the ranges has one.
    package var stills: [RangeStill]?
    /// Cost of the unit.
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

    /// True without findings.
    package var isGood: Bool { findings.isEmpty }

    /// Whether it is about the file of this attempt at the mux. Two attempts should have the same bytes, but only one
    /// of their files was decoded.
    package func isAbout(_ mux: MuxResult) -> Bool { film == mux.sha256 && attempt == mux.attempt }
}
