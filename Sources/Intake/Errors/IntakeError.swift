package import Media

/// Why a source could not be probed, read or converted.
package struct IntakeError: ExplainedError, Equatable {
    /// The kind of failure: an open set, compared by name.
    package struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name, as in `damaged`.
        package let description: String

        /// Creates a code from its name.
        package init(_ name: String) { description = name }

        /// There is no such file.
        package static let missing = Code("missing")
        /// The path names a folder, a pipe or a device.
        package static let notAFile = Code("notAFile")
        /// The file has no bytes.
        package static let empty = Code("empty")
        /// The operating system refused to open or read the file.
        package static let unreadable = Code("unreadable")
        /// No demuxer recognises the file, or its index is missing.
        package static let notAMovie = Code("notAMovie")
        /// There is no video in the file.
        package static let noVideo = Code("noVideo")
        /// Interlaced video.
        package static let interlaced = Code("interlaced")
        /// A size, pixel format, codec or timing that Granary does not support.
        package static let unsupported = Code("unsupported")
        /// Damaged, missing or cut-off data.
        package static let damaged = Code("damaged")
        /// Size or pixel format change in mid-stream.
        package static let formatChange = Code("formatChange")
        /// Films of different kinds that are to be played one after the other.
        package static let unlike = Code("unlike")
        /// The file is no longer the one that was probed.
        package static let changed = Code("changed")
        /// A library failed.
        package static let library = Code("library")
    }

    /// The kind of failure.
    package var code: Code
    /// The exit code that Granary ends with.
    package var kind: FailureKind
    /// What was attempted.
    package var attempted: String
    /// The file at fault.
    package var subject: String
    /// Why it failed.
    package var cause: String
    /// What the user can do; may be empty.
    package var remedy: String

    /// Creates an error.
    package init(
        _ code: Code,
        kind: FailureKind = .badInput,
        attempted: String,
        subject: String,
        cause: String,
        remedy: String
    ) {
        self.code = code
        self.kind = kind
        self.attempted = attempted
        self.subject = subject
        self.cause = cause
        self.remedy = remedy
    }
}
