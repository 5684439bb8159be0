package import Media

/// How a film is cut into ranges, and what else the scout found out for the encoder: what `plan.json` holds, written
/// once.
package struct Plan: Hashable, Sendable, Codable {
    /// Version of this layout that this build writes and reads.
    package static let currentVersion = 1

    /// Version of the layout.
    package var version: Int
    /// Id of the job.
    package var job: String
    /// The ranges in film order; together they are every frame of the film, once.
    package var ranges: [PlannedRange]
    /// Frames that start a scene, ascending; empty when nobody looked.
    package var sceneCuts: [Int]
    /// How bright the film gets; nil when the job does not want to know.
    package var light: MeasuredLight?
    /// What the scout warns of; nil when there is nothing, or nobody looked.
    package var findings: SourceFindings?

    /// Creates a plan.
    package init(
        job: String,
        ranges: [PlannedRange],
        sceneCuts: [Int],
        light: MeasuredLight? = nil,
        findings: SourceFindings? = nil
    ) {
        version = Self.currentVersion
        self.job = job
        self.ranges = ranges
        self.sceneCuts = sceneCuts
        self.light = light
        self.findings = findings
    }

    /// Number of frames of the film.
    package var frameCount: Int { ranges.last?.frames.upperBound ?? 0 }

    /// Ranges whose first picture the report shows: those that start a scene, evenly chosen of many.
    ///
    /// - Parameter most: no more than so many, at least one.
    package func shownRanges(most: Int = 48) -> [Int] {
        let cuts = Set(sceneCuts)
        let scenes = ranges.indices.filter { $0 == 0 || cuts.contains(ranges[$0].frames.lowerBound) }
        guard scenes.count > most else { return scenes.map { ranges[$0].index } }
        return (0..<most).map { ranges[scenes[$0 * scenes.count / most]].index }
    }

    /// When the film is presented; empty for a plan without ranges, which no planner makes.
    package var timeRange: TimeRange {
        TimeRange(start: ranges.first?.timeRange.start ?? .zero, end: ranges.last?.timeRange.end ?? .zero)
    }
}
