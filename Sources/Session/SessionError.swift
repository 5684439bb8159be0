package import Media

/// Why a session refused a call, or could not continue.
package struct SessionError: ExplainedError, Hashable {
    /// What went wrong; more codes may come.
    package struct Code: Hashable, Sendable {
        fileprivate enum Name: Hashable {
            case refusedSettings, misuse, wrongFrame, incomplete, wrongStorage, wrongPart
        }
        fileprivate let name: Name

        /// The settings cannot be used.
        package static let refusedSettings = Code(name: .refusedSettings)
        /// The calls were out of order: a pass that begins twice, or a frame outside a pass.
        package static let misuse = Code(name: .misuse)
        /// A frame is out of order, twice, missing, outside the time ranges of the pass, or of another size or format.
        package static let wrongFrame = Code(name: .wrongFrame)
        /// A pass ended before all of its frames were given. It continues.
        package static let incomplete = Code(name: .incomplete)
        /// The storage has notes that no session writes.
        package static let wrongStorage = Code(name: .wrongStorage)
        /// Parts of a film do not belong together, or targets are for another part or out of date.
        package static let wrongPart = Code(name: .wrongPart)
    }

    /// What went wrong.
    package let code: Code
    /// What was attempted.
    package let attempted: String
    /// The frame, pass or file.
    package let subject: String
    /// The cause.
    package let cause: String
    /// What the user can do; empty if nothing helps.
    package let remedy: String

    init(_ code: Code, attempted: String, subject: String, cause: String, remedy: String = "") {
        self.code = code
        self.attempted = attempted
        self.subject = subject
        self.cause = cause
        self.remedy = remedy
    }

    /// Settings and storages are input; the rest is a fault of the client.
    package var kind: FailureKind {
        switch code.name {
        case .refusedSettings, .wrongStorage, .wrongPart: .badInput
        case .misuse, .wrongFrame, .incomplete: .bug
        }
    }
}
