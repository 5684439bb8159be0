import Encoding
import Media

/// What this machine's encoder can do. The counterpart of VTCopyVideoEncoderList.
public struct EncoderCapabilities: Hashable, Sendable {
    /// Name and version of the library, as in `x265 4.1 (build 215)`.
    public let encoder: String
    /// Supported depths of the samples in bits, ascending: 8, 10 or both.
    public let bitDepths: [Int]
    /// Supported chroma formats: those of `PixelFormat`, whatever else the library can do.
    public let chromaFormats: [ChromaFormat]
    /// Most temporal levels of a stream, at least 1: 2 with libx265 3.5, 5 with libx265 4.
    public let maximumTemporalLevels: Int
    /// The instruction sets that it uses on this processor, in x265's words, for people.
    public let instructionSets: String

    /// Asks the library. Any thread may do so.
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
