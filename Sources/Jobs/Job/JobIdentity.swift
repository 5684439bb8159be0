import Checksums
import Foundation
import Media

/// What determines the bytes of a film and of its stills, apart from the builds: the input of the job id.
///
/// It is written as JSON with sorted keys. So the same settings give the same digest, whatever the order or the
/// comments of the manifest that they came from.
struct JobIdentity: Encodable {
    let source: SourceIdentity
    let part: SourcePart?
    let encoder: EncoderSettings
    let measuresLight: Bool
    let dynamicMetadata: KeptMetadata?
    let colours: [ColourConversion.Terms]?
    let isPlaced: Bool
    let rate: RateGoal
    let optimize: QualityMetric?
    let passes: PassLimits
    let ranges: RangeLimits
    let audio: AudioChoice
    let stills: [WantedStill]?
    let container: MovieContainer

    /// The first 16 hexadecimal digits of the SHA-256 of the canonical form.
    var digest: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        do {
            let canonical = [UInt8](try encoder.encode(self))
            // Safe: all bytes of an array of integers are initialised, and the call does not keep them.
            return String(unsafe SHA256Digest.of(canonical.span.bytes).prefix(16))
        } catch {
            preconditionFailure("settings are plain numbers and strings, which JSON can always encode: \(error)")
        }
    }

    /// The canonical form leaves out the reason of the pass limits, because it is not a setting. It also leaves out
    /// MP4, which was the only format at first, so that the ids of those jobs do not change.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(1, forKey: .version)
        try container.encode(source, forKey: .source)
        try container.encodeIfPresent(part?.withoutPlaces, forKey: .part)
        try container.encode(self.encoder, forKey: .encoder)
        // Left out if not measured, so that the ids of other jobs do not change.
        if measuresLight { try container.encode("measured", forKey: .light) }
        try container.encode(rate, forKey: .rate)
        // Left out if nil, for the same reason.
        try container.encodeIfPresent(dynamicMetadata, forKey: .dynamicMetadata)
        try container.encodeIfPresent(colours, forKey: .colours)
        if isPlaced { try container.encode(true, forKey: .placed) }
        try container.encodeIfPresent(optimize, forKey: .optimize)
        try container.encode([Double(passes.maximum), passes.tolerance, passes.budget], forKey: .passes)
        try container.encode(ranges, forKey: .ranges)
        try container.encode(audio, forKey: .audio)
        try container.encodeIfPresent(stills, forKey: .stills)
        if self.container != .mp4 { try container.encode(self.container, forKey: .container) }
    }

    private enum CodingKeys: String, CodingKey {
        case version, source, part, encoder, light, dynamicMetadata, colours, rate, optimize, passes, ranges, audio
        case stills, container, placed
    }
}
