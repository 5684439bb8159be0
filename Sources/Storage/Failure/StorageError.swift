package import Media

/// Why a store could not be written, read, published or trusted.
package struct StorageError: ExplainedError, Hashable {
    /// What went wrong; more codes may come.
    package struct Code: Hashable, Sendable {
        fileprivate enum Name: Hashable {
            case missing, alreadyExists, networkFileSystem, wrongKind, mismatchedIdentity, damaged
            case wrongSize, wrongChecksum, outOfOrder, outsideTimeRange, invalidTimeRanges, misuse, inUse
            case mapFull, database, diskFull, system
        }
        fileprivate let name: Name

        /// There is no such file.
        package static let missing = Code(name: .missing)
        /// A new store or document would replace a file.
        package static let alreadyExists = Code(name: .alreadyExists)
        /// LMDB must not write on a network file system.
        package static let networkFileSystem = Code(name: .networkFileSystem)
        /// The file is not a store of the expected kind.
        package static let wrongKind = Code(name: .wrongKind)
        /// The store was made for another job, source or build.
        package static let mismatchedIdentity = Code(name: .mismatchedIdentity)
        /// A page, a record or its checksum is wrong.
        package static let damaged = Code(name: .damaged)
        /// The size of a published file differs from its result document.
        package static let wrongSize = Code(name: .wrongSize)
        /// The SHA-256 of a published file differs from its result document.
        package static let wrongChecksum = Code(name: .wrongChecksum)
        /// A sample or frame does not follow the previous ones.
        package static let outOfOrder = Code(name: .outOfOrder)
        /// A sample or frame does not belong to the store's range.
        package static let outsideTimeRange = Code(name: .outsideTimeRange)
        /// Time ranges overlap, are empty, do not ascend, or are not within the silo's own range.
        package static let invalidTimeRanges = Code(name: .invalidTimeRanges)
        /// The caller broke a rule of the interface.
        package static let misuse = Code(name: .misuse)
        /// Another session has the store open for updates.
        package static let inUse = Code(name: .inUse)
        /// The memory map is too small for the transaction; the wrapper enlarges it and tries again.
        static let mapFull = Code(name: .mapFull)
        /// LMDB failed for another reason.
        package static let database = Code(name: .database)
        /// There is no space left; the subject is the folder whose disk is full.
        package static let diskFull = Code(name: .diskFull)
        /// The operating system refused: for example no permission, or a read error.
        package static let system = Code(name: .system)
    }

    /// What went wrong.
    package let code: Code
    /// What was attempted, as in "open a frame silo".
    package let attempted: String
    /// The file, and the record in it if one is at fault.
    package let subject: String
    /// The cause, with the message of LMDB or the system if there is one.
    package let cause: String
    /// What the user can do; empty if nothing helps.
    package let remedy: String

    init(_ code: Code, attempted: String, subject: String, cause: String, remedy: String? = nil) {
        self.code = code
        self.attempted = attempted
        self.subject = subject
        self.cause = cause
        self.remedy = remedy ?? StorageError.usualRemedy(code)
    }

    /// Damage and mismatch are bad input; the rest is the fault of the machine or of Granary itself.
    package var kind: FailureKind {
        switch code.name {
        case .missing, .wrongKind, .mismatchedIdentity, .damaged, .wrongSize, .wrongChecksum: .badInput
        case .alreadyExists, .networkFileSystem: .cannotCreate
        case .outOfOrder, .outsideTimeRange, .invalidTimeRanges, .misuse: .bug
        case .inUse: .temporary
        case .mapFull, .database, .diskFull, .system: .inputOutput
        }
    }

    private static func usualRemedy(_ code: Code) -> String {
        switch code.name {
        case .missing, .damaged, .wrongSize, .wrongChecksum:
            "Run the job again: it encodes again what is missing or damaged."
        case .mismatchedIdentity:
            "The source, settings or programs changed since then; `granary run --restart` starts the job again."
        case .networkFileSystem: "Choose a scratch folder on a local disk or in memory."
        case .diskFull: "Free some space there and run the job again: it resumes where it stopped."
        case .system: "Check free space and permissions, then run the job again; it resumes."
        default: ""
        }
    }
}
