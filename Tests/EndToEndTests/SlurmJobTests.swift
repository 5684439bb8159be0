import Foundation
import Glibc
import JobDocuments
import Jobs
import SlurmEngine
import TestSupport
import Testing

extension WholeJobs {
    @Suite("Jobs on a Slurm cluster", .enabled(if: SlurmCluster.isInstalled, "Slurm is not installed: make setup"))
    struct SlurmJobs {
        /// Many small tasks, so that there is something to distribute and to interrupt.
        private let more = "passes: {tolerance: 20%}\nslurm: {bundle: 1s, memory: 300M}"

        @Test("a cluster makes the same bytes as one machine, and its queue is then empty", .doesNotHang)
        func sameBytes() async throws {
            let cluster = try await SlurmCluster()
            let bench = try JobBench(source: try await TestFilm.short.url, more: more)
            let program = try bench.start(workers: 4, ["--engine", "slurm"], environment: cluster.environment)
            #expect(try await program.end() == 0, "\(program.errors)")
            try await bench.expectUndisturbed()
            #expect(try await cluster.becomesIdle())
            let directory = try bench.directory
            #expect(directory.slurm.submissionNames.isEmpty)
            // A second run finds it finished, and does not call Slurm.
            let again = try await bench.run()
            #expect(again.code == 0 && again.events.last?.object["wasComplete"] as? Bool == true)
        }

        @Test(
            "a job whose coordinator is killed continues with its running tasks, to the same bytes",
            .doesNotHang
        )
        func coordinatorKilled() async throws {
            let cluster = try await SlurmCluster()
            let bench = try JobBench(source: try await TestFilm.short.url, more: more)
            let options = ["--engine", "slurm"]
            let first = try bench.start(workers: 2, options, environment: cluster.environment)
            try #require(try await first.reaches { $0.type == "rangePublished" && $0.isOf(stage: "analyse") })
            // If all tasks of the first wave are over, those of the next follow.
            while try bench.directory.slurm.submissionNames.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
            first.send(SIGKILL)
            try await first.end()
            #expect(try !bench.directory.slurm.submissionNames.isEmpty)
            let second = try bench.start(workers: 2, options, environment: cluster.environment)
            // A task that a user cancels in between is submitted again.
            try #require(try await second.reaches { $0.type == "waveBegan" && $0.isOf(stage: "encode", pass: 2) })
            try await Task.sleep(for: .milliseconds(700))
            try await cluster.ask("scancel", ["--state=RUNNING", "--user=\(NSUserName())"])
            #expect(try await second.end() == 0, "\(second.errors)")
            try await bench.expectUndisturbed()
            #expect(try bench.directory.slurm.submissionNames.isEmpty)
        }

        @Test("an interrupted job leaves no task on the cluster, and can be continued", .doesNotHang)
        func interrupted() async throws {
            let cluster = try await SlurmCluster()
            let bench = try JobBench(source: try await TestFilm.short.url, more: more)
            let program = try bench.start(workers: 1, ["--engine", "slurm"], environment: cluster.environment)
            try #require(try await program.reaches { $0.type == "rangePublished" && $0.isOf(stage: "analyse") })
            program.send(SIGINT)
            try await Task.sleep(for: .milliseconds(50))
            program.send(SIGTERM)
            #expect(try await program.end() == 130, "\(program.errors)")
            #expect(try await cluster.becomesIdle())
            let outcome = try await bench.run()
            #expect(outcome.code == 0, "\(outcome.errors)")
            try await bench.expectUndisturbed()
        }

        @Test("a job for a partition that does not exist ends with Slurm's error text", .doesNotHang)
        func refused() async throws {
            let cluster = try await SlurmCluster(nodes: 1)
            let bench = try JobBench(source: try await TestFilm.short.url, more: "slurm: {partition: nosuch}")
            let program = try bench.start(workers: 1, ["--engine", "slurm"], environment: cluster.environment)
            #expect(try await program.end() == 69)
            #expect(program.errors.contains("nvalid partition") && program.errors.contains("slurm section"))
            try await bench.expectNothing()
        }

        @Test("a submitted job of two films is coordinated on the cluster, can be watched and cancelled", .doesNotHang)
        func submitted() async throws {
            let cluster = try await SlurmCluster()
            let bench = try JobBench(
                source: try await TestFilm.short.url,
                others: ["{path: small.mp4, rate: {average: 100k}}"],
                more: more
            )
            func granary(_ words: [String]) throws -> RunningProgram {
                try RunningProgram(
                    try Program.url,
                    words + ["--jobs", bench.jobs.path],
                    in: bench.folder,
                    environment: cluster.environment
                )
            }
            let submit = try granary(["submit", bench.manifest.path])
            #expect(try await submit.end() == 0, "\(submit.errors)")
            let directory = try bench.directory
            #expect(submit.output.hasPrefix("\(directory.path) 1\n"))
            // A second submission reports that the job is running.
            let again = try granary(["submit", bench.manifest.path])
            #expect(try await again.end() == 0 && again.output.contains("already running"), "\(again.errors)")
            // After a cancellation no task is left, and the job can be continued.
            let id = directory.id
            let limit = Date.now.addingTimeInterval(60)
            while try directory.plan() == nil, Date.now < limit { try await Task.sleep(for: .milliseconds(50)) }
            let cancel = try granary(["cancel", id])
            #expect(try await cancel.end() == 0, "\(cancel.errors)")
            #expect(try await cluster.becomesIdle())
            let second = try granary(["submit", bench.manifest.path])
            #expect(try await second.end() == 0, "\(second.errors)")
            let watch = try granary(["watch", id, "--every", "1"])
            #expect(try await watch.end() == 0, "\(watch.output)\(watch.errors)")
            #expect(watch.output.contains("finished"))
            try await bench.expectUndisturbed()
            let films = try [directory] + directory.outputs()
            #expect(try films.map { try $0.finishedFilm()?.findings } == [[], []])
            let logs = try granary(["logs", id])
            #expect(try await logs.end() == 0 && logs.output.contains("==> coordinator.log"))
            #expect(try await cluster.becomesIdle())
        }

