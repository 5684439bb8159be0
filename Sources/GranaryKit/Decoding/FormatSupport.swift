import HEVC
import Media

/// What an HEVC format is, and whether this machine decodes it.
public struct FormatSupport: Hashable, Sendable {
    /// Luma samples in a row, after cropping.
    public let width: Int
    /// Rows of luma samples, after cropping.
    public let height: Int
    /// Bits per luma sample, 8 to 16.
    public let bitDepth: Int
    /// Bits per chroma sample, 8 to 16.
    public let chromaBitDepth: Int
    /// How many chroma samples it has.
    public let chromaFormat: ChromaFormat
    /// The level that the stream declares, as in 4.1.
    public let level: Double
    /// True for the High tier.
    public let isHighTier: Bool
    /// Number of temporal levels, 1 to 7.
    public let temporalLevels: Int
    /// True if a `DecompressionSession` decodes it: 4:2:0, with the same 8 or 10 bits for luma and chroma, without
    /// references of a picture to itself, and no side longer than HEVC allows. The level does not matter.
    public let isDecodable: Bool

    /// Reads the parameter sets of a format.
    init(_ sets: ParameterSets) throws(BitstreamError) {
        let context = try SliceHeader.Context(sets)
        let sequence = context.sequence
        let profile = sequence.profileTierLevel
        guard let chroma = ChromaFormat(code: sequence.chromaFormat) else {
            throw BitstreamError(.invalid, "chroma_format_idc", "\(sequence.chromaFormat) is not 0 to 3")
        }
        (width, height) = (sequence.size.width, sequence.size.height)
        (bitDepth, chromaBitDepth) = (Int(sequence.lumaBitDepth), Int(sequence.chromaBitDepth))
        chromaFormat = chroma
        level = (Double(profile.level) / 3).rounded() / 10
        isHighTier = profile.isHighTier
        temporalLevels = sequence.subLayers
        let sides = 1...Picture.longestSide
        isDecodable =
            chroma == .yuv420 && bitDepth == chromaBitDepth
            && Media.PixelFormat.allCases.contains { $0.bitDepth == Int(sequence.lumaBitDepth) }
            && sequence.size.roundedUpToEven == sequence.size && sides.contains(sequence.codedSize.width)
            && sides.contains(sequence.codedSize.height) && profile.profileSpace == 0
            && !context.picture.hasScreenContentExtension
    }
}

extension FormatSupport: CustomStringConvertible {
    /// Size, depth, chroma, tier, level and temporal levels in words.
    public var description: String {
        let tier = isHighTier ? "High" : "Main"
        let depth = bitDepth == chromaBitDepth ? "\(bitDepth)" : "\(bitDepth) and \(chromaBitDepth)"
        let levels = "\(temporalLevels) temporal level\(temporalLevels == 1 ? "" : "s")"
        return "\(width)x\(height), \(chromaFormat), \(depth) bits, \(tier) tier, level \(level), \(levels)"
    }
}
