import Checksums
import Foundation
import Media

/// What decides the bytes of a film beside the builds: the input of the job id.
///
/// Written as JSON with sorted keys, so that the same settings give the same digest whatever the order or the
/// comments of the manifest they came from.
struct JobIdentity: Encodable {
    let source: SourceIdentity
    let part: SourcePart?
    let encoder: EncoderSettings
    let measuresLight: Bool
    let rate: RateGoal
    let optimize: QualityMetric?
    let passes: PassLimits
    let ranges: RangeLimits
    let audio: AudioChoice
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
            // Safe: the bytes of an array of integers are all initialised, and lent for the call only.
            return String(unsafe SHA256Digest.of(canonical.span.bytes).prefix(16))
        } catch {
            preconditionFailure("settings are plain numbers and strings, for which JSON always has a form: \(error)")
        }
    }

    /// The canonical form leaves out the reason of the pass limits, as words are not settings, and MP4, which all jobs
    /// had before there was another format: their ids are what they were.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(1, forKey: .version)
        try container.encode(source, forKey: .source)
        try container.encodeIfPresent(part, forKey: .part)
        try container.encode(self.encoder, forKey: .encoder)
        // Not mentioned where it is not done, so that the ids of other jobs stay what they are.
        if measuresLight { try container.encode("measured", forKey: .light) }
        try container.encode(rate, forKey: .rate)
        // Likewise.
        try container.encodeIfPresent(optimize, forKey: .optimize)
        try container.encode([Double(passes.maximum), passes.tolerance, passes.budget], forKey: .passes)
        try container.encode(ranges, forKey: .ranges)
        try container.encode(audio, forKey: .audio)
        if self.container != .mp4 { try container.encode(self.container, forKey: .container) }
    }

    private enum CodingKeys: String, CodingKey {
        case version, source, part, encoder, light, rate, optimize, passes, ranges, audio, container
    }
}
