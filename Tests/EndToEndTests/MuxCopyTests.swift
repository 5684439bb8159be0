import Foundation
import Glibc
import JobDocuments
import TestSupport
import Testing

extension DisturbedJobs {
    @Suite("Two copies of the mux unit")
    struct MuxCopies {
        /// What happens to two copies, the first of which is stopped before one of its system calls.
        enum Story: String, Sendable, CaseIterable {
            /// The second one is stopped before each of its calls, the first one ends, the second one is killed.
            case secondIsKilled
            /// The first one is stopped before each of its calls, the second one ends, the first one is killed.
            case firstIsKilled
            /// The first one is stopped before each of its calls, the second one ends, and then the first one does.
            case bothEnd
            /// Both are killed, each before each of its calls.
            case bothAreKilled
        }

        /// A job that is finished except for its film, which is not verified; with the bytes that the film must have.
        private struct Bench {
            let job: JobBench
            let film: Data
            let shim: StoppingShim

            init() async throws {
                job = try JobBench(source: try await TestFilm.short.url)
                let outcome = try await job.run(workers: 2, "--no-verify")
                try #require(outcome.code == 0, "\(outcome.errors)")
                film = try #require(job.film)
                shim = try StoppingShim(in: job.folder)
            }

            /// Takes the job back to the state in which it has its silos and no film.
            func begin() throws {
                let directory = try job.directory
                for path in [directory.paths.mux, directory.paths.finished, job.output.path] {
                    try? FileManager.default.removeItem(atPath: path)
                }
            }

            /// Starts a copy that stops before a call; 0 for none.
            func copy(stoppingBefore call: Int = 0) throws -> RunningProgram {
                try RunningProgram(
                    try Program.url,
                    ["work", try job.directory.path, "--stage", "mux"],
                    in: job.folder,
                    environment: shim.environment(stoppingBefore: call)
                )
            }

            /// The number of calls of a copy that is not disturbed.
            func calls() async throws -> Int {
                for call in 1...100 {
                    try begin()
                    let copy = try copy(stoppingBefore: call)
                    guard try await copy.stops() else { return call - 1 }
                    copy.send(SIGKILL)
                    try await copy.end()
                }
                return 0
            }

            /// Continues the job, and expects its film and nothing else.
            func expectFilm(_ comment: Comment) async throws {
                let words = ["resume", try job.directory.path, "--progress", "none"]
                let outcome = try await Program.granary(words)
                #expect(outcome.code == 0, "\(comment): \(outcome.errors)")
                #expect(job.film == film, comment)
                let left = try FileManager.default.contentsOfDirectory(atPath: job.folder.path)
                #expect(!left.contains { $0.hasSuffix(".partial") }, comment)
                let inner = try FileManager.default.subpathsOfDirectory(atPath: try job.directory.path)
                #expect(!inner.contains { $0.hasSuffix(".partial") }, comment)
            }
        }

        @Test("the film is intact, whichever of two copies is stopped or killed at any call", arguments: Story.allCases)
        func copies(story: Story) async throws {
            let bench = try await Bench()
            let last = try await bench.calls()
            // There are calls that reserve its space, write it, sync it, and publish it.
            try #require(last >= 4)
            for call in 1...last {
                try bench.begin()
                let comment = Comment(rawValue: "\(story), call \(call) of \(last)")
                // Before its sync everything is written, and the time of the last write is not read yet.
                let first = try bench.copy(stoppingBefore: story == .secondIsKilled ? last - 1 : call)
                #expect(try await first.stops(), comment)
                let second = try bench.copy(
                    stoppingBefore: story == .secondIsKilled || story == .bothAreKilled ? call : 0
                )
                switch story {
                case .secondIsKilled:
                    #expect(try await second.stops(), comment)
                    first.send(SIGCONT)
                    #expect(try await first.end() == 0, "\(comment): \(first.errors)")
                    second.send(SIGKILL)
                    try await second.end()
                case .firstIsKilled:
                    #expect(try await second.end() == 0, "\(comment): \(second.errors)")
                    first.send(SIGKILL)
                    try await first.end()
                case .bothEnd:
                    #expect(try await second.end() == 0, "\(comment): \(second.errors)")
                    first.send(SIGCONT)
                    #expect(try await first.end() == 0, "\(comment): \(first.errors)")
                case .bothAreKilled:
                    #expect(try await second.stops(), comment)
                    for copy in [first, second] {
                        copy.send(SIGKILL)
                        try await copy.end()
                    }
                }
                try await bench.expectFilm(comment)
            }
        }

        @Test("a resumed job does not remove the file of a copy that is still alive")
        func alive() async throws {
            let bench = try await Bench()
            try bench.begin()
            let slow = try bench.copy(stoppingBefore: 2)
            #expect(try await slow.stops())
            let job = try bench.job.directory
            let resolved = try job.job()
            let written = job.output(of: resolved).temporaryFilms
            #expect(written.count == 1)
            let outcome = try await Program.granary("resume", job.path, "--progress", "none")
            #expect(outcome.code == 0 && bench.job.film == bench.film, "\(outcome.errors)")
            #expect(job.output(of: resolved).temporaryFilms == written, "its writer is stopped, not gone")
            slow.send(SIGCONT)
            #expect(try await slow.end() == 0, "\(slow.errors)")
            #expect(job.output(of: resolved).temporaryFilms.isEmpty, "it was too late, and removed its file")
            try await bench.expectFilm("afterwards")
        }
    }
}
