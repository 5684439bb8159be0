import Intake
import Media
import Quality

/// What this machine decodes. The counterpart of VTIsHardwareDecodeSupported and AVAsset.isPlayable; nothing here is
/// hardware.
public struct DecoderCapabilities: Hashable, Sendable {
    /// Name and version of the library that decodes HEVC, as in `libde265 1.0.11`.
    public let hevcDecoder: String
    /// Names and versions of the libraries that decode other codecs, and convert their pictures.
    public let otherDecoders: String
    /// Depths in bits of HEVC that it decodes, ascending.
    public let bitDepths: [Int]
    /// Chroma formats of HEVC that it decodes.
    public let chromaFormats: [ChromaFormat]

    /// FFmpeg's name of the codec that FFmpeg does not decode here.
    static let hevc = "hevc"

    /// Asks the libraries.
    public static var current: DecoderCapabilities {
        DecoderCapabilities(
            hevcDecoder: "libde265 \(VerifyingDecoder.libraryVersion)",
            otherDecoders: ReaderBuild.current,
            bitDepths: Media.PixelFormat.allCases.map(\.bitDepth).sorted(),
            chromaFormats: [.yuv420]
        )
    }

    /// Whether a `DecompressionSession` exists for a codec, by FFmpeg's name, as in `hevc`, `h264` or `av1`. Not each
    /// of its streams may be decodable: that shows when it is decoded, or for HEVC in `support(of:)`.
    public func isDecodable(codec: String) -> Bool { codec == Self.hevc || SampleDecoder.isAvailable(codec: codec) }

    /// What an HEVC format is, and whether this machine decodes it. Throws `damaged` for parameter sets that cannot be
    /// read.
    public func support(of format: FormatDescription) throws -> FormatSupport {
        try translating { try FormatSupport(format.sets) }
    }
}
