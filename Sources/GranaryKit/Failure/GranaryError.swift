import Encoding
import HEVC
import ISOMedia
import Intake
import Media
import Quality
import Session
import Storage

/// Why a call failed: what was attempted, on what, why it failed, and what to do.
public struct GranaryError: Error, Hashable, Sendable {
    /// What went wrong, for code that reacts to it. More codes may come.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        private init(_ name: String) { description = name }

        /// Calls out of order, as a pass that begins inside another one.
        public static let misuse = Code("misuse")
        /// A frame is out of order, twice, missing, outside the time ranges, or of another size or format.
        public static let wrongFrame = Code("wrongFrame")
        /// A pass ended before all of its frames were given. It continues.
        public static let incomplete = Code("incomplete")
        /// A property has a value that cannot be used, or the encoder refused it.
        public static let refusedProperty = Code("refusedProperty")
        /// This machine's libraries lack a feature, as a bit depth or a number of temporal levels.
        public static let unavailable = Code("unavailable")
        /// A storage, silo or report was made with other properties, of another source, or by another build. Targets of
        /// a pass are for another session, or out of date.
        public static let mismatch = Code("mismatch")
        /// Another session has a storage or silo open.
        public static let inUse = Code("inUse")
        /// A file, a record or a bitstream is damaged.
        public static let damaged = Code("damaged")
        /// Time ranges are empty, overlap, do not ascend, or lie outside.
        public static let invalidTimeRanges = Code("invalidTimeRanges")
        /// A sample does not follow the previous one, or lies outside the time ranges of the pass.
        public static let wrongSample = Code("wrongSample")
        /// A file is not a film, or one that Granary cannot read: interlaced, a still picture, without video.
        public static let unsupportedFilm = Code("unsupportedFilm")
        /// A sample refers to a picture that is missing or damaged.
        public static let missingReference = Code("missingReference")
        /// A sample has no picture: the stream hides it, or the decoder returned none.
        public static let noPicture = Code("noPicture")
        /// A track cannot be carried in a file of this format.
        public static let unsupportedTrack = Code("unsupportedTrack")
        /// A film has no such temporal level, or does not say which samples belong to it.
        public static let missingLevel = Code("missingLevel")
        /// The size, the format or the parameter sets of the pictures change in mid-stream.
        public static let formatChange = Code("formatChange")
        /// A file of the name exists already.
        public static let alreadyExists = Code("alreadyExists")
        /// A file is missing.
        public static let missing = Code("missing")
        /// The disk is full.
        public static let diskFull = Code("diskFull")
        /// The file system cannot hold such a file: LMDB cannot write to network file systems.
        public static let networkFileSystem = Code("networkFileSystem")
        /// The system refused, for example a read or a write.
        public static let system = Code("system")
        /// The client ended an export.
        public static let cancelled = Code("cancelled")
        /// The finished film differs from what the encoder produced, so it was not kept.
        public static let unverified = Code("unverified")
        /// The encoder failed, or did something else than it was asked for.
        public static let encoderFailed = Code("encoderFailed")
    }

    /// What went wrong.
    public let code: Code
    /// What was attempted, as in "begin a pass".
    public let attempted: String
    /// The frame, file or property.
    public let subject: String
    /// Why it failed.
    public let cause: String
    /// What the user can do; empty if nothing helps.
    public let remedy: String

    init(_ code: Code, attempted: String, subject: String, cause: String, remedy: String = "") {
        self.code = code
        self.attempted = attempted
        self.subject = subject
        self.cause = cause
        self.remedy = remedy
    }

    init(_ code: Code, _ error: some ExplainedError) {
        self.init(
            code,
            attempted: error.attempted,
            subject: error.subject,
            cause: error.cause,
            remedy: error.remedy
        )
    }
}

extension GranaryError: CustomStringConvertible {
    /// The complete message in one or two sentences.
    public var description: String {
        let story = "could not \(PlainText.field(attempted)) (\(PlainText.field(subject))): \(cause)"
        return remedy.isEmpty ? story : "\(story)\n  \(remedy)"
    }
}

/// Runs a call of the modules below and turns their errors into those of the library. An error that the client's own
/// closure threw passes through unchanged.
func translating<Result>(_ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let error as StorageError {
        throw GranaryError(error.publicCode, error)
    } catch let error as SessionError {
        throw GranaryError(error.publicCode, error)
    } catch let error as EncodingError {
        throw GranaryError(error.publicCode, error)
    } catch let error as BitstreamError {
        throw GranaryError(.damaged, error)
    } catch let error as MovieError {
        throw GranaryError(error.publicCode, error)
    } catch let error as IntakeError {
        throw GranaryError(error.publicCode, error)
    } catch let error as DecodeError {
        throw GranaryError(error.publicCode, error)
    }
}

extension StorageError {
    fileprivate var publicCode: GranaryError.Code {
        switch code {
        case .missing: .missing
        case .networkFileSystem: .networkFileSystem
        case .mismatchedIdentity, .wrongKind: .mismatch
        case .damaged, .wrongSize, .wrongChecksum: .damaged
        case .outOfOrder, .outsideTimeRange: .wrongSample
        case .invalidTimeRanges: .invalidTimeRanges
        case .misuse: .misuse
        case .alreadyExists: .alreadyExists
        case .inUse: .inUse
        case .diskFull: .diskFull
        default: .system
        }
    }
}

extension SessionError {
    fileprivate var publicCode: GranaryError.Code {
        switch code {
        case .refusedSettings: .refusedProperty
        case .wrongFrame: .wrongFrame
        case .incomplete: .incomplete
        case .wrongStorage: .damaged
        case .wrongPart: .mismatch
        default: .misuse
        }
    }
}

extension EncodingError {
    fileprivate var publicCode: GranaryError.Code {
        switch code {
        case .unsupportedDepth, .unsupportedLevels: .unavailable
        case .refusedOption, .notOpened: .refusedProperty
        case .mismatchedAnalysis: .mismatch
        case .statisticsFolder: .system
        case .misuse: .misuse
        case .brokenHierarchy, .wrongMetadata, .encoderFailed, .incomplete: .encoderFailed
        }
    }
}

extension DecodeError {
    /// The code of the library.
    var publicCode: GranaryError.Code {
        switch code {
        case .decoderUnavailable, .unsupportedPicture: .unavailable
        default: .damaged
        }
    }
}

extension MovieError {
    fileprivate var publicCode: GranaryError.Code {
        switch code {
        case .notMovie, .unsupported: .unsupportedFilm
        case .unreadable, .unwritable: .system
        case .diskFull: .diskFull
        case .changed: .mismatch
        case .invalidSample: .wrongSample
        default: .damaged
        }
    }
}

extension IntakeError {
    /// The code of the library.
    var publicCode: GranaryError.Code {
        switch code {
        case .missing: .missing
        case .damaged: .damaged
        case .changed: .mismatch
        case .formatChange: .formatChange
        case .unreadable, .library: .system
        default: .unsupportedFilm
        }
    }
}
