package import Media

/// Why an encode could not be started, continued or finished.
package struct EncodingError: ExplainedError, Equatable {
    /// The kind of failure, for code that reacts to it.
    package enum Code: Hashable, Sendable {
        /// libx265 lacks the bit depth.
        case unsupportedDepth
        /// libx265, or Granary, does not support that many temporal levels.
        case unsupportedLevels
        /// A picture has a temporal level other than the requested one.
        case brokenHierarchy
        /// The stream does not declare what the settings say: colour, or SEI messages.
        case wrongMetadata
        /// The name or value of an option was rejected.
        case refusedOption
        /// The encoder did not open.
        case notOpened
        /// The encoder failed on a picture.
        case encoderFailed
        /// The stored analysis does not match the range to be encoded.
        case mismatchedAnalysis
        /// The encoder returned fewer pictures than it was given, or others.
        case incomplete
        /// The private folder for statistics could not be created or used.
        case statisticsFolder
        /// The calls to the session were out of order.
        case misuse
    }

    /// The kind of failure.
    package let code: Code
    /// What was attempted.
    package let attempted: String
    /// The setting, range or file concerned.
    package let subject: String
    /// Why it failed.
    package let cause: String
    /// What the user can do about it.
    package let remedy: String

    /// Creates an error.
    package init(_ code: Code, attempted: String, subject: String, cause: String, remedy: String = "") {
        self.code = code
        self.attempted = attempted
        self.subject = subject
        self.cause = cause
        self.remedy = remedy
    }

    /// The exit code for it.
    package var kind: FailureKind {
        switch code {
        case .unsupportedDepth, .unsupportedLevels: .unavailable
        case .refusedOption: .badInput
        case .notOpened, .encoderFailed, .incomplete, .misuse, .brokenHierarchy, .wrongMetadata: .bug
        case .mismatchedAnalysis: .badInput
        case .statisticsFolder: .inputOutput
        }
    }
}
