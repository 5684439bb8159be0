package import Media

/// Why a stream could not be decoded for verification.
package struct DecodeError: ExplainedError, Hashable {
    /// What went wrong; more codes may come.
    package struct Code: Hashable, Sendable {
        private enum Name: Hashable { case decoderUnavailable, malformedSample, decoderFailed, unsupportedPicture }
        private let name: Name

        /// libde265 could not be initialised.
        package static let decoderUnavailable = Code(name: .decoderUnavailable)
        /// A sample's NAL unit lengths do not fit its size, or it has no NAL unit.
        package static let malformedSample = Code(name: .malformedSample)
        /// libde265 stopped with an error.
        package static let decoderFailed = Code(name: .decoderFailed)
        /// The pictures are not 4:2:0 with 8 or 10 bits.
        package static let unsupportedPicture = Code(name: .unsupportedPicture)
    }

    /// What went wrong.
    package let code: Code
    /// Tag of the sample that was being decoded; nil outside of any sample.
    package let tag: Int64?
    /// The cause, with libde265's message if there is one.
    package let cause: String

    /// A missing decoder is the machine's fault; all other errors are faults of the stream.
    package var kind: FailureKind { code == .decoderUnavailable ? .unavailable : .verification }

    /// Always the independent decoding.
    package var attempted: String { "decode the stream with libde265" }

    /// The sample at fault.
    package var subject: String { tag.map { "sample \($0)" } ?? "decoder" }

    /// What the user can do.
    package var remedy: String {
        switch code {
        case .decoderUnavailable: "Free some memory and run again."
        case .unsupportedPicture: "Only 4:2:0 with 8 or 10 bits can be verified; --no-verify skips the verification."
        default: "The stream is damaged: encode it again, or copy the file again."
        }
    }
}
