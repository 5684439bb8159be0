package import Foundation

/// A run in the history, without its points.
package struct HistoryEntry: Hashable, Sendable, Codable {
    /// Name of the run.
    package var id: String
    /// When it began.
    package var started: Date
    /// When its last point ended.
    package var finished: Date
    /// Name of the suite.
    package var suite: String
    /// Commit that was measured; nil if unknown.
    package var commit: String?
    /// The processor.
    package var processor: String
    /// Points that were measured.
    package var measured: Int
    /// Points that are holes.
    package var holes: Int
    /// When it was accepted as the run that later runs are compared with; nil if it was not.
    package var accepted: Date?

    /// Creates an entry.
    package init(
        id: String,
        started: Date,
        finished: Date,
        suite: String,
        commit: String?,
        processor: String,
        measured: Int,
        holes: Int,
        accepted: Date?
    ) {
        self.id = id
        self.started = started
        self.finished = finished
        self.suite = suite
        self.commit = commit
        self.processor = processor
        self.measured = measured
        self.holes = holes
        self.accepted = accepted
    }
}
