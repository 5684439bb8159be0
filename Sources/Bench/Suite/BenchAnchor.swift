package import Media

/// One way of encoding in a suite.
package struct BenchAnchor: Hashable, Sendable {
    /// The kind of an anchor.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// x265's program, two passes over the whole clip.
        case x265TwoPass = "x265-two-pass"
        /// x265's program at a constant rate factor.
        case x265Factor = "x265-crf"
        /// ffmpeg with libx265, two passes.
        case ffmpegTwoPass = "ffmpeg-x265-two-pass"
        /// x264's program, two passes: shows how much HEVC saves.
        case x264TwoPass = "x264-two-pass"
        /// Granary.
        case granary
        /// Chunks of one length, each with its own two passes at one rate.
        case chunkedTwoPass = "chunked-two-pass"
        /// Chunks of one length, each at one rate factor, as Av1an does.
        case chunkedFactor = "chunked-crf"
        /// Commands that the suite declares.
        case template

        /// Its title for people.
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

        /// What it aims at; nil if the suite chooses.
        var aim: Aim? {
            switch self {
            case .x265TwoPass, .ffmpegTwoPass, .x264TwoPass, .chunkedTwoPass: .rate
            case .x265Factor, .chunkedFactor: .factor
            case .granary, .template: nil
            }
        }
    }

    /// Which of a clip's targets it gets.
    package enum Aim: String, Hashable, Sendable, CaseIterable {
        /// Average rates.
        case rate
        /// Constant rate factors.
        case factor
    }

    /// Name in the suite.
    package var name: String
    /// Its title for people.
    package var title: String
    /// Its role.
    package var role: BenchAnchorRecord.Role
    /// The kind of an anchor.
    package var kind: Kind
    /// Which targets it gets.
    package var aim: Aim
    /// The encoder's preset; nil for those of the suite, and for templates.
    package var preset: String?
    /// Arguments that are added to the encoder's command; for Granary, x265 options for `video.options`.
    package var options: [String]
    /// Granary's `optimize`; nil for `balanced`.
    package var optimize: String?
    /// Largest number of Granary's passes; nil for auto.
    package var passes: Int?
    /// Length of chunks.
    package var chunk: MediaTime
    /// A template's commands, each a list of words.
    package var template: BenchTemplate?

    /// The settings except the rate, by name.
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
