package import Media

/// Why two pictures cannot be compared.
package struct ComparisonError: ExplainedError, Hashable {
    /// The frame, format and size of the reference.
    package let subject: String
    /// Why they cannot be compared.
    package let cause: String

    /// Pictures that do not match are a fault of the film.
    package var kind: FailureKind { .verification }

    /// Always the comparison.
    package var attempted: String { "compare a picture with its source" }

    /// What the user can do.
    package var remedy: String { "Compare pictures of equal size and bit depth with at least 8x8 samples." }
}
