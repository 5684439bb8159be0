import Foundation
import Jobs
import Media
import Storage

/// The header of a run, written before anything is measured: `run.json`. A run continues only if, except for name and
/// start, nothing in it has changed.
struct RunHeader: Hashable, Codable {
    var id: String
    var started: Date
    var machine: BenchMachine
    var commit: String?
    var builds: BuildIdentity
    var libraries: [BenchLibrary]
    var suite: BenchSuiteIdentity
    var anchors: [BenchAnchorRecord]
    var clips: [BenchClipRecord]
    var metrics: [BenchMetric]
    var repetitions: Int
    /// Every point, in the order of the record.
    var points: [PointKey]

    /// Identifies a point, measured or not.
    struct PointKey: Hashable, Codable {
        var clip: String
        var anchor: String
        var rate: BenchRate
        var repetition: Int

        /// The point's name in file names.
        var name: String {
            "\(clip)~\(anchor)~\(rate.label.replacing(" ", with: "-"))~\(repetition)"
        }

        func point(_ outcome: BenchOutcome) -> BenchPoint {
            BenchPoint(clip: clip, anchor: anchor, rate: rate, repetition: repetition, outcome: outcome)
        }
    }

    /// Whether this run may continue `other`: everything except name and start is the same.
    func continues(_ other: RunHeader) -> Bool {
        var same = other
        same.id = id
        same.started = started
        return same == self
    }

    /// The record of the run, with the outcome of each point.
    func record(finished: Date, _ outcome: (PointKey) -> BenchOutcome) -> BenchRun {
        BenchRun(
            id: id,
            started: started,
            finished: finished,
            machine: machine,
            commit: commit,
            builds: builds,
            libraries: libraries,
            suite: suite,
            anchors: anchors,
            clips: clips,
            metrics: metrics,
            repetitions: repetitions,
            points: points.map { $0.point(outcome($0)) }
        )
    }
}
