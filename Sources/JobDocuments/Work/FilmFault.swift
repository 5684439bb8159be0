package import Jobs

/// A film that failed verification, and what is done again before that result is final.
package struct FilmFault: Hashable, Sendable {
    /// One encode of a range.
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

    /// The film to stitch again.
    package var mux: MuxResult
    /// The first finding.
    package var finding: String
    /// The encodes to repeat first; empty if only the file is believed to be damaged.
    package var ranges: [Place]

    /// Creates a value.
    package init(mux: MuxResult, finding: String, ranges: [Place]) {
        self.mux = mux
        self.finding = finding
        self.ranges = ranges
    }

    /// Why published files are discarded.
    package var reason: String {
        let noun: String = ranges.count == 1 ? "range" : "ranges"
        let numbers = ranges.map { String($0.range) }.joined(separator: ", ")
        let remedy =
            ranges.isEmpty
            ? "it is stitched again"
            : "stitching it again did not help: \(noun) \(numbers) are encoded again and the film is stitched again"
        return "\(mux.path): the film failed verification (\(finding)); \(remedy)"
    }
}
