package import Media

/// One way of encoding, as a suite names it.
package struct BenchAnchor: Hashable, Sendable {
    /// What is encoded with.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// x265's program, two passes over the whole clip.
        case x265TwoPass = "x265-two-pass"
        /// x265's program at a constant rate factor.
        case x265Factor = "x265-crf"
        /// ffmpeg with libx265, two passes.
        case ffmpegTwoPass = "ffmpeg-x265-two-pass"
        /// x264's program, two passes: what HEVC saves.
        case x264TwoPass = "x264-two-pass"
        /// Granary.
        case granary
        /// Chunks of one length, each with its own two passes at one rate.
        case chunkedTwoPass = "chunked-two-pass"
        /// Chunks of one length, each at one rate factor, as Av1an does.
        case chunkedFactor = "chunked-crf"
        /// Commands that the suite declares.
        case template

        /// What it is, for people.
        var title: String {
            switch self {
            case .x265TwoPass: "x265, two passes"
            case .x265Factor: "x265, constant rate factor"
            case .ffmpegTwoPass: "ffmpeg with libx265, two passes"
            case .x264TwoPass: "x264, two passes"
            case .granary: "Granary"
            case .chunkedTwoPass: "chunks of x265, two passes each, one rate"
            case .chunkedFactor: "chunks of x265, one rate factor"
            case .template: "another program"
            }
        }

        /// True when it takes one of x265's presets.
        var usesPreset: Bool { self != .template }

        /// What it aims at; nil when the suite has to say.
        var aim: Aim? {
            switch self {
            case .x265TwoPass, .ffmpegTwoPass, .x264TwoPass, .chunkedTwoPass: .rate
            case .x265Factor, .chunkedFactor: .factor
            case .granary, .template: nil
            }
        }
    }

    /// Which of a clip's numbers it is asked for.
    package enum Aim: String, Hashable, Sendable, CaseIterable {
        /// Average rates.
        case rate
        /// Constant rate factors.
        case factor
    }

    /// Name in the suite.
    package var name: String
    /// What it is, for people.
    package var title: String
    /// What it is there for.
    package var role: BenchAnchorRecord.Role
    /// What is encoded with.
    package var kind: Kind
    /// What it is asked for.
    package var aim: Aim
    /// Speed of the encoder by its name; nil for the suite's, and for templates.
    package var preset: String?
    /// Words that are added to the encoder's command; for Granary x265 options by name under `video.options`.
    package var options: [String]
    /// What Granary spends the rate for; nil for `balanced`.
    package var optimize: String?
    /// Most passes of Granary; nil for auto.
    package var passes: Int?
    /// Length of chunks.
    package var chunk: MediaTime
    /// A template's commands, each a list of words.
    package var template: BenchTemplate?

    /// The settings beside the rate, by name.
    package var settings: [String: String] {
        var settings: [String: String] = [:]
        if let preset { settings["preset"] = preset }
        if !options.isEmpty { settings["options"] = options.joined(separator: " ") }
        if kind == .granary {
            settings["optimize"] = optimize ?? "balanced"
            settings["passes"] = passes.map(String.init) ?? "auto"
        }
        if kind == .chunkedTwoPass || kind == .chunkedFactor { settings["chunk"] = "\(chunk.seconds) s" }
        return settings
    }
}
