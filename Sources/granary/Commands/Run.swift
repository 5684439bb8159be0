import ArgumentParser
import JobDocuments
import Jobs
import LocalEngine
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
              granary run --queue /films/queue

            --queue makes the films of a queue (`granary help queue`) until none waits. Any number of processes can do \
            so at the same time.

            Ctrl-C lets the running ranges finish; a second Ctrl-C stops at once. Finished work is never lost.
            """
    )

    @Argument(
        help: ArgumentHelp("The manifests, YAML or JSON.", valueName: "manifest"),
        completion: .file(extensions: ["yaml", "yml", "json"])
    )
    var manifests: [String] = []

    @Option(
        help: ArgumentHelp("Make the films of this queue in place of manifests.", valueName: "folder"),
        completion: .directory
    )
    var queue: String?

    @Flag(help: "With --queue: wait for further films when there are none, and for the end of a pause.")
    var wait = false

    @OptionGroup var options: RunOptions

    @OptionGroup var sourceOptions: SourceOptions

    func validate() throws {
        if manifests.isEmpty == (queue == nil) { throw ValidationError("Give manifests, or a queue with --queue.") }
        if wait, queue == nil { throw ValidationError("--wait requires --queue.") }
        if queue != nil, options.dryRun { throw ValidationError("--dry-run takes manifests, not a queue.") }
        if queue != nil, options.restart || options.overwrite {
            throw ValidationError("--restart and --overwrite would apply to every film of a queue; give manifests.")
        }
    }

    func run() async throws {
        DiskWatch.start { StandardError.write($0 + "\n") }
        if let queue { return try await run(JobQueue(named: queue)) }
        // All manifests are read before the first one runs, so that an error in the last one shows at once.
        let read = try manifests.map { try Manifest(contentsOf: $0) }
        let code: Int32
        if read.count > 1, !options.dryRun {
            code = try await FilmBatch(options, hashesSource: sourceOptions.hashSource).run(BatchOrder(read))
        } else {
            let launcher = JobLauncher(options, hashesSource: sourceOptions.hashSource)
            var codes: [Int32] = []
            for manifest in read { codes.append(try await launcher.run(manifest)) }
            code = FailureKind.worst(of: codes)
        }
        if code != 0 { throw ExitCode(code) }
    }

    /// Makes the films of a queue.
    private func run(_ queue: JobQueue) async throws {
        try queue.check()
        let slots = options.workers ?? max(MachineResources.current.coreCount, 1)
        let gate = options.engine == .local ? try SlotLocks(in: queue.slots(), slotCount: slots) : nil
        let batch = FilmBatch(options, hashesSource: sourceOptions.hashSource, gate: gate)
        let code = try await batch.run(QueueSupply(queue, waits: wait, say: batch.say))
        if code != 0 { throw ExitCode(code) }
    }
}
