import Foundation
import Jobs
import Media

/// How a film is exported. What is nil comes from the preset, or else from Granary's defaults.
///
/// Values are checked when the export is planned or begins. A value that cannot be used is `refusedProperty`.
public struct ExportSettings: Hashable, Sendable {
    /// Which audio tracks the new film has.
    public struct Audio: Hashable, Sendable {
        let word: String

        /// Every track that the new film can hold, packet by packet.
        public static let copy = Audio(word: "copy")
        /// Every track: copied if the new film can hold it, else encoded as AAC. Not in process.
        public static let aac = Audio(word: "aac")
        /// None.
        public static let none = Audio(word: "none")
    }

    /// How bright and how colourful the new film can be.
    public struct DynamicRange: Hashable, Sendable {
        let word: String

        /// BT.709. HDR becomes SDR by BT.2446 method A, with the peak of the whole film.
        public static let sdr = DynamicRange(word: "sdr")
        /// HLG in BT.2020.
        public static let hlg = DynamicRange(word: "hlg")
        /// PQ in BT.2020.
        public static let hdr10 = DynamicRange(word: "hdr10")
    }

    /// Which dynamic HDR metadata the new film has: HDR10+ and Dolby Vision.
    public struct DynamicMetadata: Hashable, Sendable {
        let word: String

        /// None. What the source has is among the losses.
        public static let drop = DynamicMetadata(word: "drop")
        /// What the source has, byte for byte. Not in process.
        public static let keep = DynamicMetadata(word: "keep")
        /// HDR10+ that is made from the light of each scene. Not in process.
        public static let measure = DynamicMetadata(word: "measure")
    }

    /// The preset, which supplies what is nil; nil for none.
    public var preset: ExportPreset?
    /// The aim for the whole film. Without one and without a preset: a constant rate factor of 21.
    public var goal: CompressionProperties.Goal?
    /// x265 preset, `ultrafast` to `placebo`. Default: `medium`.
    public var encoderPreset: String?
    /// x265 tune, or `none`.
    public var tune: String?
    /// A box in luma samples into which the pictures are scaled; they keep their aspect, and are never enlarged. Both
    /// or none.
    public var maximumWidth: Int?
    /// The height of that box in rows.
    public var maximumHeight: Int?
    /// 8 or 10; nil for the depth of the source, and 10 for HDR.
    public var bitDepth: Int?
    /// Number of temporal levels, 1 to 5.
    public var temporalLevels: Int?
    /// The dynamic range; nil for that of the source, or of the preset. Another one than the source's is converted. Not
    /// in process.
    public var dynamicRange: DynamicRange?
    /// HDR10+ and Dolby Vision of the new film; nil for `drop`.
    public var dynamicMetadata: DynamicMetadata?
    /// Most passes, 1 to 10; nil for as many as the goal needs: 1 for a constant rate factor, up to 5 for others.
    public var maximumPasses: Int?
    /// Largest accepted miss of the goal, as a fraction of it, 0 to 1. Default: 0.005.
    public var tolerance: Double?
    /// Which audio tracks the new film has; nil for `copy`, or the choice of the preset.
    public var audio: Audio?
    /// Other x265 options by name. An unknown one is refused.
    public var encoderOptions: [String: String] = [:]

    /// Creates settings.
    ///
    /// - Parameters:
    ///   - preset: supplies what is not set.
    ///   - goal: takes precedence over the preset's.
    public init(preset: ExportPreset? = nil, goal: CompressionProperties.Goal? = nil) {
        self.preset = preset
        self.goal = goal
    }
}

