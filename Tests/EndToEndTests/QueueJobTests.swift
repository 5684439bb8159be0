import Foundation
import JobDocuments
import TestSupport
import Testing

extension DisturbedJobs {
    /// Queues that processes of the program work on.
    @Suite("Queues in a folder", .doesNotHang)
    struct Queues {
        private var folder: URL { TemporaryFolder.current.appending(path: "queue") }
        private var queue: JobQueue { JobQueue(path: folder.path) }

        /// Jobs over the same film with different rates, in folders of their own.
        private func benches(_ count: Int) async throws -> [JobBench] {
            let source = try await TestFilm.short.url
            return try (0..<count).map { index in
                try JobBench(
                    "film\(index)",
                    source: source,
                    video: "speed: ultrafast, rate: {average: \(150 + 50 * index)k}",
                    more: "passes: {tolerance: 50%}"
                )
            }
        }

        private func add(_ benches: [JobBench], _ options: String...) async throws {
            let words = ["queue", "add", folder.path] + benches.map(\.manifest.path) + options
            let outcome = try await Program.granary(words)
            try #require(outcome.code == 0, "\(outcome.errors)")
        }

        private func run(_ options: String...) throws -> RunningProgram {
            let words = ["run", "--queue", folder.path, "--workers", "2", "--progress", "json"] + options
            return try RunningProgram(try Program.url, words, in: TemporaryFolder.current)
        }

        /// The films as `granary queue list` shows them, by number.
        private func list() async throws -> [Int: [String: Any]] {
            let outcome = try await Program.granary("queue", "list", folder.path, "--json")
            let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
            let films = try #require(object?["films"] as? [[String: Any]])
            return Dictionary(uniqueKeysWithValues: films.map { ($0["number"] as? Int ?? 0, $0) })
        }

        @Test("the films of a queue have the same bytes as alone, and a failed one stays with its error")
        func films() async throws {
            let good = try await benches(2)
            let lost = try JobBench("lost", source: try await TestFilm.short.url)
            let source = TemporaryFolder.current.appending(path: "vanishing.mp4")
            try FileManager.default.copyItem(at: try await TestFilm.short.url, to: source)
            let vanished = try JobBench("vanished", source: source)
            try await add([good[0], vanished, lost, good[1]])
            // The queue has the text of a manifest, but not the film that it reads.
            try FileManager.default.removeItem(at: good[0].manifest)
            try FileManager.default.removeItem(at: source)
            try Data("taken".utf8).write(to: lost.output)
            let program = try run()
            #expect(try await program.end() == 73, "\(program.errors)")
            let films = try await list()
            #expect((1...4).map { films[$0]?["state"] as? String } == ["finished", "failed", "failed", "finished"])
            #expect((1...4).map { films[$0]?["exitCode"] as? Int } == [0, 66, 73, 0])
            #expect((films[2]?["error"] as? String)?.contains(source.path) == true)
            #expect((films[3]?["error"] as? String)?.contains(lost.output.path) == true)
            let film = good[1].film
            try FileManager.default.removeItem(at: good[1].output)
            try FileManager.default.removeItem(at: good[1].folder.appending(path: ".granary"))
            #expect(try await good[1].run(workers: 1).code == 0)
            #expect(film != nil && good[1].film == film)
            // Nothing waits any more.
            #expect(try await run().end() == 0)
        }

