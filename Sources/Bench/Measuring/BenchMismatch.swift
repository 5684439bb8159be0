package import Media

/// Why a film cannot be compared with its source.
package struct BenchMismatch: ExplainedError, Hashable {
    /// The film, with its number and size of frames.
    package let film: String
    /// The source, with its number and size of frames.
    package let source: String

    /// The films differ, which is a finding.
    package var kind: FailureKind { .verification }
    /// The comparison.
    package var attempted: String { "measure a film against its source, frame by frame" }
    /// The film.
    package var subject: String { film }
    /// The difference.
    package var cause: String { source }
    /// Advice.
    package var remedy: String { "name two films with the same number of frames and the same size" }
}
