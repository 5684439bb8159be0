import ArgumentParser
import Hooks
import Jobs
import Media

/// `granary validate`: lists every error of some manifests at once.
struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check manifests and print every error with line and column.",
        discussion: """
            Reads only the manifests and the operator's hooks: sources and outputs need not exist. `granary run \
            --dry-run` reports conflicts with the source, for example 8 bits for an HDR film.

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

    @OptionGroup var hooks: HooksOptions

    @Flag(help: "Print one JSON document instead of text.")
    var json = false

    /// What was found in one manifest.
    private struct Verdict: Encodable {
        let file: String
        let isValid: Bool
        let issues: [ManifestIssue]
    }

    /// The hooks of a manifest that the operator does not have; nothing if that cannot be known, which is said.
    private func unknownHooks(of manifest: Manifest) -> [ManifestIssue] {
        guard !manifest.onFinish.isEmpty else { return [] }
        let path = hooks.path
        do {
            if let file = try HookFile(at: path) {
                return manifest.issues(ofHooksOtherThan: file.hooks.map(\.name), in: path)
            }
            StandardError.write("granary: onFinish is not checked: there is no file \(PlainText.field(path))\n")
        } catch {
            StandardError.write("granary: onFinish is not checked: \(error.explanation)\n")
        }
        return []
    }

    func run() throws {
        var verdicts: [Verdict] = []
        var failures: [ManifestError] = []
        for file in manifests {
            do throws(ManifestError) {
                let manifest = try Manifest(contentsOf: file)
                let issues = unknownHooks(of: manifest)
                guard issues.isEmpty else { throw ManifestError(file: file, issues: issues) }
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
