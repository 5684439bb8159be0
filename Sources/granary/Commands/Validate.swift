import ArgumentParser
import Jobs
import Media

/// `granary validate`: lists every error of some manifests at once.
struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check manifests and print every error with line and column.",
        discussion: """
            Reads only the manifests: sources and outputs need not exist. `granary run --dry-run` reports conflicts \
            with the source, for example 8 bits for an HDR film.

            Examples:
              granary validate film.yaml
              granary validate jobs/*.yaml --json

            Exit codes: 0 all are valid, 65 at least one is not, 66 at least one does not exist.
            """
    )

    @Argument(
        help: ArgumentHelp("The manifests to check, YAML or JSON.", valueName: "manifest"),
        completion: .file(extensions: ["yaml", "yml", "json"])
    )
    var manifests: [String]

    @Flag(help: "Print one JSON document instead of text.")
    var json = false

    /// What was found in one manifest.
    private struct Verdict: Encodable {
        let file: String
        let isValid: Bool
        let issues: [ManifestIssue]
    }

    func run() throws {
        var verdicts: [Verdict] = []
        var failures: [ManifestError] = []
        for file in manifests {
            do {
                _ = try Manifest(contentsOf: file)
                verdicts.append(Verdict(file: file, isValid: true, issues: []))
                if !json { StandardOutput.write("\(PlainText.field(file)): valid\n") }
            } catch {
                verdicts.append(Verdict(file: file, isValid: false, issues: error.issues))
                failures.append(error)
                if !json {
                    StandardError.write(error.issues.map { PlainText.field($0.line(in: file)) + "\n" }.joined())
                }
            }
        }
        if json { try StandardOutput.write(json: verdicts) }
        if let worst = failures.first(where: { $0.kind != .badInput }) ?? failures.first {
            throw ExitCode(worst.kind.rawValue)
        }
    }
}
