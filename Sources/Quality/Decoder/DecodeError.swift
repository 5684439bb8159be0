package import Media

/// Why a stream could not be decoded for verification.
package struct DecodeError: ExplainedError, Hashable {
    /// What went wrong; more codes may come.
    package struct Code: Hashable, Sendable {
        private enum Name: Hashable { case decoderUnavailable, malformedSample, decoderFailed, unsupportedPicture }
        private let name: Name

        /// libde265 could not be started.
        package static let decoderUnavailable = Code(name: .decoderUnavailable)
        /// A sample's NAL unit lengths do not fit its bytes, or it holds no NAL unit.
        package static let malformedSample = Code(name: .malformedSample)
        /// libde265 gave up.
        package static let decoderFailed = Code(name: .decoderFailed)
        /// The pictures are not 4:2:0 with 8 or 10 bits.
        package static let unsupportedPicture = Code(name: .unsupportedPicture)
    }

    /// What went wrong.
    package let code: Code
    /// The sample that was being handed over, by its tag; nil outside of any sample.
    package let tag: Int64?
    /// Why, with libde265's own words where it said something.
    package let cause: String

    /// A missing decoder is the machine's fault, all the rest is a stream that fails its verification.
    package var kind: FailureKind { code == .decoderUnavailable ? .unavailable : .verification }

    /// Always the independent decoding.
    package var attempted: String { "decode the stream with libde265" }

    /// The sample at fault.
    package var subject: String { tag.map { "sample \($0)" } ?? "decoder" }

    /// What helps.
    package var remedy: String {
        switch code {
        case .decoderUnavailable: "Free some memory and run again."
        case .unsupportedPicture: "Only 4:2:0 with 8 or 10 bits can be verified; run with --no-verify to go without."
        default: "The stream is damaged: encode it again, or copy the file again from where it came."
        }
    }
}
