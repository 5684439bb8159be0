package import Jobs

/// A film that verification found fault with, and what is done again before that stands.
package struct FilmFault: Hashable, Sendable {
    /// An encode.
    package struct Place: Hashable, Sendable {
        /// Index of the range.
        package var range: Int
        /// Number of the pass.
        package var pass: Int

        /// Creates a value.
        package init(range: Int, pass: Int) {
            self.range = range
            self.pass = pass
        }
    }

    /// The film that is stitched again.
    package var mux: MuxResult
    /// The first thing that is wrong.
    package var finding: String
    /// The encodes that are made again first; none when the file alone is thought to be damaged.
    package var ranges: [Place]

    /// Creates a value.
    package init(mux: MuxResult, finding: String, ranges: [Place]) {
        self.mux = mux
        self.finding = finding
        self.ranges = ranges
    }

    /// Why what was published is thrown away.
    package var reason: String {
        let noun: String = ranges.count == 1 ? "range" : "ranges"
        let numbers = ranges.map { String($0.range) }.joined(separator: ", ")
        let remedy =
            ranges.isEmpty
            ? "it is stitched again"
            : "stitching it again did not help: \(noun) \(numbers) and the film are made again"
        return "\(mux.path): verification found fault with the film (\(finding)); \(remedy)"
    }
}
