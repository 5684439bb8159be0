package import Media

/// Why two pictures cannot be compared.
package struct ComparisonError: ExplainedError, Hashable {
    /// The frame, format and size of the reference.
    package let subject: String
    /// Why not.
    package let cause: String

    /// Pictures that do not fit each other are a finding about the film.
    package var kind: FailureKind { .verification }

    /// Always the comparison.
    package var attempted: String { "compare a picture with its source" }

    /// What helps.
    package var remedy: String { "Compare pictures of one size and bit depth, of at least 8x8 samples." }
}
