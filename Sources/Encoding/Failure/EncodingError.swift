package import Media

/// Why an encode could not be begun, continued or finished.
package struct EncodingError: ExplainedError, Equatable {
    /// What kind of failure it is, for code that decides.
    package enum Code: Hashable, Sendable {
        /// libx265 lacks the bit depth.
        case unsupportedDepth
        /// libx265, or Granary, cannot make so many temporal levels.
        case unsupportedLevels
        /// A picture came out on another temporal level than was forced.
        case brokenHierarchy
        /// The stream does not say of itself what the settings say: colour, or SEI messages.
        case wrongMetadata
        /// An option's name or value was refused.
        case refusedOption
        /// The encoder did not open.
        case notOpened
        /// The encoder failed on a picture.
        case encoderFailed
        /// Stored analysis does not fit what is to be encoded.
        case mismatchedAnalysis
        /// Fewer or other pictures came out than went in.
        case incomplete
        /// The private folder for statistics could not be made or used.
        case statisticsFolder
        /// The session was used out of order.
        case misuse
    }

    /// Which failure it is.
    package let code: Code
    /// What was attempted.
    package let attempted: String
    /// The setting, range or file at fault.
    package let subject: String
    /// Why it failed.
    package let cause: String
    /// What to do about it.
    package let remedy: String

    /// Creates an error.
    package init(_ code: Code, attempted: String, subject: String, cause: String, remedy: String = "") {
        self.code = code
        self.attempted = attempted
        self.subject = subject
        self.cause = cause
        self.remedy = remedy
    }

    /// The exit code that goes with it.
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
