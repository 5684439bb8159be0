import Intake
import Media

/// Decodes other codecs than HEVC by libavcodec.
final class ForeignSampleDecoder: SampleDecoding {
    /// Sixteen pictures: no codec may reorder more (H.264, A.3.1), and HEVC allows fewer.
    let lookahead = 16
    private let decoder: SampleDecoder

    /// Opens a decoder. Throws an `IntakeError`.
    init(_ description: CodecDescription) throws(IntakeError) {
        decoder = try SampleDecoder(
            codec: description.codec,
            configuration: description.configuration,
            size: PictureSize(width: description.width, height: description.height)
        )
    }

    /// Only the decoder can tell.
    func refusal(of bytes: [UInt8]) -> SampleFailure? { nil }

    func decode(_ bytes: [UInt8], number: Int, expected: PictureHash?, _ settle: (SampleFate) -> Void) {
        decoder.decode(bytes, number: Int64(number)) { settle(Self.fate($0)) }
    }

    func finish(_ settle: (SampleFate) -> Void) { decoder.finish { settle(Self.fate($0)) } }

    private static func fate(_ answer: SampleDecoder.Answer) -> SampleFate {
        switch answer {
        case .picture(let number, let planes):
            let picture = Media.Picture(
                format: planes.format,
                size: planes.size,
                frame: Int(number),
                presentationTime: .zero,
                duration: .zero,
                storage: planes.storage
            )
            return SampleFate(number: Int(number), result: .success(picture), isInOrder: true)
        case .failure(let number, let error):
            let failure =
                error.code == .formatChange
                ? SampleFailure.formatChange(error.cause)
                : SampleFailure(code: error.publicCode, cause: error.cause, remedy: error.remedy)
            return SampleFate(number: Int(number), result: .failure(failure))
        }
    }
}
