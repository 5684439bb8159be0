import Foundation
import Glibc
import JobDocuments
import SlurmEngine
import TestSupport
import Testing

extension WholeJobs {
    @Suite("A job on a cluster", .enabled(if: SlurmCluster.isInstalled, "Slurm is not installed: make setup"))
    struct SlurmJobs {
        /// Many small tasks, so that there is something to spread and to break.
        private let more = "passes: {tolerance: 20%}\nslurm: {bundle: 1s, memory: 300M}"

        @Test("makes the bytes that this machine alone makes, and leaves nothing in the queue", .timeLimit(.minutes(5)))
        func sameBytes() async throws {
            let cluster = try await SlurmCluster()
            let bench = try JobBench(source: try await TestFilm.short.url, more: more)
            let program = try bench.start(workers: 4, ["--engine", "slurm"], environment: cluster.environment)
            #expect(try await program.end() == 0, "\(program.errors)")
            try await bench.expectUndisturbed()
            #expect(try await cluster.becomesIdle())
            let directory = try bench.directory
            #expect(directory.slurmSubmissionNames.isEmpty)
            // Again: it is finished, and Slurm is not even asked.
            let again = try await bench.run()
            #expect(again.code == 0 && again.events.last?.object["wasComplete"] as? Bool == true)
        }

        @Test("whose coordinator is killed goes on where its tasks are, to the same bytes", .timeLimit(.minutes(5)))
        func coordinatorKilled() async throws {
            let cluster = try await SlurmCluster()
            let bench = try JobBench(source: try await TestFilm.short.url, more: more)
            let options = ["--engine", "slurm"]
            let first = try bench.start(workers: 2, options, environment: cluster.environment)
            try #require(try await first.reaches { $0.type == "rangePublished" && $0.isOf(stage: "analyse") })
            first.send(SIGKILL)
            try await first.end()
            #expect(try !bench.directory.slurmSubmissionNames.isEmpty)
            let second = try bench.start(workers: 2, options, environment: cluster.environment)
            // A task is ended by hand on the way: it is submitted again.
            try #require(try await second.reaches { $0.type == "waveBegan" && $0.isOf(stage: "encode", pass: 2) })
            try await Task.sleep(for: .milliseconds(700))
            try await cluster.ask("scancel", ["--state=RUNNING", "--user=\(NSUserName())"])
            #expect(try await second.end() == 0, "\(second.errors)")
            try await bench.expectUndisturbed()
            #expect(try bench.directory.slurmSubmissionNames.isEmpty)
        }

        @Test("that is interrupted leaves no task behind, and goes on", .timeLimit(.minutes(5)))
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

        @Test("that asks for what the cluster does not have ends with Slurm's own words", .timeLimit(.minutes(5)))
        func refused() async throws {
            let cluster = try await SlurmCluster(nodes: 1)
            let bench = try JobBench(source: try await TestFilm.short.url, more: "slurm: {partition: nosuch}")
            let program = try bench.start(workers: 1, ["--engine", "slurm"], environment: cluster.environment)
            #expect(try await program.end() == 69)
            #expect(program.errors.contains("nvalid partition") && program.errors.contains("slurm section"))
            try await bench.expectNothing()
        }

        @Test("that is submitted is coordinated on the cluster, and watched from outside", .timeLimit(.minutes(5)))
        func submitted() async throws {
            let cluster = try await SlurmCluster()
            let bench = try JobBench(source: try await TestFilm.short.url, more: more)
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
            // Whoever submits it again is told that it is at work.
            let again = try granary(["submit", bench.manifest.path])
            #expect(try await again.end() == 0 && again.output.contains("at work already"), "\(again.errors)")
            // Cancelled on the way: nothing of it is left, and it is gone on with.
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
            let logs = try granary(["logs", id])
            #expect(try await logs.end() == 0 && logs.output.contains("==> coordinator.log"))
            #expect(try await cluster.becomesIdle())
        }

        @Test(
            "that is submitted beside others is finished as they are, and one that is cancelled takes none of them along",
            .timeLimit(.minutes(5))
        )
        func several() async throws {
            let cluster = try await SlurmCluster()
            let source = try await TestFilm.short.url
            // Different settings: jobs of their own. The first is the one whose bytes are known.
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
            // The third ends while all are at work: its tasks are gone, those of the others are not.
            let doomed = try third.directory
            let limit = Date.now.addingTimeInterval(100)
            while doomed.slurmSubmissionNames.isEmpty, Date.now < limit { try await Task.sleep(for: .milliseconds(50)) }
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
            "knows how its tasks ended from the accounts, where the cluster keeps them",
            .enabled(if: SlurmCluster.canKeepAccounts, "there is no slurmdbd or no MariaDB: see Scripts/slurm-cluster"),
            .timeLimit(.minutes(5))
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

        @Test("is made where a node sees what this machine sees, says the doctor", .timeLimit(.minutes(5)))
        func doctor() async throws {
            let cluster = try await SlurmCluster(nodes: 1)
            let program = try RunningProgram(
                try Program.url,
                ["doctor", "--engine", "slurm", "--jobs", TemporaryFolder.current.path],
                in: TemporaryFolder.current,
                environment: cluster.environment
            )
            #expect(try await program.end() == 0, "\(program.output)\(program.errors)")
            for word in ["node n1", "builds there", "scratch there", "arrays of 1001 tasks"] {
                #expect(program.output.contains(word), "\(word): \(program.output)")
            }
        }
    }
}
