import Foundation

/// A run of the benchmark history, as `granary bench history --json --trend` prints it.
struct BenchmarkRun: Decodable, Sendable {
    /// What the history knows about it.
    struct Entry: Decodable, Sendable {
        /// Name of the run.
        let id: String
        /// When it began.
        let started: Date
        /// Name of the suite.
        let suite: String
        /// Commit that was measured; nil if unknown.
        let commit: String?
        /// Points that were measured.
        let measured: Int
        /// Points that are holes.
        let holes: Int
        /// When it was accepted; nil if it was not.
        let accepted: Date?
    }

    /// The run.
    let run: Entry
    /// Title of what was measured.
    let subject: String?
    /// Title of what it is compared with.
    let reference: String?
    /// Title of the metric.
    let metric: String
    /// Mean BD-rate over the clips in percent; nil without a figure.
    let percent: Double?
    /// The interval of the mean, lowest and highest.
    let interval: [Double]?
}