        @Test("two processes share a queue: each film is made once")
        func processes() async throws {
            let benches = try await benches(4)
            try await add(benches)
            let programs = [try run(), try run()]
            for program in programs { #expect(try await program.end() == 0, "\(program.errors)") }
            for bench in benches { #expect(bench.film != nil) }
            let finished = programs.flatMap(\.events).filter { $0.type == "finished" }
            #expect(finished.count == 4)
            #expect(Set(finished.compactMap { $0.object["jobID"] as? String }).count == 4)
            #expect(finished.allSatisfy { $0.object["wasComplete"] as? Bool == false })
        }

        @Test("the film of a killed process waits again, and another one continues it to the same bytes")
        func killed() async throws {
            let bench = try await benches(1)[0]
            try await add([bench])
            let program = try run()
            try #require(try await program.reaches { $0.type == "planned" }, "\(program.errors)")
            #expect(try await list()[1]?["state"] as? String == "running")
            let removal = try await Program.granary("queue", "remove", folder.path, "1")
            #expect(removal.code == 75 && removal.errors.contains("is making it"), "\(removal.errors)")
            program.send(SIGKILL)
            try await program.end()
            #expect(try await list()[1]?["state"] as? String == "waiting")
            #expect(try await run().end() == 0)
            let film = bench.film
            try FileManager.default.removeItem(at: bench.output)
            try FileManager.default.removeItem(at: bench.folder.appending(path: ".granary"))
            #expect(try await bench.run().code == 0)
            #expect(film != nil && bench.film == film)
        }

        @Test("an interrupted film waits again, and no other begins")
        func interrupted() async throws {
            try await add(try await benches(3))
            let program = try run()
            try #require(try await program.reaches { $0.type == "planned" }, "\(program.errors)")
            program.send(SIGINT)
            #expect(try await program.end() == 130, "\(program.errors)")
            #expect(try await list().values.contains { $0["state"] as? String == "waiting" })
            #expect(try await run().end() == 0)
            #expect(try await list().values.allSatisfy { $0["state"] as? String == "finished" })
        }

        @Test("a damaged entry is reported in words, and the other films are made")
        func damaged() async throws {
            let benches = try await benches(2)
            try await add(benches)
            try Data("{".utf8).write(to: folder.appending(path: "films/000001.json"))
            let program = try run()
            #expect(try await program.end() == 65, "\(program.errors)")
            #expect(program.errors.contains("could not read film 1 of the queue"), "\(program.errors)")
            #expect(benches[0].film == nil && benches[1].film != nil)
            let list = try await Program.granary("queue", "list", folder.path)
            #expect(list.code == 65 && list.output.contains("film1") && list.errors.contains("000001.json"))
            #expect(try await Program.granary("queue", "remove", folder.path, "1").code == 0)
            #expect(try await Program.granary("queue", "list", folder.path).code == 0)
        }

        @Test("a paused queue begins nothing, and goes on after the pause")
        func paused() async throws {
            let bench = try await benches(1)[0]
            try await add([bench])
            #expect(try await Program.granary("queue", "pause", folder.path, "--reason", "at night").code == 0)
            let program = try run()
            #expect(try await program.end() == 75)
            #expect(program.errors.contains("the queue is paused: at night"), "\(program.errors)")
            #expect(bench.film == nil)
            // A process that waits begins when the pause ends, and makes what is added meanwhile.
            let waiting = try run("--wait")
            let more = try JobBench("more", source: try await TestFilm.short.url)
            #expect(try await Program.granary("queue", "resume", folder.path).code == 0)
            try await add([more])
            var isDone = false
            while !isDone, waiting.isRunning {
                isDone = try await list().values.allSatisfy { $0["state"] as? String == "finished" }
                try await Task.sleep(for: .milliseconds(100))
            }
            #expect(isDone && bench.film != nil && more.film != nil, "\(waiting.errors)")
            waiting.send(SIGINT)
            #expect(try await waiting.end() == 0, "\(waiting.errors)")
        }

        @Test(
            "a full disk pauses the queue, and the film waits",
            .enabled(if: MemoryDisk.isPossible, "mounting a file system takes root and its rights")
        )
        func fullDisk() async throws {
            let disk = try MemoryDisk("size=256k")
            let small = try JobBench(
                "small",
                source: try await TestFilm.short.url,
                output: disk.url.appending(path: "film.mp4").path
            )
            let other = try await benches(1)[0]
            try await add([small])
            try await add([other], "--priority", "10")
            let program = try run("--workers", "1")
            #expect(try await program.end() == 74, "\(program.errors)")
            #expect(program.errors.contains("the queue is paused: there is no space for small"), "\(program.errors)")
            #expect(try await list()[1]?["state"] as? String == "waiting")
            let text = try await Program.granary("queue", "list", folder.path).output
            #expect(text.hasPrefix("paused: there is no space for small"), "\(text)")
            try disk.remount("size=64m")
            #expect(try await Program.granary("queue", "resume", folder.path).code == 0)
            #expect(try await run().end() == 0)
            #expect(small.film != nil && other.film != nil)
        }

        @Test("films are moved by priority and place")
        func moved() async throws {
            try await add(try await benches(3))
            for words in [["3", "--priority", "80"], ["2", "--first"]] {
                #expect(try await Program.granary(["queue", "move", folder.path] + words).code == 0)
            }
            let output = try await Program.granary("queue", "list", folder.path).output
            let numbers = output.split(separator: "\n").compactMap { $0.first }
            #expect(numbers == ["3", "2", "1"], "\(output)")
            #expect(try await Program.granary("queue", "move", folder.path, "7", "--last").code == 66)
            #expect(try await Program.granary("queue", "move", folder.path, "1").code == 64)
        }

        @Test("commands about a folder that is no queue, and mistakes in manifests, are refused")
        func refused() async throws {
            for words in [["list"], ["pause"], ["resume"], ["remove", "1"]] {
                let all = ["queue", words[0], folder.path] + words.dropFirst()
                #expect(try await Program.granary(all).code == 66)
            }
            #expect(try await Program.granary("run", "--queue", folder.path).code == 66)
            #expect(try await Program.granary("run").code == 64)
            let bench = try await benches(1)[0]
            let bad = TemporaryFolder.current.appending(path: "bad.yaml")
            try Data("apiVersion: granary/v1\n".utf8).write(to: bad)
            let words = ["queue", "add", folder.path, bench.manifest.path, bad.path]
            #expect(try await Program.granary(words).code == 65)
            #expect(!queue.exists)
        }
    }
}
