import ArgumentParser
import Media
import Storage

/// `granary storage check`: checks whether stores are intact.
struct StorageCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check each store: name, versions, keys, order, counts, checksums.",
        discussion: "Exit codes: 0 all are intact, 65 at least one is not, 66 at least one does not exist."
    )

    @OptionGroup var visit: StoreVisit

    func run() throws {
        try visit.forEachFile(command: ["storage", "check"]) { file in
            let findings = try StoreInspection.check(file)
            if findings.isEmpty {
                StandardOutput.write("\(PlainText.field(file)): intact\n")
            } else {
                // A finding about the store as a whole names the file itself.
                StandardOutput.write(
                    findings.map { $0.place == file ? "\(file): \($0.problem)\n" : "\(file): \($0)\n" }.joined()
                )
                throw ExitCode(FailureKind.badInput.rawValue)
            }
        }
    }
}
