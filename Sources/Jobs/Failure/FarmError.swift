package import Media

/// Why a job could not be started, resumed or finished.
package struct FarmError: ExplainedError, Hashable {
    /// The kind of failure, for code that reacts to it.
    package enum Code: Hashable, Sendable {
        /// A document of the job cannot be read, or is not valid.
        case unreadableDocument
        /// A document of the job is missing.
        case missingDocument
        /// The job directory belongs to another job.
        case foreignJob
        /// The source is not the one that the job was started with.
        case changedSource
        /// Granary or a library is not the build that the job was started with.
        case changedBuild
        /// The output exists and was not written by this job.
        case foreignOutput
        /// The output would overwrite the source.
        case outputIsSource
        /// The output's folder is missing or cannot be written.
        case unwritableOutput
        /// The file system cannot read a file or folder of the job.
        case notRead
        /// A file or folder of the job cannot be written.
        case notWritten
        /// There is too little disk space.
        case diskFull
        /// A work unit failed and is not retried.
        case unitFailed
        /// The finished film fails its verification.
        case unverified
        /// The user stopped the job.
        case interrupted
        /// Another coordinator is working on the job.
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

    /// Creates an error. Without `kind` it has the exit code that its code implies.
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
