/// An error that says what was attempted, on what, why it failed and what to do.
///
/// Every error that can reach a user conforms: the command line prints `explanation` and exits with `kind`.
public protocol ExplainedError: Error, CustomStringConvertible {
    /// The sort of failure, which is also the exit code.
    var kind: FailureKind { get }
    /// What Granary was doing, as in "read the frames 24 to 48".
    var attempted: String { get }
    /// The file, key or setting at fault.
    var subject: String { get }
    /// Why it failed, with the codec's or system's own words where there are any.
    var cause: String { get }
    /// What the user can do about it; empty when there is nothing useful to say.
    var remedy: String { get }
}

extension ExplainedError {
    /// The whole story in one or two sentences.
    public var explanation: String {
        let story = "could not \(PlainText.field(attempted)) (\(PlainText.field(subject))): \(cause)"
        return remedy.isEmpty ? story : "\(story)\n  \(remedy)"
    }

    /// The same as `explanation`.
    public var description: String { explanation }
}
