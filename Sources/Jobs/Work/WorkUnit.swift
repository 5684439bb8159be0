/// The work of one `granary work` process. Doing it twice does no harm.
package struct WorkUnit: Hashable, Sendable, Codable {
    /// The stage.
    package var stage: Stage
    /// Number of the pass; 0 for a stage without passes.
    package var pass: Int
    /// Indexes of ranges, ascending; of coarse ranges for the scout. Empty for the mux and for the scout's conclusion.
    package var ranges: [Int]
    /// Number of the attempt, from 1.
    package var attempt: Int

    /// Creates a unit.
    package init(stage: Stage, pass: Int = 0, ranges: [Int] = [], attempt: Int = 1) {
        self.stage = stage
        self.pass = pass
        self.ranges = ranges
        self.attempt = attempt
    }
}

extension WorkUnit {
    /// The unit without the number of its attempt.
    package var work: WorkUnit { WorkUnit(stage: stage, pass: pass, ranges: ranges, attempt: 0) }

    /// The first part of the name of its logs, as in `pass-02`, `scout`, `scout-cuts` and `mux`.
    package var logPrefix: String {
        if stage.isPass { return pass < 10 ? "pass-0\(pass)" : "pass-\(pass)" }
        return stage.scope == .coarseRanges && ranges.isEmpty ? "\(stage.rawValue)-cuts" : stage.rawValue
    }

    /// What the unit does, in words that fit after "could not", as in `encode range 3 of the film`.
    package var action: String { stage.action(on: ranges) }
}

extension WorkUnit: CustomStringConvertible {
    /// As in `encode pass 2, range 3`.
    package var description: String {
        var words = stage.rawValue
        if pass > 0 { words += " pass \(pass)" }
        guard let first = ranges.first, let last = ranges.last else { return words }
        return words + (first == last ? ", range \(first)" : ", ranges \(first) to \(last)")
    }
}
