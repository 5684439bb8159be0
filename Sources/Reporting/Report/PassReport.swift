package import Jobs
import Platform

/// One pass over the film, or over the ranges that were encoded again.
package struct PassReport: Hashable, Sendable, Codable {
    /// Number of the pass, from 1.
    package var pass: Int
    /// The reasons for the targets of each wave, in the order of the waves.
    package var explanations: [String]
    /// Ranges that were encoded, ascending.
    package var ranges: [Int]
    /// Number of their frames.
    package var frameCount: Int
    /// Bits of the results.
    package var bits: Int
    /// CPU time of the pass in seconds.
    package var cpuSeconds: Double
    /// x265's resolved options for the first of the ranges; in the others only the rate differs. The report of each
    /// range has its own line.
    package var optionsLine: String

    /// Sums up a pass from its results in film order; nil when there are none.
    package init?(pass: Int, results: [RangeResult], allocations: [Allocation]) {
        guard let first = results.first else { return nil }
        self.pass = pass
        explanations = allocations.filter { $0.pass == pass && !$0.explanation.isEmpty }
            .sorted { $0.wave < $1.wave }.map(\.explanation)
        ranges = results.map(\.range)
        frameCount = results.reduce(0) { $0 + $1.frames.count }
        bits = results.reduce(0) { $0 + $1.bits }
        cpuSeconds = results.reduce(0) { $0 + $1.cost.cpuSeconds }
        optionsLine = first.optionsLine
    }
}
