/// How far one pass over a film is.
package struct PassStatus: Hashable, Sendable, Codable {
    /// Number of the pass, from 1; 0 is the scout's.
    package var pass: Int
    /// Ranges whose result is published; coarse ones in pass 0.
    package var doneRanges: Int
    /// Ranges that the pass is over, as far as that is decided.
    package var ranges: Int

    /// Creates a value.
    package init(pass: Int, doneRanges: Int, ranges: Int) {
        self.pass = pass
        self.doneRanges = doneRanges
        self.ranges = ranges
    }
}
