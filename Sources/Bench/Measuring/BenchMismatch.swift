package import Media

/// Why two films cannot be measured against each other.
package struct BenchMismatch: ExplainedError, Hashable {
    /// What the one is.
    package let film: String
    /// What the other is.
    package let source: String

    /// A finding about the films.
    package var kind: FailureKind { .verification }
    /// Always the comparison.
    package var attempted: String { "measure a film against its source, frame by frame" }
    /// The film.
    package var subject: String { film }
    /// Both.
    package var cause: String { source }
    /// What helps.
    package var remedy: String { "name two films of as many frames and the same size" }
}
