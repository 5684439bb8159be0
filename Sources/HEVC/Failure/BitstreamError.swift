package import Media

/// Why HEVC bytes could not be read.
package struct BitstreamError: ExplainedError, Equatable {
    /// The kind of fault; more may be added.
    package struct Code: Hashable, Sendable {
        private let name: StaticName

        private enum StaticName { case truncated, invalid, unsupported, missing }

        /// The bytes end before the syntax does.
        package static let truncated = Code(name: .truncated)
        /// A value is outside the range that the standard allows.
        package static let invalid = Code(name: .invalid)
        /// The syntax is legal, but Granary does not read it.
        package static let unsupported = Code(name: .unsupported)
        /// A required part is missing.
        package static let missing = Code(name: .missing)
    }

    /// The kind of fault.
    package let code: Code
    /// The syntax structure or element at fault, by its name in ISO/IEC 23008-2.
    package let element: String
    /// Why it failed.
    package let cause: String

    /// Creates an error about a syntax element.
    package init(_ code: Code, _ element: String, _ cause: String) {
        self.code = code
        self.element = element
        self.cause = cause
    }

    /// Element and cause, for use where it is clear what was attempted.
    package var words: String { "\(element): \(cause)" }
    /// Damaged input, whoever wrote it.
    package var kind: FailureKind { .badInput }
    /// Always the same: reading a bitstream.
    package var attempted: String { "read HEVC" }
    /// The syntax element.
    package var subject: String { element }
    /// What to do depends on where the bytes came from.
    package var remedy: String { "The stream is damaged or not of a kind that Granary writes; encode it again." }
}
