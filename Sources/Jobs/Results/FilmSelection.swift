/// Which pass of each range becomes part of the film: `film.json`, written once before the mux and binding from then
/// on.
package struct FilmSelection: Hashable, Sendable, Codable {
    /// Version of the layout that this build reads and writes.
    package static let currentVersion = 1

    /// Version of the layout.
    package var version: Int
    /// Id of the job.
    package var job: String
    /// Number of the accepted pass of each range, in film order.
    package var passes: [Int]
    /// Requests for another pass that were still open when the passes ended, with the reasons for refusal.
    package var requests: [RequestDecision]
    /// Why the passes ended, for the report.
    package var explanation: String
    /// Goals that the film misses, one sentence each, such as a buffer that it overdraws; nil if it meets all of them.
    package var misses: [String]?

    /// Creates a selection.
    package init(
        job: String,
        passes: [Int],
        requests: [RequestDecision],
        explanation: String,
        misses: [String] = []
    ) {
        version = Self.currentVersion
        self.job = job
        self.passes = passes
        self.requests = requests
        self.explanation = explanation
        self.misses = misses.isEmpty ? nil : misses
    }
}
