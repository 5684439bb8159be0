package import Media

/// Why a movie file could not be laid out or read.
package struct MovieError: ExplainedError, Equatable {
    /// The kind of fault; more may be added.
    package struct Code: Hashable, Sendable {
        private let name: Name

        private enum Name {
            case notMovie, damaged, tooLarge, invalidConfiguration, invalidSample, unreadable, unwritable, diskFull
            case changed, unsupported
        }

        /// The bytes are not an ISO base media file, or lack the movie box.
        package static let notMovie = Code(name: .notMovie)
        /// A box contradicts itself or its surroundings.
        package static let damaged = Code(name: .damaged)
        /// The file is a movie, but not of a kind that is read here.
        package static let unsupported = Code(name: .unsupported)
        /// More than the format or the limits of this reader allow.
        package static let tooLarge = Code(name: .tooLarge)
        /// The configuration of a track is impossible.
        package static let invalidConfiguration = Code(name: .invalidConfiguration)
        /// The properties of a sample are impossible.
        package static let invalidSample = Code(name: .invalidSample)
        /// The bytes could not be read.
        package static let unreadable = Code(name: .unreadable)
        /// Bytes could not be written.
        package static let unwritable = Code(name: .unwritable)
        /// There is no space left for them.
        package static let diskFull = Code(name: .diskFull)
        /// The samples are not those that were laid out.
        package static let changed = Code(name: .changed)
    }

    /// The kind of fault.
    package let code: Code
    /// The box, track or sample at fault.
    package let subject: String
    /// Why it failed.
    package let cause: String

    /// Creates an error about a box, track or sample.
    package init(_ code: Code, _ subject: String, _ cause: String) {
        self.code = code
        self.subject = subject
        self.cause = cause
    }

    /// Damaged input, unless the muxer got invalid values or the medium failed.
    package var kind: FailureKind {
        switch code {
        case .invalidConfiguration, .invalidSample: .bug
        case .unreadable, .unwritable, .diskFull: .inputOutput
        default: .badInput
        }
    }

    /// Laying out for faults that the muxer reports, writing for those of its files, reading for all others.
    package var attempted: String {
        switch code {
        case .invalidConfiguration, .invalidSample: "lay out the movie"
        case .unwritable, .diskFull, .changed: "write the movie"
        default: "read the movie"
        }
    }

    /// The remedy.
    package var remedy: String {
        switch code {
        case .notMovie: "Give an MP4 or QuickTime file that was written to its end."
        case .damaged: "Copy or write the file again; `ffmpeg -i` may recover the undamaged part."
        case .tooLarge: "The file exceeds the limits of what Granary reads."
        case .unreadable: "Check the disk and the permissions of the file."
        case .unwritable: "Set TMPDIR to a writable local folder."
        case .diskFull: "Free some space, or set TMPDIR to a folder on another disk."
        case .changed: "Write it again, from files that do not change meanwhile."
        default: ""
        }
    }
}
