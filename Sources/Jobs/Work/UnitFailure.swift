package import Media

/// Why a worker could not do its unit: the error that it ended with, as it passes to the engine.
package struct UnitFailure: ExplainedError, Hashable, Codable {
    /// Most characters of each text.
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

    /// Takes over an error; texts beyond any measure are cut off.
    ///
    /// - Parameter hint: what else may be its cause; a line of its own below the remedy.
    package init(_ error: any ExplainedError, hint: String? = nil) {
        kind = error.kind
        attempted = String(error.attempted.prefix(Self.textLimit))
        subject = String(error.subject.prefix(Self.textLimit))
        cause = String(error.cause.prefix(Self.textLimit))
        let parts = [String(error.remedy.prefix(Self.textLimit)), hint ?? ""].filter { !$0.isEmpty }
        remedy = parts.joined(separator: "\n  ")
    }
}
