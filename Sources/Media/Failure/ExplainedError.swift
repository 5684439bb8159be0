/// An error with what was attempted, on what, why it failed and what to do.
///
/// Every error that can reach a user conforms: the command line prints `explanation` and exits with `kind`.
package protocol ExplainedError: Error, CustomStringConvertible {
    /// The kind of failure, which is also the exit code.
    var kind: FailureKind { get }
    /// What Granary attempted, as in "read the frames 24 to 48".
    var attempted: String { get }
    /// The file, key or setting at fault.
    var subject: String { get }
    /// Why it failed, with the message of the codec or the system if there is one.
    var cause: String { get }
    /// What the user can do about it; empty if there is nothing useful to say.
    var remedy: String { get }
}

extension ExplainedError {
    /// The complete message in one or two sentences.
    package var explanation: String {
        let story = "could not \(PlainText.field(attempted)) (\(PlainText.field(subject))): \(cause)"
        return remedy.isEmpty ? story : "\(story)\n  \(remedy)"
    }

    /// The same as `explanation`.
    package var description: String { explanation }
}