extension ExportSettings {
    /// The manifest of an export, as JSON. Paths are absolute.
    ///
    /// - Parameter timeRange: the part of the source; nil for all of it.
    /// - Throws: `refusedProperty` for a value that no manifest can hold.
    func manifestBytes(source: String, output: String, timeRange: TimeRange?) throws(GranaryError) -> [UInt8] {
        var video: [String: Any] = [:]
        video["rate"] = try goal.map { goal throws(GranaryError) in try rateKeys(goal) }
        video["speed"] = encoderPreset
        video["tune"] = tune
        if let maximumWidth, let maximumHeight {
            video["size"] = "\(maximumWidth)x\(maximumHeight)"
        } else if maximumWidth != nil || maximumHeight != nil {
            throw refusal("maximumWidth", "only one side of the box is set", "Set maximumWidth and maximumHeight.")
        }
        video["bitDepth"] = bitDepth.map(String.init)
        video["temporal"] = temporalLevels.map { ["levels": $0] }
        video["hdr"] = dynamicRange?.word
        video["dynamicMetadata"] = dynamicMetadata?.word
        if !encoderOptions.isEmpty { video["options"] = encoderOptions }
        var passes: [String: Any] = [:]
        passes["maximum"] = maximumPasses.map(String.init)
        passes["tolerance"] = try tolerance.map { fraction throws(GranaryError) in try percentage(fraction) }
        var document: [String: Any] = ["apiVersion": Manifest.apiVersion, "output": output]
        document["source"] = try sourceKeys(source, timeRange)
        document["preset"] = preset?.name
        document["audio"] = audio?.word
        if !video.isEmpty { document["video"] = video }
        if !passes.isEmpty { document["passes"] = passes }
        do {
            return [UInt8](try JSONSerialization.data(withJSONObject: document, options: [.sortedKeys]))
        } catch {
            throw refusal("settings", "they cannot be written as a manifest: \(error.localizedDescription)")
        }
    }

    private func rateKeys(_ goal: CompressionProperties.Goal) throws(GranaryError) -> [String: Any] {
        switch goal.kind {
        case .average(let bitsPerSecond): return ["average": "\(bitsPerSecond)"]
        case .constantRateFactor(let factor):
            guard factor.isFinite else { throw refusal("goal", "its rate factor is \(factor)") }
            return ["constant": "\(factor)"]
        case .quality(let metric, let target):
            guard target.isFinite else { throw refusal("goal", "its quality is \(target)") }
            return ["quality": ["metric": metric.rawValue, "target": "\(target)"]]
        }
    }

    private func percentage(_ fraction: Double) throws(GranaryError) -> String {
        guard (0...1).contains(fraction) else {
            throw refusal("tolerance", "its value is \(fraction)", "Valid values: 0 to 1.")
        }
        let millionths = Int64((fraction * 100_000_000).rounded())
        return "\(millionths / 1_000_000).\(String(1_000_000 + millionths % 1_000_000).dropFirst())%"
    }

    private func sourceKeys(_ path: String, _ part: TimeRange?) throws(GranaryError) -> Any {
        guard let part else { return path }
        guard part.start >= .zero, !part.isEmpty else {
            throw GranaryError(
                .invalidTimeRanges,
                attempted: "export a film",
                subject: path,
                cause: "\(part) is empty, or begins before the film"
            )
        }
        // A manifest has decimals. Rounded down, both ends keep the frames that begin in the range: frames are further
        // apart than a step.
        let (start, end) = (Self.steps(part.start), Self.steps(part.end))
        return ["path": path, "start": Self.seconds(start), "duration": Self.seconds(end - start)]
    }

    /// Steps of 10 µs, the finest of a manifest, up to a time.
    private static func steps(_ time: MediaTime) -> Int64 {
        let (whole, rest) = time.value.quotientAndRemainder(dividingBy: Int64(time.timescale))
        let (steps, overflow) = whole.multipliedReportingOverflow(by: 100_000)
        return overflow ? .max / 2 : steps + rest * 100_000 / Int64(time.timescale)
    }

    private static func seconds(_ steps: Int64) -> String {
        "\(steps / 100_000).\(String(100_000 + steps % 100_000).dropFirst())s"
    }

    private func refusal(_ property: String, _ cause: String, _ remedy: String = "") -> GranaryError {
        GranaryError(.refusedProperty, attempted: "export a film", subject: property, cause: cause, remedy: remedy)
    }
}