        @Test(
            "several submitted jobs finish side by side, and cancelling one does not affect the others",
            .doesNotHang
        )
        func several() async throws {
            let cluster = try await SlurmCluster()
            let source = try await TestFilm.short.url
            // Different settings make separate jobs. The first is the one whose bytes are known.
            let benches = try ["speed: ultrafast, rate: {average: 200k}", "speed: ultrafast, rate: {average: 150k}"]
                .enumerated().map { try JobBench("film-\($0)", source: source, video: $1, more: more) }
            let third = try JobBench(
                "film-2",
                source: source,
                video: "speed: ultrafast, rate: {average: 100k}",
                more: more
            )
            func granary(_ words: [String], _ bench: JobBench) throws -> RunningProgram {
                try RunningProgram(
                    try Program.url,
                    words + ["--jobs", bench.jobs.path],
                    in: bench.folder,
                    environment: cluster.environment
                )
            }
            for bench in benches + [third] {
                let submit = try granary(["submit", bench.manifest.path], bench)
                #expect(try await submit.end() == 0, "\(submit.errors)")
            }
            // The third job is cancelled while all are running: its tasks are gone, those of the others are not.
            let doomed = try third.directory
            let limit = Date.now.addingTimeInterval(100)
            while doomed.slurm.submissionNames.isEmpty, Date.now < limit {
                try await Task.sleep(for: .milliseconds(50))
            }
            let cancel = try granary(["cancel", doomed.id], third)
            #expect(try await cancel.end() == 0, "\(cancel.errors)")
            let left = try await cluster.ask("squeue", ["--noheader", "--format=%j"])
            #expect(!left.contains(doomed.id) && left.contains("granary-"), "\(left)")
            for bench in benches {
                let watch = try granary(["watch", try bench.directory.id, "--every", "1"], bench)
                #expect(try await watch.end() == 0, "\(watch.output)\(watch.errors)")
            }
            try await benches[0].expectUndisturbed()
            let alone = try JobBench("alone", source: source, video: "speed: ultrafast, rate: {average: 150k}")
            #expect(try await alone.run().code == 0)
            #expect(benches[1].film == alone.film && alone.film != nil)
            #expect(try await cluster.becomesIdle())
            try await third.expectNothing()
            let again = try await third.run()
            #expect(again.code == 0, "\(again.errors)")
        }

        @Test(
            "the accounts of a cluster report how tasks ended",
            .enabled(if: SlurmCluster.canKeepAccounts, "there is no slurmdbd or no MariaDB: see Scripts/slurm-cluster"),
            .doesNotHang
        )
        func accounts() async throws {
            let cluster = try await SlurmCluster(nodes: 2, accounts: true)
            let environment = ProcessInfo.processInfo.environment.merging(cluster.environment) { $1 }
            let commands = SlurmCommands(SlurmAccess(command: SlurmCommand(environment: environment)))
            #expect(try await SlurmCluster.detached { try commands.configuration().keepsAccounts })
            let script = "case $SLURM_ARRAY_TASK_ID in 0) ;; 1) exit 3 ;; *) sleep 120 ;; esac"
            let words = ["--parsable", "--job-name=accounted", "--array=0-2", "--output=/dev/null", "--wrap", script]
            let answer = try await cluster.ask("sbatch", words)
            let id = try #require(Int(answer.trimmingCharacters(in: .whitespacesAndNewlines)))
            func records(until isEnough: ([SlurmRecord]) -> Bool) async throws -> [SlurmRecord] {
                let limit = Date.now.addingTimeInterval(60)
                while true {
                    let found = try await SlurmCluster.detached { try commands.records(of: [id]) }
                    if isEnough(found) || Date.now > limit { return found.sorted { $0.task < $1.task } }
                    try await Task.sleep(for: .milliseconds(200))
                }
            }
            let first = try await records { $0.count == 3 && $0.count { $0.state.isAlive } == 1 }
            #expect(first.map(\.state) == [.over(.completed), .over(.failed), .running])
            #expect(first.map(\.exitCode) == [0, 3, 0] && first.allSatisfy { $0.name == "accounted" && $0.job == id })
            #expect(first.allSatisfy { $0.node.hasPrefix("n") })
            try await cluster.ask("scancel", ["\(id)_2"])
            let last = try await records { $0.allSatisfy { !$0.state.isAlive } }
            #expect(last.map(\.state) == [.over(.completed), .over(.failed), .over(.cancelled)])
            #expect(last.map(\.task) == [0, 1, 2])
        }

        @Test("the doctor reports that a node sees the same folder and has the same builds", .doesNotHang)
        func doctor() async throws {
            let cluster = try await SlurmCluster(nodes: 1)
            let program = try RunningProgram(
                try Program.url,
                ["doctor", "--engine", "slurm", "--jobs", TemporaryFolder.current.path],
                in: TemporaryFolder.current,
                environment: cluster.environment
            )
            #expect(try await program.end() == 0, "\(program.output)\(program.errors)")
            for word in ["node n1", "node's builds", "node's scratch", "arrays of 1001 tasks"] {
                #expect(program.output.contains(word), "\(word): \(program.output)")
            }
        }
    }
}
