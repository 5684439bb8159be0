import Foundation
import Glibc
import JobDocuments
import Jobs
import TestSupport
import Testing

extension DisturbedJobs {
    @Suite("Interrupted and damaged jobs")
    struct Crashes {
        /// When a coordinator is killed: at its first event of a kind, or a certain time after its start.
        enum Moment: Sendable, CustomTestStringConvertible {
            case event(String, stage: String?, pass: Int?)
            case milliseconds(Int)

            var testDescription: String {
                switch self {
                case .event(let type, let stage, let pass):
                    [type, stage, pass.map { "pass \($0)" }].compactMap(\.self).joined(separator: " ")
                case .milliseconds(let delay): "\(delay) ms"
                }
            }
        }

        /// Each list is one job: it is killed at the first moment, run again and killed at the second, and so on.
        static let stories: [[Moment]] = [
            [
                .event("resolved", stage: nil, pass: nil),
                .event("waveBegan", stage: "scout", pass: nil),
                .event("planned", stage: nil, pass: nil),
                .event("progress", stage: "analyse", pass: 1),
                .event("rangePublished", stage: "analyse", pass: 1),
                .event("progress", stage: "encode", pass: 2),
                .event("rangePublished", stage: "encode", pass: 2),
                .event("selected", stage: nil, pass: nil),
                .event("waveBegan", stage: "mux", pass: nil),
                .event("waveEnded", stage: "mux", pass: nil),
                .event("waveBegan", stage: "verify", pass: nil),
                .event("waveEnded", stage: "verify", pass: nil),
            ],
            [30, 90, 170, 260, 380, 520, 700, 900].map(Moment.milliseconds),
            [450, 250, 650, 150, 350, 850, 60].map(Moment.milliseconds),
        ]

        @Test("a job is resumed by the beginning of its id, and --dry-run prints what this would do")
        func resumedByID() async throws {
            let bench = try JobBench(source: try await TestFilm.short.url)
            let program = try bench.start()
            try #require(try await program.reaches { $0.type == "rangePublished" && $0.isOf(stage: "analyse") })
            program.send(SIGKILL)
            try await program.end()
            let id = URL(filePath: try bench.directory.path).lastPathComponent
            let words = ["resume", String(id.prefix(5)), "--jobs", bench.jobs.path, "--progress", "none"]
            let forecast = try await Program.granary(words + ["--dry-run"])
            #expect(forecast.code == 0 && forecast.output.contains(id), "\(forecast.errors)")
            #expect(bench.film == nil)
            let outcome = try await Program.granary(words)
            #expect(outcome.code == 0, "\(outcome.errors)")
            try await bench.expectUndisturbed()
            #expect(try await Program.granary("resume", "nosuch", "--jobs", bench.jobs.path).code == 66)
        }

        @Test(
            "after kill -9 of the coordinator no process remains, and the job continues to the same bytes",
            arguments: stories
        )
        func coordinator(moments: [Moment]) async throws {
            let bench = try JobBench(source: try await TestFilm.short.url)
            for moment in moments {
                let program = try bench.start()
                switch moment {
                case .event(let type, let stage, let pass):
                    let isReached = try await program.reaches {
                        $0.type == type && (stage == nil || $0.object["stage"] as? String == stage)
                            && (pass == nil || $0.object["pass"] as? Int == pass)
                    }
                    #expect(isReached, "\(moment.testDescription): \(program.errors)")
                case .milliseconds(let delay): try await Task.sleep(for: .milliseconds(delay))
                }
                program.send(SIGKILL)
                try await program.end()
                #expect(try await Processes.areGone(naming: bench.folder), "after \(moment.testDescription)")
            }
            let outcome = try await bench.run()
            #expect(outcome.code == 0, "\(outcome.errors)")
            try await bench.expectUndisturbed()
            let left = try FileManager.default.contentsOfDirectory(atPath: bench.folder.path)
            #expect(!left.contains { $0.hasSuffix(".partial") })
        }

        @Test("the ranges of workers that are killed are tried again", arguments: ["analyse", "encode"])
        func workers(stage: String) async throws {
            let bench = try JobBench(source: try await TestFilm.short.url)
            let program = try bench.start()
            try #require(try await program.reaches { $0.type == "progress" && $0.isOf(stage: stage) })
            let workers = Processes.naming(bench.folder).filter { $0.arguments.contains("work") }
            for worker in workers { kill(worker.id, SIGKILL) }
            #expect(try await program.end() == 0, "\(program.errors)")
            #expect(workers.isEmpty || program.events.contains { $0.type == "unitFailed" })
            try await bench.expectUndisturbed()
        }

