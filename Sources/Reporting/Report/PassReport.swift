package import Jobs
import Platform

/// One pass over the film, or over the part of it that was asked for again.
package struct PassReport: Hashable, Sendable, Codable {
    /// Number of the pass, from 1.
    package var pass: Int
    /// Why the targets of each wave were what they were, in the order of the waves.
    package var explanations: [String]
    /// Ranges that were encoded, ascending.
    package var ranges: [Int]
    /// Frames in them.
    package var frameCount: Int
    /// Bits that came out.
    package var bits: Int
    /// CPU time of all of it in seconds.
    package var cpuSeconds: Double
    /// x265's resolved options for the first of the ranges; in the others only the rate differs. Every line is in the
    /// range's own story.
    package var optionsLine: String

    /// Sums a pass up from its results in film order; nil when there are none.
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
