/// The progress of one pass over a film.
package struct PassStatus: Hashable, Sendable, Codable {
    /// Number of the pass, from 1; 0 for the scout.
    package var pass: Int
    /// Number of ranges with a published result; of coarse ranges in pass 0.
    package var doneRanges: Int
    /// Number of ranges of the pass, as far as decided.
    package var ranges: Int

    /// Creates a value.
    package init(pass: Int, doneRanges: Int, ranges: Int) {
        self.pass = pass
        self.doneRanges = doneRanges
        self.ranges = ranges
    }
}
