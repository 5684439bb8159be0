import Foundation
import Glibc
import JobDocuments
import Reporting
import TestSupport
import Testing

extension DisturbedJobs {
    @Suite("Refused jobs")
    struct Refusals {
        @Test("a second coordinator of a job ends with 75 and does not disturb the first")
        func inUse() async throws {
            let bench = try JobBench(source: try await TestFilm.short.url)
            let first = try bench.start()
            try #require(try await first.reaches { $0.type == "waveBegan" && $0.isOf(stage: "analyse") })
            // It would end before the others have started.
            first.send(SIGSTOP)
            let second = try await bench.run()
            #expect(second.code == 75 && second.errors.contains("another coordinator is running"))
            #expect(second.events.map(\.type) == ["resolved", "failed"])
            let removal = try await Program.granary("clean", "--all", "--jobs", bench.jobs.path, bench.directory.path)
            #expect(removal.code == 75 && removal.errors.contains("in use"))
            first.send(SIGCONT)
            #expect(try await first.end() == 0, "\(first.errors)")
            #expect(try bench.report.failure == nil)
            try await bench.expectUndisturbed()
        }

        @Test("a job whose output is a foreign file ends with 73 and keeps the file; --overwrite replaces it")
        func foreignOutput() async throws {
            let bench = try JobBench(source: try await TestFilm.short.url)
            try Data("a diary".utf8).write(to: bench.output)
            let refused = try await bench.run()
            #expect(refused.code == 73 && refused.errors.contains(bench.output.path))
            #expect(refused.errors.contains("--overwrite") && bench.film == Data("a diary".utf8))
            let overwritten = try await bench.run(workers: 2, "--overwrite")
            #expect(overwritten.code == 0, "\(overwritten.errors)")
            try await bench.expectUndisturbed()

            // A film that was changed later is foreign, too. After it is restored, it belongs to the job again.
            var changed = try #require(bench.film)
            changed[changed.count / 2] ^= 1
            try changed.write(to: bench.output)
            #expect(try await bench.run().code == 73)
            #expect(bench.film == changed)
            try await WholeJobs.undisturbed().write(to: bench.output)
            #expect(try await bench.run().code == 0)
            #expect(try bench.report.failure == nil)
        }

        @Test("a foreign file that appears at the output during a job is kept, and the work of the job is kept")
        func outputMeanwhile() async throws {
            let bench = try JobBench(source: try await TestFilm.short.url)
            let program = try bench.start()
            try #require(try await program.reaches { $0.type == "planned" })
            try Data("a diary".utf8).write(to: bench.output)
            #expect(try await program.end() == 73)
            #expect(bench.film == Data("a diary".utf8))
            try FileManager.default.removeItem(at: bench.output)
            let outcome = try await bench.run()
            #expect(outcome.code == 0, "\(outcome.errors)")
            try await bench.expectUndisturbed()
            #expect(!outcome.events.contains { $0.type == "waveBegan" && $0.isOf(stage: "encode") })
        }

        @Test("a job whose output is its source, under any path, ends with 73 and keeps the source")
        func outputIsSource() async throws {
            let original = try await TestFilm.short.url
            let folder = TemporaryFolder.current
            let source = folder.appending(path: "source.mp4")
            let other = folder.appending(path: "other.mp4")
            try FileManager.default.copyItem(at: original, to: source)
            try FileManager.default.createSymbolicLink(at: other, withDestinationURL: source)
            for output in [source, other] {
                let bench = try JobBench("job-\(output.lastPathComponent)", source: source, output: output.path)
                for options in [[], ["--overwrite"]] {
                    let program = try bench.start(workers: 1, options)
                    let code = try await program.end()
                    #expect(code == 73 && program.errors.contains("source"), "\(program.errors)")
                    #expect(try Data(contentsOf: source) == Data(contentsOf: original))
                }
            }
        }

        @Test("a job whose output or jobs folder cannot be created reports the path, and leaves no files")
        func unwritable() async throws {
            let source = try await TestFilm.short.url
            let file = TemporaryFolder.current.appending(path: "file")
            try Data("no folder".utf8).write(to: file)
            let output = try JobBench("output", source: source, output: file.path + "/deeper/out.mp4")
            let refused = try await output.run()
            #expect(refused.code == 73 && refused.errors.contains(file.path), "\(refused.errors)")
            try await output.expectNothing()
            for place in [file.path + "/jobs", "/proc/granary"] {
                let jobs = try JobBench("jobs", source: source, jobs: place)
                let refused = try await jobs.run()
                #expect([73, 74].contains(refused.code) && refused.errors.contains(place), "\(refused.errors)")
                #expect(refused.events.last?.type == "failed")
                let cause = place == "/proc/granary" ? "No such file or directory" : "\(file.path) is not a folder"
                #expect(refused.errors.contains(cause), "\(refused.errors)")
                try await jobs.expectNothing()
            }
            let folder = try JobBench("folder", source: source, output: TemporaryFolder.current.path)
            let named = try await folder.run()
            #expect([65, 73].contains(named.code), "an output that is a folder: \(named.errors)")
        }

        @Test(
            "a job whose output folder is read-only reports the folder, and leaves no files",
            .enabled(if: geteuid() != 0, "permission bits do not bind root")
        )
        func readOnlyFolder() async throws {
            let folder = TemporaryFolder.current.appending(path: "read-only")
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o555]
            )
            let bench = try JobBench(source: try await TestFilm.short.url, output: folder.path + "/out.mp4")
            let outcome = try await bench.run()
            #expect(outcome.code == 73 && outcome.errors.contains(folder.path))
            try await bench.expectNothing()
        }

        @Test("a job whose source changes while it runs fails, and resuming it names the source")
        func changedSource() async throws {
            let source = TemporaryFolder.current.appending(path: "source.mp4")
            try FileManager.default.copyItem(at: try await TestFilm.short.url, to: source)
            let bench = try JobBench(source: source)
            let program = try bench.start()
            try #require(try await program.reaches { $0.type == "rangePublished" && $0.isOf(stage: "analyse") })
            var bytes = try Data(contentsOf: source)
            bytes.append(Data(count: 8))
            try bytes.write(to: source)
            #expect(try await program.end() != 0)
            try await bench.expectNothing()
            let resumed = try await Program.granary("resume", bench.directory.path, "--progress", "none")
            #expect(resumed.code == 65 && resumed.errors.contains(source.path), "\(resumed.errors)")
        }

        @Test("--restart makes the same film again from the beginning")
        func restart() async throws {
            let bench = try JobBench(source: try await TestFilm.short.url)
            #expect(try await bench.run().code == 0)
            let outcome = try await bench.run(workers: 2, "--restart")
            #expect(outcome.code == 0, "\(outcome.errors)")
            #expect(outcome.events.contains { $0.type == "waveBegan" && $0.isOf(stage: "analyse") })
            try await bench.expectUndisturbed()
        }
    }
}
