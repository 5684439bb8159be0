import ArgumentParser
import Jobs

/// `granary presets`: lists the presets, and what each of them sets.
struct Presets: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the presets and their settings.",
        discussion: """
            A preset sets what a manifest, or the options of `granary encode`, leave out. Settings that are given take \
            precedence.

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
        /// Its name on Apple's platforms; nil if they have no such preset.
        let appleName: String?
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
                        appleName: preset.appleName,
                        purpose: preset.purpose,
                        settings: Dictionary(uniqueKeysWithValues: preset.settings.map { ($0.key, $0.value) })
                    )
                }
            )
        } else {
            StandardOutput.write(table(presets) + "\n" + presets.map(names).joined())
        }
    }

    /// A row for each key that some preset sets, a column for each preset.
    private func table(_ presets: [ExportPreset]) -> String {
        var keys: [String] = []
        for key in presets.flatMap(\.settings).map(\.key) where !keys.contains(key) { keys.append(key) }
        let rows =
            [[""] + presets.map(\.rawValue)]
            + keys.map { key in
                [key] + presets.map { preset in preset.settings.first { $0.key == key }?.value ?? "-" }
            }
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed()) + "\n"
        }.joined()
    }

    /// The purpose of a preset, and its other name.
    private func names(_ preset: ExportPreset) -> String {
        "\(preset.rawValue): \(preset.purpose)" + (preset.appleName.map { "; also \($0)" } ?? "") + "\n"
    }
}
