import Foundation
import Media
import TestSupport
import Testing

@testable import JobDocuments
@testable import Jobs
@testable import SlurmEngine

@Suite("Slurm: whole jobs on a cluster", .temporaryFolder, .doesNotHang)
struct SlurmControlTests {
    private var folder: String { TemporaryFolder.current.path }
    private var job: JobDirectory { JobDirectory(path: folder + "/jobs/ab12") }
    private let noQueue = "exit 0"

    private func control(
        _ programs: [String: String],
        _ options: SlurmOptions = SlurmOptions()
    ) throws -> SlurmControl {
        SlurmControl(SlurmAccess(options, executable: "/opt/granary", command: try ShellCommands.slurm(programs)))
    }

    @Test("the coordinator is a job that Slurm requeues, with a fixed name and without the limits of tasks")
    func submit() async throws {
        var options = SlurmOptions()
        options.partition = "films"
        options.timeMinutes = 5
        options.cpus = 8
        let control = try control(
            ["squeue": noQueue, "sbatch": "printf '%s\\n' \"$@\" > '\(folder)/words'; echo 42"],
            options
        )
        let job = job
        let answer = try await ShellCommands.run { try control.submitCoordinator(of: job) }
        #expect(answer.id == 42 && answer.isNew)
        let words = try String(contentsOfFile: folder + "/words", encoding: .utf8).split(separator: "\n")
            .map(String.init)
        for word in ["--requeue", "--job-name=granary-coordinator-ab12", "--partition=films", "--cpus-per-task=1"] {
            #expect(words.contains(word), "\(word)")
        }
        #expect(!words.contains { $0.hasPrefix("--time") || $0.hasPrefix("--array") })
        #expect(words.suffix(4) == [job.paths.slurmCoordinatorScript, "/opt/granary", job.path, "auto"])
        #expect(try job.slurm.coordinator() == SlurmCoordinator(slurmJob: 42, job: "ab12"))
        let script = try String(contentsOfFile: job.paths.slurmCoordinatorScript, encoding: .utf8)
        #expect(script.contains("exec \"$1\" resume \"$2\" --engine slurm"))
    }

    @Test("a coordinator that waits or runs is kept, and one that has ended is replaced")
    func already() async throws {
        let names = "granary-coordinator-ab12"
        let running = try control([
            "squeue": "echo '7|COMPLETED|\(names)'; echo '9|PENDING|\(names)'", "sbatch": "exit 1",
        ])
        let job = job
        let answer = try await ShellCommands.run { try running.submitCoordinator(of: job) }
        #expect(answer.id == 9 && !answer.isNew)
        let ended = try control(["squeue": "echo '7|FAILED|\(names)'", "sbatch": "echo 10"])
        #expect(try await ShellCommands.run { try ended.submitCoordinator(of: job).id } == 10)
    }

