import ArgumentParser
import Encoding
import Intake
import Jobs
import Media
import Worker

/// `granary capabilities`: what this machine's encoder can do.
struct Capabilities: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show what this machine's libx265 supports, and the values that a manifest may have.",
        discussion: """
            Examples:
              granary capabilities
              granary capabilities --json | jq .encoder.bitDepths
              granary capabilities --json | jq '.properties[] | select(.key == "options.aq-mode")'
              granary capabilities --options      the x265 options that video.options takes
              granary capabilities --options --codec h264      those of x264

            Every property was tried: an encoder was opened with its default, its bounds and its choices.
            """
    )

    @Flag(help: "Print one JSON document instead of text.")
    var json = false

    @Flag(help: "List the options of the encoder that a manifest may set.")
    var options = false

    @Option(help: "The codec whose encoder --options is about: hevc or h264.")
    var codec = VideoCodec.hevc

    /// The document that `--json` prints.
    private struct Report: Encodable {
        let granary: String
        let encoder: EncoderCapabilities
        /// Path of the libx265 that encodes; FFmpeg may have loaded a second one.
        let encoderLibrary: String?
        /// What encodes H.264, by the library's own words.
        let h264Encoder: String
        let reader: String
        /// What measures VMAF; nil without it.
        let vmaf: String?
        /// The metrics that `rate: {quality: {metric: ...}}` accepts on this machine.
        let metrics: [String]
        let speeds: [String]
        let tunes: [String]
        let presets: [String]
        let options: [String]
        /// The same of x264.
        let h264Options: [String]
        /// Every property of the encoder, as it was tried on this machine.
        let properties: [EncoderProperty]
    }

    func run() throws {
        let encoder = X265Library.capabilities()
        let library = Machine.loadedLibrary("libx265", version: encoder.build)
        let judge = Result { () throws(WorkError) in try VMAFTool.find() }
        let metrics = QualityMetric.allCases.filter { $0 != .vmaf || (try? judge.get()) != nil }.map(\.rawValue)
        if json {
            try StandardOutput.write(
                json: Report(
                    granary: BuildIdentity.granaryVersion,
                    encoder: encoder,
                    encoderLibrary: library,
                    h264Encoder: X264Library.buildName,
                    reader: ReaderBuild.current,
                    vmaf: (try? judge.get())?.version,
                    metrics: metrics,
                    speeds: EncoderSettings.speeds,
                    tunes: EncoderSettings.tunes,
                    presets: ExportPreset.allCases.map(\.rawValue),
                    options: EncoderOptions.allowedNames,
                    h264Options: EncoderOptions.allowedNames(of: .h264),
                    properties: PropertyTrials(encoder).properties
                )
            )
        } else if options {
            StandardOutput.write(EncoderOptions.allowedNames(of: codec).map { $0 + "\n" }.joined())
        } else {
            StandardOutput.write(
                """
                granary          \(BuildIdentity.granaryVersion)
                encoder          libx265 \(encoder.version) (API \(encoder.build))
                                 \(library ?? "built in")
                                 \(encoder.instructionSets)
                H.264            \(X264Library.buildName)
                bit depths       \(encoder.bitDepths.map(String.init).joined(separator: ", "))
                temporal levels  \(encoder.temporalLevelWords)
                reader           \(ReaderBuild.current)
                quality          \(metrics.joined(separator: ", "))
                vmaf             \(Self.words(judge))
                speeds           \(EncoderSettings.speeds.joined(separator: ", "))
                tunes            \(EncoderSettings.tunes.joined(separator: ", "))
                presets          \(ExportPreset.allCases.map(\.rawValue).joined(separator: ", "))

                """
            )
            StandardOutput.write(Self.table(PropertyTrials(encoder).properties))
        }
    }

    /// A line for each property below `video`, and one for each value that the encoder refused or changed.
    private static func table(_ properties: [EncoderProperty]) -> String {
        let rows =
            [["property", "type", "default", "range"]]
            + properties.map {
                [$0.key, $0.kind.rawValue, $0.standard ?? "-", $0.range]
            }
        let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
        var lines = ["properties of video, each tried with a separate encoder:"]
        for (place, row) in rows.enumerated() {
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            lines.append((cells + [row[3]]).joined(separator: "  "))
            guard place > 0 else { continue }
            if let beside = properties[place - 1].trials.first?.beside {
                lines.append(
                    "    has an effect only with other options; tried with \(beside.joined(separator: " "))"
                )
            }
            for trial in properties[place - 1].trials {
                if let refusal = trial.refusal {
                    lines.append("    \(trial.value) is refused: \(refusal)")
                } else if let became = trial.became {
                    lines.append("    \(trial.value) becomes \(became)")
                }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// What measures VMAF, or how to get it.
    private static func words(_ judge: Result<VMAFTool, WorkError>) -> String {
        switch judge {
        case .success(let tool): "\(tool.version), \(tool.path)"
        case .failure(let error): "none: \(error.remedy)"
        }
    }
}

extension EncoderCapabilities {
    /// The number of temporal levels that it can encode, and how to get more.
    var temporalLevelWords: String {
        let supported = TemporalPyramid.supportedLevels.upperBound
        let remedy =
            maximumTemporalLevels < supported
            ? "; \(supported) with libx265 4, which Scripts/setup builds on Debian 12 and apt has on Debian 13" : ""
        return "1 to \(maximumTemporalLevels)\(remedy)"
    }
}

extension VideoCodec: ExpressibleByArgument {}
