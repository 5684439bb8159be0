package import Media

/// The error with which a worker failed its unit, as it is passed to the engine.
package struct UnitFailure: ExplainedError, Hashable, Codable {
    /// Maximum number of characters of each text.
    private static let textLimit = 4000

    /// Exit code of the worker.
    package let kind: FailureKind
    /// What was attempted.
    package let attempted: String
    /// The file, range or document at fault.
    package let subject: String
    /// Why it failed.
    package let cause: String
    /// What to do about it.
    package let remedy: String

    /// Copies an error; overlong texts are cut off.
    ///
    /// - Parameter hint: another possible cause, on its own line after the remedy.
    package init(_ error: any ExplainedError, hint: String? = nil) {
        kind = error.kind
        attempted = String(error.attempted.prefix(Self.textLimit))
        subject = String(error.subject.prefix(Self.textLimit))
        cause = String(error.cause.prefix(Self.textLimit))
        let parts = [String(error.remedy.prefix(Self.textLimit)), hint ?? ""].filter { !$0.isEmpty }
        remedy = parts.joined(separator: "\n  ")
    }
}