    @Test("no second coordinator is submitted if the queue cannot be read")
    func unknown() async throws {
        let control = try control(["squeue": "echo 'Socket timed out' >&2; exit 1", "sbatch": "echo 10"])
        let job = job
        await #expect(throws: SlurmError.self) {
            try await ShellCommands.run { try control.submitCoordinator(of: job) }
        }
        #expect(try job.slurm.coordinator() == nil)
    }

    @Test("the queue is checked before an sbatch without an answer counts as failed")
    func noAnswer() async throws {
        let taken = "[ -e '\(folder)/taken' ] && echo '12|PENDING|granary-coordinator-ab12'; exit 0"
        let control = try control([
            "squeue": taken,
            "sbatch": ": > '\(folder)/taken'; echo 'Socket timed out on send/recv operation' >&2; exit 1",
        ])
        let job = job
        #expect(try await ShellCommands.run { try control.submitCoordinator(of: job).id } == 12)
    }

    @Test("cancelling a job ends its coordinator first, then its tasks, and their documents are removed")
    func cancel() async throws {
        let job = job
        try JobFiles.createFolder(job.path)
        try job.slurm.write(SlurmSubmission(name: "granary-ab12-t-1", job: "ab12", tasks: [[WorkUnit(stage: .mux)]]))
        let list =
            "case \"$*\" in *coordinator*) [ -e '\(folder)/c' ] || echo '5|RUNNING|granary-coordinator-ab12';; "
            + "*) [ -e '\(folder)/t' ] || echo '6|0|RUNNING|n1|None|granary-ab12-t-1';; esac; exit 0"
        let ends =
            "echo \"$*\" >> '\(folder)/cancelled'; case \"$*\" in *coordinator*) : > '\(folder)/c';; "
            + "*) : > '\(folder)/t';; esac"
        let control = try control(["squeue": list, "scancel": ends])
        #expect(try await ShellCommands.run { try control.cancel(job) } == 2)
        let order = try String(contentsOfFile: folder + "/cancelled", encoding: .utf8)
        #expect(order == "--name=granary-coordinator-ab12 5\n--name=granary-ab12-t-1\n")
        #expect(try job.slurm.submissionNames.isEmpty && job.slurm.coordinator() == nil)
    }

    @Test("a node answers through the shared folder, and must have read the token that this machine wrote")
    func probe() async throws {
        let last = "for word; do place=$word; done; "
        let report =
            "printf '{\"token\":\"%s\",\"node\":\"n1\",\"builds\":{\"granary\":\"1\",\"encoder\":\"2\",\"reader\":"
            + "\"3\"},\"scratch\":\"/tmp\",\"instructionSets\":\"AVX2\"}' \"$token\" > \"$place/node.json\"; echo 3"
        let command = try ShellCommands.slurm(["sbatch": last + "token=$(cat \"$place/token\"); " + report])
        let folder = folder
        let answer = try await ShellCommands.run {
            try SlurmProbe(SlurmAccess(executable: "/g", command: command)).ask(in: folder, patienceSeconds: 60)
        }
        #expect(answer.node == "n1" && answer.builds.reader == "3" && answer.scratchByteCount == nil)
        #expect(try !FileManager.default.contentsOfDirectory(atPath: folder).contains { $0.hasPrefix(".granary") })

        let other = try ShellCommands.slurm(["sbatch": last + "token=other; " + report])
        let silent = try ShellCommands.slurm([
            "sbatch": "echo 3", "squeue": "echo 'PENDING Resources'", "scancel": "exit 0",
        ])
        for (command, words) in [(other, "sees a different folder"), (silent, "PENDING Resources")] {
            let error = await #expect(throws: FarmError.self) {
                try await ShellCommands.run {
                    try SlurmProbe(SlurmAccess(executable: "/g", command: command)).ask(
                        in: folder,
                        patienceSeconds: 1
                    )
                }
            }
            #expect(error?.cause.contains(words) == true && error?.kind == .unavailable, "\(error?.cause ?? "")")
        }
    }

    @Test("an errand runs alone on a node, and its answer comes through the folder")
    func errand() async throws {
        let folder = folder
        let command = try ShellCommands.slurm([
            "sbatch": "echo \"$*\" > '\(folder)/words'; for word; do last=$word; done; : > '\(folder)/answer'; echo 4"
        ])
        var options = SlurmOptions()
        options.partition = "fast"
        let access = SlurmAccess(options, executable: "/g", command: command)
        try await ShellCommands.run {
            try SlurmErrand(access).run(
                ["bench", "x"],
                named: "granary-bench-1",
                in: folder,
                answer: folder + "/answer",
                isStopped: { false }
            )
        }
        let words = try String(contentsOfFile: folder + "/words", encoding: .utf8)
        #expect(words.contains("--job-name=granary-bench-1") && words.contains("--exclusive"))
        #expect(words.contains("--partition=fast") && words.hasSuffix("/errand.sh /g bench x\n"))
    }

    @Test("an errand that is stopped is cancelled, and one that Slurm refuses is an error")
    func errandWithoutAnswer() async throws {
        let folder = folder
        let silent = try ShellCommands.slurm([
            "sbatch": "echo 4", "squeue": "echo 'PENDING Resources'",
            "scancel": "echo \"$*\" > '\(folder)/cancelled'",
        ])
        let refusing = try ShellCommands.slurm(["sbatch": "echo 'invalid partition' >&2; exit 1"])
        func run(_ command: SlurmCommand) async throws {
            try await ShellCommands.run {
                try SlurmErrand(SlurmAccess(executable: "/g", command: command)).run(
                    [],
                    named: "granary-bench-2",
                    in: folder,
                    answer: folder + "/none",
                    isStopped: { true }
                )
            }
        }
        await #expect(throws: CancellationError.self) { try await run(silent) }
        #expect(try String(contentsOfFile: folder + "/cancelled", encoding: .utf8) == "--name=granary-bench-2\n")
        let error = await #expect(throws: SlurmError.self) { try await run(refusing) }
        #expect(error?.verdict == .refused)
    }

    @Test("an unfinished job with possible tasks on a cluster is not removed before it is cancelled")
    func removalOfSubmitted() throws {
        let job = JobDirectory(path: folder + "/jobs/ab12")
        var begun = JobSample.job()
        begun.id = "ab12"
        try job.begin(begun, source: JobSample.source())
        try job.slurm.publish(SlurmCoordinator(slurmJob: 7, job: "ab12"))
        for submission in [nil, SlurmSubmission(name: "granary-ab12-t-1", job: "ab12", tasks: [])] {
            if let submission { try job.slurm.write(submission) }
            let error = #expect(throws: FarmError.self) { try JobRemoval(of: job, evenUnfinished: true) }
            #expect(error?.remedy.contains("granary cancel") == true)
        }
        try job.slurm.removeSubmission("granary-ab12-t-1")
        try JobFiles.remove(job.paths.slurmCoordinator)
        try JobRemoval(of: job, evenUnfinished: true).perform()
        #expect(!FileManager.default.fileExists(atPath: job.path))
    }

    @Test("the logs of a job are those of coordinator and tasks, or those of a range")
    func logs() throws {
        let job = job
        try JobFiles.createFolder(job.paths.logFolder)
        let names = [
            "coordinator.log", "granary-ab12-t-1-1-0.log", "pass-02-unit-0017-attempt-1.log",
            "pass-01-unit-0017-attempt-2.log", "pass-02-unit-0170-attempt-1.log", "mux-unit-0000-attempt-1.log",
            "x.txt",
        ]
        for name in names { try Data().write(to: URL(filePath: "\(job.paths.logFolder)/\(name)")) }
        #expect(job.logNames(ofRange: nil) == ["coordinator.log", "granary-ab12-t-1-1-0.log"])
        #expect(job.logNames(ofRange: 17) == ["pass-01-unit-0017-attempt-2.log", "pass-02-unit-0017-attempt-1.log"])
    }
}
