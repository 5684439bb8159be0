package import Media

/// Why a job could not be begun, resumed or finished.
package struct FarmError: ExplainedError, Hashable {
    /// What kind of failure it is, for code that decides.
    package enum Code: Hashable, Sendable {
        /// A document of the job cannot be read, or is not what it should be.
        case unreadableDocument
        /// A document of the job is not there.
        case missingDocument
        /// The folder belongs to another job.
        case foreignJob
        /// The source is not the one the job was begun with.
        case changedSource
        /// Granary or a library is not the one the job was begun with.
        case changedBuild
        /// The output exists and is not this job's own.
        case foreignOutput
        /// The output would overwrite the source.
        case outputIsSource
        /// The output's folder is missing or cannot be written.
        case unwritableOutput
        /// The file system does not say what a file or folder of the job holds.
        case notRead
        /// A file or folder of the job cannot be written.
        case notWritten
        /// There is too little space.
        case diskFull
        /// A work unit failed and is not tried again.
        case unitFailed
        /// The finished film is not what it should be.
        case unverified
        /// The user stopped the job.
        case interrupted
        /// Another coordinator is at work on the job.
        case inUse
        /// A decision breaks the rules of the coordinator.
        case invalidDecision
    }

    /// Which failure it is.
    package let code: Code
    /// What was attempted.
    package let attempted: String
    /// The file, range or setting at fault.
    package let subject: String
    /// Why it failed.
    package let cause: String
    /// What to do about it.
    package let remedy: String
    /// The exit code that goes with it.
    package let kind: FailureKind

    /// Creates an error; without a `kind` it has the one that its code suggests.
    package init(
        _ code: Code,
        attempted: String,
        subject: String,
        cause: String,
        remedy: String = "",
        kind: FailureKind? = nil
    ) {
        self.code = code
        self.attempted = attempted
        self.subject = subject
        self.cause = cause
        self.remedy = remedy
        self.kind = kind ?? Self.kind(of: code)
    }

    private static func kind(of code: Code) -> FailureKind {
        switch code {
        case .unreadableDocument, .missingDocument, .foreignJob, .changedSource, .changedBuild: .badInput
        case .foreignOutput, .outputIsSource, .unwritableOutput: .cannotCreate
        case .notRead, .notWritten, .diskFull: .inputOutput
        case .unitFailed, .invalidDecision: .bug
        case .unverified: .verification
        case .interrupted: .interrupted
        case .inUse: .temporary
        }
    }
}
