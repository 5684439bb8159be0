import Confinement
import Foundation
import Media
import TestSupport
import Testing

@testable import JobDocuments
@testable import Jobs
@testable import SlurmEngine

@Suite("Slurm: calls of its commands", .temporaryFolder, .doesNotHang)
struct SlurmCommandTests {
    private var folder: URL { TemporaryFolder.current }
    private var job: JobDirectory { JobDirectory(path: folder.appending(path: "jobs/ab12").path) }

    @Test("arguments arrive unchanged, and the environment has no filters and no enclosing job")
    func arguments() async throws {
        let command = try ShellCommands.slurm([
            "squeue": "for word; do printf '%s\\n' \"$word\"; done; env | sort"
        ])
        let lines = try await ShellCommands.run { try command.run(.squeue, ["it's", "$HOME `ls`", "--name=a,b"]) }
        #expect(lines.prefix(3) == ["it's", "$HOME `ls`", "--name=a,b"])
        #expect(lines.contains("LC_ALL=C") && lines.contains("SLURM_TIME_FORMAT=%s") && lines.contains("HOME=/h"))
        #expect(lines.contains("SLURM_CONF=/conf"))
        #expect(!lines.contains { $0.hasPrefix("SQUEUE_PARTITION") || $0.hasPrefix("SLURM_JOB_ID") })
    }

    @Test(
        "a command that hangs, and one that prints forever, are ended at their limit, with an unknown result"
    )
    func hanging() async throws {
        let command = try ShellCommands.slurm([
            "sbatch": "sleep 60", "squeue": "while :; do echo x; sleep 0.1; done",
        ])
        for tool in [SlurmTool.sbatch, .squeue] {
            let error = try await ShellCommands.run { () -> SlurmError? in
                do throws(SlurmError) { _ = try command.run(tool, [], timeLimitSeconds: 1) } catch { return error }
                return nil
            }
            #expect(error?.verdict == .unknown && error?.tool == tool)
        }
    }

    @Test("a missing command is a refusal that names the package to install")
    func missing() async throws {
        let command = SlurmCommand(environment: ["PATH": folder.path])
        let error = try await ShellCommands.run { () -> SlurmError? in
            do throws(SlurmError) { _ = try command.run(.sbatch, []) } catch { return error }
            return nil
        }
        #expect(error?.verdict == .refused && error?.explanation.contains("slurm-client") == true)
        #expect(error?.kind == .unavailable)
    }

    @Test("a submission is one array with its name, log, memory and the site's options; its data are arguments")
    func submission() async throws {
        let command = try ShellCommands.slurm([
            "sbatch": "printf '%s\\n' \"$@\" > \"\(folder.path)/words\"; echo 'site: welcome'; echo '42;far'"
        ])
        var options = SlurmOptions()
        options.partition = "films"
        options.cpus = 2
        let client = SlurmCommands(
            SlurmAccess(options, executable: "/opt/granary", command: command, sandbox: .required),
            tasksAtOnce: 8
        )
        let tasks = (0..<3).map { [WorkUnit(stage: .encode, pass: 2, ranges: [$0])] }
        let submission = SlurmSubmission(name: "granary-ab12-t-1", job: "ab12", tasks: tasks, mebibytes: 700)
        let job = JobDirectory(path: folder.appending(path: "100%/ab12").path)
        #expect(try await ShellCommands.run { try client.submit(submission, of: job) } == 42)
        let words = try String(contentsOfFile: folder.path + "/words", encoding: .utf8).split(separator: "\n").map(
            String.init
        )
        for word in [
            "--parsable", "--array=0-2%8", "--job-name=granary-ab12-t-1", "--requeue", "--open-mode=append",
            "--mem=700M",
            "--partition=films", "--cpus-per-task=2", "--chdir=\(job.path)",
            "--output=\(folder.path)/100%%/ab12/log/granary-ab12-t-1-%a.log",
        ] { #expect(words.contains(word), "\(word)") }
        #expect(
            words.suffix(5) == [
                job.path + "/slurm/granary-ab12-t-1/task.sh", "/opt/granary", job.path, "granary-ab12-t-1", "required",
            ]
        )
    }

    @Test("an answer of sbatch without an id is an unknown result")
    func strangeAnswer() async throws {
        let client = SlurmCommands(
            SlurmAccess(
                executable: "/opt/granary",
                command: try ShellCommands.slurm(["sbatch": "echo 'Submitted, thank you'"])
            )
        )
        let submission = SlurmSubmission(name: "granary-ab12-t-1", job: "ab12", tasks: [])
        let job = job
        let error = try await ShellCommands.run { () -> SlurmError? in
            do throws(SlurmError) { _ = try client.submit(submission, of: job) } catch { return error }
            return nil
        }
        #expect(error?.verdict == .unknown && error?.cause.contains("thank you") == true)
    }

    @Test("ended tasks are looked up in the accounts if there are any, else at the controller, which forgets them")
    func records() async throws {
        let shows =
            "case \"$*\" in *config*) echo 'AccountingStorageType = accounting_storage/none';; *' 7') "
            + "echo 'JobId=8 ArrayJobId=7 ArrayTaskId=1 JobName=x JobState=TIMEOUT ExitCode=0:15';; "
            + "*) echo 'slurm_load_jobs error: Invalid job id specified' >&2; exit 1;; esac"
        let plain = SlurmCommands(
            SlurmAccess(
                executable: "/g",
                command: try ShellCommands.slurm(["scontrol": shows, "sacct": "exit 3"])
            )
        )
        let records = try await ShellCommands.run { () -> [SlurmRecord] in
            _ = try plain.configuration()
            return try plain.records(of: [6, 7])
        }
        #expect(records == [SlurmRecord(name: "x", job: 7, task: 1, state: .over(.timeout), signal: 15)])
        let accounting = SlurmCommands(
            SlurmAccess(
                executable: "/g",
                command: try ShellCommands.slurm([
                    "scontrol": "echo 'AccountingStorageType = accounting_storage/slurmdbd'",
                    "sacct": "echo '7_1|OUT_OF_MEMORY|0:9|n1|x'",
                ])
            )
        )
        let others = try await ShellCommands.run { () -> [SlurmRecord] in
            _ = try accounting.configuration()
            return try accounting.records(of: [7])
        }
        #expect(others.first?.state == .over(.outOfMemory))
    }

    @Test("a cancellation uses the unique name of a job, because its id may belong to a different job")
    func cancellation() {
        #expect(SlurmCancellation(name: "n").arguments == ["--name=n"])
        #expect(SlurmCancellation(name: "n", sparesRunning: true).arguments == ["--name=n", "--state=PENDING"])
        #expect(SlurmCancellation(name: "n", job: 7, task: 2).arguments == ["--name=n", "7_2"])
    }
}
