import Foundation
import TestSupport
import Testing

extension DisturbedJobs {
    /// Several manifests that share the workers of this machine.
    @Suite("Several manifests at the same time", .doesNotHang)
    struct Batches {
        /// Jobs over the same film with different rates, in folders of their own.
        private func benches(_ count: Int, more: String = "passes: {tolerance: 50%}") async throws -> [JobBench] {
            let source = try await TestFilm.short.url
            return try (0..<count).map { index in
                try JobBench(
                    "film\(index)",
                    source: source,
                    video: "speed: ultrafast, rate: {average: \(150 + 50 * index)k}",
                    more: more
                )
            }
        }

        private func run(_ benches: [JobBench], _ options: String...) throws -> RunningProgram {
            let words = ["run"] + benches.map(\.manifest.path) + ["--workers", "2", "--progress", "json"] + options
            return try RunningProgram(try Program.url, words, in: TemporaryFolder.current)
        }

        private func summary(_ program: RunningProgram) throws -> [[String: Any]] {
            let last = try #require(program.events.last)
            #expect(last.type == "summary")
            return try #require(last.object["films"] as? [[String: Any]])
        }

        @Test("the films have the same bytes as alone, and each event names its job")
        func sameBytes() async throws {
            let together = try await benches(3)
            let program = try run(together)
            #expect(try await program.end() == 0, "\(program.errors)")
            let films = together.map(\.film)
            for (bench, film) in zip(together, films) {
                try FileManager.default.removeItem(at: bench.output)
                try FileManager.default.removeItem(at: bench.folder.appending(path: ".granary"))
                let alone = try await bench.run(workers: 1)
                #expect(alone.code == 0, "\(alone.errors)")
                #expect(film != nil && bench.film == film)
            }
            let events = program.events.dropLast()
            let jobs = Dictionary(grouping: events) { $0.object["jobID"] as? String ?? "none" }
            #expect(jobs.count == 3 && jobs["none"] == nil)
            for (id, own) in jobs {
                #expect(own.first?.type == "resolved" && own.last?.type == "finished")
                #expect((own.first?.object["job"] as? [String: Any])?["id"] as? String == id)
            }
            // They are made at the same time: one begins before the one before it has ended.
            let ends = events.enumerated().filter { $1.type == "resolved" || $1.type == "finished" }.map(\.element.type)
            #expect(ends != ["resolved", "finished", "resolved", "finished", "resolved", "finished"])
            #expect(try summary(program).map { $0["state"] as? String } == ["finished", "finished", "finished"])
        }

        @Test("a film that fails stops no other, and the exit code is the worst")
        func failure() async throws {
            let good = try await benches(2)
            let lost = try JobBench("lost", source: TemporaryFolder.current.appending(path: "missing.mp4"))
            let taken = try JobBench("taken", source: try await TestFilm.short.url)
            try Data("not a film of this job".utf8).write(to: taken.output)
            let program = try run([lost, good[0], taken, good[1]])
            #expect(try await program.end() == 73, "\(program.errors)")
            for bench in good { #expect(bench.film != nil) }
            let rows = try summary(program)
            #expect(rows.map { $0["exitCode"] as? Int } == [66, 0, 73, 0])
            #expect(rows.map { $0["name"] as? String } == ["lost", "film0", "taken", "film1"])
            #expect(program.errors.contains("granary: lost: ") && program.errors.contains("granary: taken: "))
            let refused = program.events.filter { $0.type == "failed" }
            #expect(refused.contains { $0.object["manifest"] as? String == lost.manifest.path })
        }

        @Test("an interruption lets running ranges end, begins no other film, and all continue to the same bytes")
        func interruption() async throws {
            let benches = try await benches(4)
            let program = try run(benches, "--workers", "1")
            try #require(try await program.reaches { $0.type == "planned" }, "\(program.errors)")
            program.send(SIGINT)
            #expect(try await program.end() == 130, "\(program.errors)")
            #expect(try await Processes.areGone(naming: TemporaryFolder.current))
            #expect(try summary(program).contains { $0["state"] as? String == "not begun" })
            let again = try run(benches)
            #expect(try await again.end() == 0, "\(again.errors)")
            let alone = try JobBench(
                "alone",
                source: try await TestFilm.short.url,
                video: "speed: ultrafast, rate: {average: 150k}",
                more: "passes: {tolerance: 50%}"
            )
            #expect(try await alone.run().code == 0)
            #expect(benches[0].film != nil && benches[0].film == alone.film)
        }

        @Test("a second interruption stops all films at once")
        func stop() async throws {
            let benches = try await benches(3)
            let program = try run(benches)
            try #require(try await program.reaches { $0.isOf(stage: "analyse") }, "\(program.errors)")
            program.send(SIGINT)
            program.send(SIGTERM)
            #expect(try await program.end() == 130, "\(program.errors)")
            for bench in benches { try await bench.expectNothing() }
        }

        @Test("a job that is given twice is made once, and is complete the second time")
        func twice() async throws {
            let bench = try await benches(1)[0]
            let program = try run([bench, bench])
            #expect(try await program.end() == 0, "\(program.errors)")
            #expect(try summary(program).map { $0["state"] as? String } == ["finished", "complete"])
        }

        @Test("a table ends a run without events for programs")
        func table() async throws {
            let benches = try await benches(2)
            let words = ["run"] + benches.map(\.manifest.path) + ["--progress", "plain"]
            let outcome = try await Program.granary(words)
            #expect(outcome.code == 0, "\(outcome.errors)")
            let lines = outcome.output.split(separator: "\n")
            #expect(lines.count == 3 && lines[0].hasPrefix("film "), "\(outcome.output)")
            #expect(lines[1].hasPrefix("film0 ") && lines[2].hasPrefix("film1 "), "\(outcome.output)")
            #expect(lines.dropFirst().allSatisfy { $0.contains(" finished ") && $0.contains(" kbit/s ") })
        }
    }
}
