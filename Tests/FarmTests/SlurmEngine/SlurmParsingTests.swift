import Media
import Testing

@testable import Platform
@testable import SlurmEngine

/// Lines that Slurm 22.05.8 printed, on clusters of this project's own script.
@Suite("Slurm: output of its commands")
struct SlurmParsingTests {
    @Test("a line of squeue is a task with its state, its node and Slurm's reason")
    func queue() {
        let running = SlurmQueueEntry(line: "7|2|RUNNING|n3|None|granary-ab-1-1")
        #expect(
            running == SlurmQueueEntry(name: "granary-ab-1-1", job: 7, task: 2, state: .running, node: "n3")
        )
        let waiting = SlurmQueueEntry(line: "7|11|PENDING||Resources|granary-ab-1-1")
        #expect(waiting?.state == .pending && waiting?.node == "" && waiting?.reason == "Resources")
        let failed = SlurmQueueEntry(line: "12|0|NODE_FAIL|n2|NodeDown|x|y")
        #expect(failed?.state == .over(.nodeFailed) && failed?.name == "x|y")
    }

    @Test(
        "lines that are not about a task of an array are ignored",
        arguments: ["", "slurm_load_jobs error", "12|N/A|RUNNING|n1|None|x", "12|[3-9]|PENDING||None|x", "0|0|R|n|N|x"]
    )
    func noTask(line: String) { #expect(SlurmQueueEntry(line: line) == nil) }

    @Test(
        "states are alive, over, or unknown",
        arguments: [
            ("PENDING", SlurmState.pending), ("CONFIGURING", .pending), ("REQUEUED", .pending), ("RUNNING", .running),
            ("COMPLETING", .running), ("SUSPENDED", .running), ("COMPLETED", .over(.completed)),
            ("CANCELLED by 1000", .over(.cancelled)), ("TIMEOUT", .over(.timeout)),
            ("OUT_OF_MEMORY", .over(.outOfMemory)), ("PREEMPTED", .over(.preempted)),
            ("NODE_FAIL+", .over(.nodeFailed)),
            ("SOMETHING_NEW", .unknown), ("", .unknown),
        ]
    )
    func states(word: String, state: SlurmState) {
        #expect(SlurmState(word) == state)
        if case .over = state { #expect(!state.isAlive) } else { #expect(state.isAlive) }
    }

    @Test("a line of sacct has code and signal; a line about a whole waiting array is ignored")
    func accounts() {
        let failed = SlurmRecord(account: "1_3|FAILED|3:0|n2|granary-ab-1-1")
        let expected = SlurmRecord(
            name: "granary-ab-1-1",
            job: 1,
            task: 3,
            state: .over(.failed),
            exitCode: 3,
            node: "n2"
        )
        #expect(failed == expected)
        #expect(SlurmRecord(account: "1_4|CANCELLED by 0|0:15|None assigned|x")?.state == .over(.cancelled))
        #expect(SlurmRecord(account: "1_4|CANCELLED by 0|0:15|None assigned|x")?.node == "")
        #expect(SlurmRecord(account: "1_[5-9]|PENDING|0:0|None assigned|x") == nil)
        #expect(SlurmRecord(account: "17|COMPLETED|0:0|n1|x") == nil)
    }

    @Test("fields of scontrol are read from their first occurrence, before the values that users chose")
    func descriptions() {
        let line =
            "JobId=457 ArrayJobId=455 ArrayTaskId=2 JobName=granary-ab-1-1 UserId=root(0) GroupId=root(0) "
            + "MCS_label=N/A Priority=4294901755 Nice=0 Account=(null) QOS=(null) JobState=FAILED "
            + "Reason=JobLaunchFailure Dependency=(null) Requeue=1 Restarts=0 BatchFlag=1 Reboot=0 ExitCode=0:9 "
            + "RunTime=00:00:02 TimeLimit=UNLIMITED NodeList=n1 BatchHost=n1 NumNodes=1 Command=/x JobState=COMPLETED "
            + "ExitCode=0:0 WorkDir=/"
        #expect(
            SlurmRecord(description: line)
                == SlurmRecord(
                    name: "granary-ab-1-1",
                    job: 455,
                    task: 2,
                    state: .over(.failed),
                    signal: 9,
                    node: "n1"
                )
        )
        #expect(SlurmRecord(description: "JobId=3 JobName=x JobState=RUNNING") == nil)
        #expect(SlurmRecord(description: "slurm_load_jobs error: Invalid job id specified") == nil)
    }

    @Test("the configuration has the longest array, how long ended jobs are listed, and whether there are accounts")
    func configuration() {
        let lines = [
            "Configuration data as of 2026-01-02T03:04:05", "AccountingStorageType   = accounting_storage/none",
            "MaxArraySize            = 1001", "MinJobAge               = 300 sec", "SLURM_VERSION           = 22.05.8",
        ]
        #expect(
            SlurmConfiguration(lines: lines)
                == SlurmConfiguration(
                    maximumArraySize: 1001,
                    rememberedSeconds: 300,
                    keepsAccounts: false,
                    version: "22.05.8"
                )
        )
        let site = SlurmConfiguration(lines: [
            "AccountingStorageType = accounting_storage/slurmdbd", "MaxArraySize = 50",
        ])
        #expect(site.keepsAccounts && site.maximumArraySize == 50 && site.rememberedSeconds == 300)
        #expect(SlurmConfiguration(lines: []) == .standard)
    }

    @Test(
        "a failed command is refused, not done, or unknown, by its error text",
        arguments: [
            (
                SlurmTool.sbatch,
                "sbatch: error: invalid partition specified: big\n"
                    + "sbatch: error: Batch job submission failed: Invalid partition name specified",
                SlurmError.Verdict.refused
            ),
            (
                .sbatch, "sbatch: error: Batch job submission failed: Requested node configuration is not available",
                .refused
            ),
            (
                .sbatch,
                "sbatch: error: Batch job submission failed: Unable to contact slurm controller (connect failure)",
                .away
            ),
            (.sbatch, "sbatch: error: Batch job submission failed: Socket timed out on send/recv operation", .unknown),
            (
                .sbatch,
                "sbatch: error: If munged is up, restart with --num-threads=10\nsbatch: error: Munge encode failed",
                .away
            ),
            (
                .sbatch,
                "sbatch: error: AssocMaxSubmitJobLimit\nsbatch: error: Batch job submission failed: Job violates "
                    + "accounting/QOS policy (job submit limit, user's size and/or time limits)", .away
            ),
            (.squeue, "slurm_load_jobs error: Unable to contact slurm controller (connect failure)", .away),
            (.squeue, "slurm_load_jobs error: whatever else", .unknown),
            (.sacct, "sacct: error: Problem talking to the database: Connection refused", .away),
            (.scancel, "scancel: error: Kill job error on job id 7: Access/permission denied", .refused),
        ]
    )
    func verdicts(tool: SlurmTool, words: String, verdict: SlurmError.Verdict) {
        let error = SlurmError(tool, exit: .code(1), errors: words + "\n")
        #expect(error.verdict == verdict, "\(error.cause)")
        #expect(words.contains(error.cause.split(separator: "\n").last ?? "?"))
    }

    @Test("a command that was ended halfway may have done its work, whatever it printed")
    func ended() {
        for exit in [UnitExit.timedOut, .signal(9)] {
            #expect(SlurmError(.sbatch, exit: exit, errors: "").verdict == .unknown)
            #expect(SlurmError(.squeue, exit: exit, errors: "Unable to contact").verdict == .unknown)
        }
        #expect(SlurmError(.sbatch, exit: .notStarted("no room"), errors: "").verdict == .away)
    }
}
