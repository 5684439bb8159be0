import ArgumentParser
import Media

/// `granary doctor`: what is missing on this machine, and the command that installs it.
struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check what is missing on this machine, and print the command that installs it.",
        discussion: """
            Checks the libraries of this program, the folder of the jobs and its file system, and shared memory; in a \
            checkout also the tools of its tests and benchmarks. With --engine slurm it also checks Slurm's commands \
            and its controller, and runs a job that checks one node: the jobs folder, its builds, and its scratch.

            Examples:
              granary doctor
              granary doctor --jobs /mnt/films/jobs
              granary doctor --engine slurm --jobs /shared/granary
              sudo sh -c "$(granary doctor --fix)"     run that command

            Exit codes: 0 Granary can work here, 69 it cannot.
            """
    )

    @OptionGroup var jobsFolder: JobsFolderOptions

    @Option(help: ArgumentHelp("local, or slurm to check a cluster too.", valueName: "engine"))
    var engine = EngineChoice.local

    @Option(
        help: ArgumentHelp("How long a node may take to answer, including its time in the queue.", valueName: "seconds")
    )
    var patience = 120

    @Option(help: .hidden)
    var node: String?

    @Flag(help: "Print one JSON document instead of text.")
    var json = false

    @Flag(help: "Print only the command that installs what is missing.")
    var fix = false

    /// The document that `--json` prints.
    private struct Report: Encodable {
        let findings: [DoctorFinding]
        let command: String?
    }

    func run() throws {
        if let node { return try Self.answer(in: node) }
        let folder = jobsFolder.folder(beside: nil)
        var findings = Self.findings(jobsFolder: folder)
        if engine == .slurm { findings += Self.clusterFindings(jobsFolder: folder, patienceSeconds: patience) }
        let command = Self.command(installing: findings)
        if json {
            try StandardOutput.write(json: Report(findings: findings, command: command))
        } else if fix {
            StandardOutput.write((command ?? ":") + "\n")
        } else {
            StandardOutput.write(Self.text(findings))
            StandardOutput.write(
                command.map { "\nTo install what is missing:\n  \($0)\n" } ?? "\nNothing is missing.\n"
            )
        }
        if findings.contains(where: { $0.severity == .missing }) { throw ExitCode(FailureKind.unavailable.rawValue) }
    }

    /// The command that installs every missing package; nil if none is missing.
    static func command(installing findings: [DoctorFinding]) -> String? {
        let packages = Set(findings.filter { $0.severity != .good }.flatMap(\.packages)).sorted()
        return packages.isEmpty ? nil : "apt-get install -y \(packages.joined(separator: " "))"
    }

    private static func text(_ findings: [DoctorFinding]) -> String {
        let width = findings.map(\.subject.count).max() ?? 0
        return findings.map { finding in
            let mark =
                switch finding.severity {
                case .good: "ok     "
                case .note: "note   "
                case .missing: "MISSING"
                }
            let padding = String(repeating: " ", count: width - finding.subject.count + 2)
            // Each finding has its own command, for users who want only some of the packages.
            let packages = finding.severity == .good ? nil : command(installing: [finding])
            let remedy = [packages, finding.remedy.isEmpty ? nil : finding.remedy].compactMap(\.self)
                .map { "\n         \($0)" }.joined()
            return "\(mark)  \(finding.subject)\(padding)\(finding.finding)\(remedy)\n"
        }.joined()
    }
}
