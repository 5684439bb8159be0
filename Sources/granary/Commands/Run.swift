import ArgumentParser
import Jobs
import Media
import Platform

/// `granary run`: encodes the films of manifests.
struct Run: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Encode films from manifests.",
        discussion: """
            Each manifest is a job. Run the same command again to continue an interrupted job; a finished job is left \
            as it is. The film gets its final name only after every picture was decoded and compared.

            Examples:
              granary run film.yaml
              granary run film.yaml --dry-run
              granary run *.yaml --workers 4 --progress plain
              granary run film.yaml --jobs /scratch/jobs --overwrite

            Ctrl-C lets the running ranges finish; a second Ctrl-C stops at once. Finished work is never lost.
            """
    )

    @Argument(
        help: ArgumentHelp("The manifests, YAML or JSON.", valueName: "manifest"),
        completion: .file(extensions: ["yaml", "yml", "json"])
    )
    var manifests: [String]

    @OptionGroup var options: RunOptions

    @OptionGroup var sourceOptions: SourceOptions

    func run() async throws {
        DiskWatch.start { StandardError.write($0 + "\n") }
        // All manifests are read before the first one runs, so that an error in the last one shows at once.
        let read = try manifests.map { try Manifest(contentsOf: $0) }
        var codes: [Int32] = []
        let launcher = JobLauncher(options, hashesSource: sourceOptions.hashSource)
        for (index, manifest) in read.enumerated() {
            let code = try await launcher.run(manifest)
            let isLast = index == read.count - 1
            if code == FailureKind.interrupted.rawValue || launcher.wasInterrupted && !isLast {
                throw ExitCode(FailureKind.interrupted.rawValue)
            }
            codes.append(code)
        }
        let worst = FailureKind.worst(of: codes)
        if worst != 0 { throw ExitCode(worst) }
    }
}
