package import Foundation
package import Jobs

/// One run of a suite: its machine and programs, the measured points, and those that could not be measured.
///
/// The history stores this document and never changes it. Names and meanings of the keys must stay; new keys must be
/// optional.
package struct BenchRun: Hashable, Sendable, Codable {
    /// Version of this layout.
    package static let formatVersion = 1

    /// Version of the layout that it was written in.
    package var format: Int
    /// Name of the run: its start in UTC and a few letters, as in `20260304T020000Z-k3f9`; sorts by time.
    package var id: String
    /// When it began, in whole seconds. A run that was interrupted and continued keeps its first start.
    package var started: Date
    /// When its last point ended, in whole seconds.
    package var finished: Date
    /// The machine that it ran on.
    package var machine: BenchMachine
    /// Commit of the checkout that contains the measured program, with `-dirty` if files were changed; nil if unknown.
    package var commit: String?
    /// The builds that made Granary's films.
    package var builds: BuildIdentity
    /// Programs and libraries with their versions, in the order of their names.
    package var libraries: [BenchLibrary]
    /// The suite that was run.
    package var suite: BenchSuiteIdentity
    /// Every anchor of the suite, in its order; Granary's are among them.
    package var anchors: [BenchAnchorRecord]
    /// Every clip of the suite, in its order, also those that are holes.
    package var clips: [BenchClipRecord]
    /// The requested metrics.
    package var metrics: [BenchMetric]
    /// The requested repetitions, at least 1.
    package var repetitions: Int
    /// Every point of the suite, measured or not, in the order in which they are encoded.
    package var points: [BenchPoint]

    /// Creates a run.
    package init(
        id: String,
        started: Date,
        finished: Date,
        machine: BenchMachine,
        commit: String?,
        builds: BuildIdentity,
        libraries: [BenchLibrary],
        suite: BenchSuiteIdentity,
        anchors: [BenchAnchorRecord],
        clips: [BenchClipRecord],
        metrics: [BenchMetric],
        repetitions: Int,
        points: [BenchPoint]
    ) {
        format = Self.formatVersion
        self.id = id
        self.started = started
        self.finished = finished
        self.machine = machine
        self.commit = commit
        self.builds = builds
        self.libraries = libraries
        self.suite = suite
        self.anchors = anchors
        self.clips = clips
        self.metrics = metrics
        self.repetitions = repetitions
        self.points = points
    }
}
