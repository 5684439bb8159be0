import ArgumentParser
import Farm

/// `granary presets`: the named settings, and what each of them sets.
struct Presets: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say which presets there are, and what each of them sets.",
        discussion: """
            A preset fills what a manifest, or the options of `granary encode`, leave out: what is given there counts.

            Examples:
              granary presets
              granary presets --json | jq '.[] | select(.name == "aerial").settings'
              granary encode film240.mov -o aerial.mp4 --preset aerial --bitrate 20M
            """
    )

    @Flag(help: "Print one JSON document instead of text.")
    var json = false

    /// One preset in the document that `--json` prints.
    private struct Description: Encodable {
        let name: String
        let purpose: String
        /// Values by the keys of a manifest.
        let settings: [String: String]
    }

    func run() throws {
        let presets = ExportPreset.allCases
        if json {
            try StandardOutput.write(
                json: presets.map { preset in
                    Description(
                        name: preset.rawValue,
                        purpose: preset.purpose,
                        settings: Dictionary(uniqueKeysWithValues: preset.settings.map { ($0.key, $0.value) })
                    )
                }
            )
        } else {
            StandardOutput.write(presets.map(text).joined(separator: "\n"))
        }
    }

    private func text(_ preset: ExportPreset) -> String {
        let width = preset.settings.map(\.key.count).max() ?? 0
        let lines = preset.settings.map { setting in
            "  " + setting.key + String(repeating: " ", count: width + 2 - setting.key.count) + setting.value + "\n"
        }
        return "\(preset.rawValue): \(preset.purpose)\n" + lines.joined()
    }
}
