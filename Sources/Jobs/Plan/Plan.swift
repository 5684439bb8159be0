package import Media

/// How a film is cut into ranges, and what else the scout found for the encoder: the content of `plan.json`, written
/// once.
package struct Plan: Hashable, Sendable, Codable {
    /// Version of the layout that this build reads and writes.
    package static let currentVersion = 1

    /// Version of the layout.
    package var version: Int
    /// Id of the job.
    package var job: String
    /// The ranges in film order. Together they have every frame of the film once.
    package var ranges: [PlannedRange]
    /// Frames that start a scene, ascending; empty if the scout did not run.
    package var sceneCuts: [Int]
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

    /// Creates a plan.
    package init(
        job: String,
        ranges: [PlannedRange],
        sceneCuts: [Int],
        light: MeasuredLight? = nil,
        findings: SourceFindings? = nil,
        scoutBits: ScoutBits? = nil,
        dynamicMetadata: FilmMetadata? = nil,
        colours: [FilmColours]? = nil
    ) {
        version = Self.currentVersion
        self.job = job
        self.ranges = ranges
        self.sceneCuts = sceneCuts
        self.light = light
        self.findings = findings
        self.scoutBits = scoutBits
        self.dynamicMetadata = dynamicMetadata
        self.colours = colours
    }

    /// Number of frames of the film.
    package var frameCount: Int { ranges.last?.frames.upperBound ?? 0 }

    /// Ranges whose first picture the report shows: those that start a scene, or an even selection if there are too
    /// many.
    ///
    /// - Parameter most: maximum number of ranges, at least 1.
    package func shownRanges(most: Int = 48) -> [Int] {
        let cuts = Set(sceneCuts)
        let scenes = ranges.indices.filter { $0 == 0 || cuts.contains(ranges[$0].frames.lowerBound) }
        guard scenes.count > most else { return scenes.map { ranges[$0].index } }
        return (0..<most).map { ranges[scenes[$0 * scenes.count / most]].index }
    }

    /// The presentation time of the film; empty for a plan without ranges, which no planner makes.
    package var timeRange: TimeRange {
        TimeRange(start: ranges.first?.timeRange.start ?? .zero, end: ranges.last?.timeRange.end ?? .zero)
    }
}