        @Test("after ctrl-C running ranges finish, the job exits with 130, and a second run continues it")
        func interruption() async throws {
            let bench = try JobBench(source: try await TestFilm.short.url)
            let program = try bench.start(workers: 1)
            try #require(try await program.reaches { $0.type == "progress" && $0.isOf(stage: "analyse") })
            program.send(SIGINT)
            #expect(try await program.end() == 130)
            #expect(program.errors.contains("interrupted") && program.events.last?.type == "failed")
            #expect(program.events.contains { $0.type == "rangePublished" && $0.isOf(stage: "analyse") })
            try await bench.expectNothing()
            let outcome = try await bench.run()
            #expect(outcome.code == 0, "\(outcome.errors)")
            try await bench.expectUndisturbed()
        }

        @Test("resume --dry-run prints the remaining time of a job, and encodes nothing")
        func dryRun() async throws {
            let bench = try JobBench(source: try await TestFilm.short.url)
            let program = try bench.start(workers: 1)
            try #require(try await program.reaches { $0.type == "rangePublished" && $0.isOf(stage: "analyse") })
            program.send(SIGKILL)
            try await program.end()
            try #require(try await Processes.areGone(naming: bench.folder))
            let job = try bench.directory
            let before = try FileManager.default.subpathsOfDirectory(atPath: job.path).sorted()
            let forecast = try await Program.granary("resume", job.path, "--dry-run")
            #expect(
                forecast.code == 0 && forecast.output.contains("ranges") && forecast.output.contains(job.path)
                    && forecast.output.contains("are left: "),
                "\(forecast.errors)"
            )
            #expect(try FileManager.default.subpathsOfDirectory(atPath: job.path).sorted() == before)
            try await bench.expectNothing()
        }

        @Test("after ctrl-C twice the job stops at once, exits with 130, and a second run continues it")
        func stop() async throws {
            let bench = try JobBench(source: try await TestFilm.short.url)
            let program = try bench.start()
            try #require(try await program.reaches { $0.type == "progress" && $0.isOf(stage: "encode") })
            program.send(SIGINT)
            try await Task.sleep(for: .milliseconds(20))
            program.send(SIGTERM)
            #expect(try await program.end() == 130)
            try await bench.expectNothing()
            let outcome = try await bench.run()
            #expect(outcome.code == 0, "\(outcome.errors)")
            try await bench.expectUndisturbed()
        }

        /// What can happen to a published store on a disk.
        enum Damage: String, Sendable, CaseIterable {
            case flipped, truncated, garbage, missing, foreign

            func strike(_ file: URL) throws {
                var bytes = try Data(contentsOf: file)
                switch self {
                case .flipped: bytes[bytes.count / 2] ^= 0x10
                case .truncated: bytes.removeLast(bytes.count / 3)
                case .garbage:
                    bytes = Data((0..<bytes.count).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) })
                case .missing: return try FileManager.default.removeItem(at: file)
                case .foreign:
                    // An intact store of a different range.
                    let others = try FileManager.default.contentsOfDirectory(
                        at: file.deletingLastPathComponent(),
                        includingPropertiesForKeys: nil
                    )
                    let other = others.filter { $0.pathExtension == file.pathExtension && $0 != file }
                        .min { $0.path < $1.path }
                    bytes = try Data(contentsOf: try #require(other))
                }
                try bytes.write(to: file)
            }
        }

        @Test("a damaged store is found before it is opened, and its range encoded again", arguments: Damage.allCases)
        func damage(_ damage: Damage) async throws {
            let bench = try JobBench(source: try await TestFilm.short.url)
            let program = try bench.start()
            try #require(try await program.reaches { $0.type == "waveBegan" && $0.isOf(stage: "mux") })
            program.send(SIGKILL)
            try await program.end()
            #expect(try await Processes.areGone(naming: bench.folder))
            // It does not matter whether the mux has finished: without its result it runs again.
            try? FileManager.default.removeItem(atPath: bench.directory.paths.mux)
            let stores = [
                try #require(try store("multipass", pass: 1, of: bench)),
                try #require(try store("silo", pass: 2, of: bench)),
            ]
            for store in stores { try damage.strike(store) }
            let outcome = try await bench.run()
            #expect(outcome.code == 0, "\(outcome.errors)")
            #expect(outcome.events.count { $0.type == "discarded" } == 2)
            try await bench.expectUndisturbed()
        }

        /// The first store of a kind that a pass published and that the film uses.
        private func store(_ kind: String, pass: Int, of bench: JobBench) throws -> URL? {
            let folder = URL(filePath: try bench.directory.paths.passFolder(pass))
            let selection = try bench.directory.selection()
            return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
                .sorted { $0.path < $1.path }
                .first { file in
                    guard file.pathExtension == kind, let range = Int(file.lastPathComponent.dropFirst(6).prefix(5))
                    else { return false }
                    return pass == 1 || selection?.passes[range] == pass
                }
        }
    }
}
