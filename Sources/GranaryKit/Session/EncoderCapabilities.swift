import Encoding
import Media

/// What this machine's encoder can do. The counterpart of VTCopyVideoEncoderList.
public struct EncoderCapabilities: Hashable, Sendable {
    /// Name and version of the library, as in `x265 4.1 (build 215)`.
    public let encoder: String
    /// Supported depths in bits, ascending.
    public let bitDepths: [Int]
    /// Supported chroma formats: those of `PixelFormat`, whatever else the library can do.
    public let chromaFormats: [ChromaFormat]
    /// Most temporal levels.
    public let maximumTemporalLevels: Int
    /// The instruction sets that it uses on this processor.
    public let instructionSets: String

    /// Asks the library.
    public static var current: EncoderCapabilities {
        let found = X265Library.capabilities()
        return EncoderCapabilities(
            encoder: found.buildName,
            bitDepths: found.bitDepths,
            chromaFormats: [.yuv420],
            maximumTemporalLevels: found.maximumTemporalLevels,
            instructionSets: found.instructionSets
        )
    }
}
