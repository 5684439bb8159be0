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

            Several jobs share the workers of this machine: while one waits for its last ranges, another one uses the \
            rest. A manifest with a higher `priority` comes first. A film has the same bytes as alone. One that fails \
            stops no other. At the end there is a table of all films; the exit code is the worst.

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
        let code: Int32
        if read.count > 1, !options.dryRun {
            code = try await ManifestBatch(read, options, hashesSource: sourceOptions.hashSource).run()
        } else {
            let launcher = JobLauncher(options, hashesSource: sourceOptions.hashSource)
            var codes: [Int32] = []
            for manifest in read { codes.append(try await launcher.run(manifest)) }
            code = FailureKind.worst(of: codes)
        }
        if code != 0 { throw ExitCode(code) }
    }
}
