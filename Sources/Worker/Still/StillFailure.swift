import Media

/// An error of a still.
func stillFailure(_ kind: FailureKind, _ path: String, _ cause: String, _ remedy: String = "") -> WorkError {
    WorkError(kind, attempted: "make a still", subject: path, cause: cause, remedy: remedy)
}
