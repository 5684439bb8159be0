import Foundation
import Glibc
import JobDocuments
import TestSupport
import Testing

extension DisturbedJobs {
    @Suite(
        "Jobs with full or read-only disks",
        .enabled(if: MemoryDisk.isPossible, "mounting a file system takes root and its rights")
    )
    struct FullDisks {
        @Test("a disk that is too small for the job is reported before anything is encoded")
        func forecast() async throws {
            let disk = try MemoryDisk("size=256k")
            let bench = try JobBench(
                source: try await TestFilm.short.url,
                jobs: disk.url.appending(path: "jobs").path
            )
            let outcome = try await bench.run()
            #expect(outcome.code == 74 && outcome.errors.contains("are free"), "\(outcome.errors)")
            #expect(!outcome.events.contains { $0.type == "waveBegan" })
            #expect(!outcome.errors.contains("about 0 "), "\(outcome.errors)")
            try await bench.expectNothing()
            try disk.remount("size=64m")
            let resumed = try await bench.run()
            #expect(resumed.code == 0, "\(resumed.errors)")
            try await bench.expectUndisturbed()
        }

        @Test(
            "a disk that fills up during a job ends it with 74, and the job continues when there is space",
            arguments: ["analyse", "encode"]
        )
        func jobs(stage: String) async throws {
            let disk = try MemoryDisk("size=64m")
            let bench = try JobBench(
                source: try await TestFilm.short.url,
                jobs: disk.url.appending(path: "jobs").path
            )
            let program = try bench.start(workers: 1)
            try #require(try await program.reaches { $0.type == "waveBegan" && $0.isOf(stage: stage) })
            disk.fill()
            #expect(try await program.end() == 74, "\(program.errors)")
            #expect(program.errors.contains("No space left on device"), "\(program.errors)")
            // The message names the folder and its free space, not a file that no longer exists.
            #expect(program.errors.contains("(\(try bench.directory.path)/"), "\(program.errors)")
            #expect(program.errors.contains("free on the disk of that folder"), "\(program.errors)")
            #expect(!program.errors.contains(".partial"), "\(program.errors)")
            try await bench.expectNothing()
            try disk.remount("size=128m")
            let resumed = try await bench.run()
            #expect(resumed.code == 0, "\(resumed.errors)")
            try await bench.expectUndisturbed()
        }

        @Test("a full disk under the scratch folder is reported with the folder and a remedy")
        func scratch() async throws {
            let disk = try MemoryDisk("size=256k")
            disk.fill()
            let bench = try JobBench(source: try await TestFilm.short.url)
            let outcome = try bench.start(environment: ["TMPDIR": disk.url.path])
            #expect(try await outcome.end() == 74, "\(outcome.errors)")
            #expect(outcome.errors.contains("(\(disk.url.path)): the disk of that folder"), "\(outcome.errors)")
            #expect(outcome.errors.contains("set TMPDIR"), "\(outcome.errors)")
            #expect(!outcome.errors.contains("Input/output error"), "\(outcome.errors)")
            try await bench.expectNothing()
            let resumed = try await bench.run()
            #expect(resumed.code == 0, "\(resumed.errors)")
            try await bench.expectUndisturbed()
        }

        @Test("a full disk under the output ends the mux with 74, and only the mux is repeated")
        func output() async throws {
            let disk = try MemoryDisk("size=64m")
            let bench = try JobBench(source: try await TestFilm.short.url, output: disk.url.path + "/out.mp4")
            let program = try bench.start()
            try #require(try await program.reaches { $0.type == "waveBegan" && $0.isOf(stage: "encode") })
            disk.fill()
            #expect(try await program.end() == 74, "\(program.errors)")
            #expect(
                program.errors.contains("(\(disk.url.path)): the disk of that folder has no space"),
                "\(program.errors)"
            )
            #expect(program.errors.contains("free") && !program.errors.contains(".partial"), "\(program.errors)")
            try await bench.expectNothing()
            try disk.remount("size=128m")
            let resumed = try await bench.run()
            #expect(resumed.code == 0, "\(resumed.errors)")
            try await bench.expectUndisturbed()
            #expect(!resumed.events.contains { $0.type == "waveBegan" && $0.isOf(stage: "encode") })
        }

        @Test("a read-only disk is reported, and the job continues when the disk is writable")
        func readOnly() async throws {
            let disk = try MemoryDisk("size=8m,ro")
            let source = try await TestFilm.short.url
            let bench = try JobBench(source: source, output: disk.url.path + "/out.mp4")
            let outcome = try await bench.run()
            #expect(outcome.code == 73 && outcome.errors.contains("Read-only"), "\(outcome.errors)")
            try await bench.expectNothing()
            let jobs = try JobBench("jobs", source: source, jobs: disk.url.path + "/jobs")
            let refused = try await jobs.run()
            #expect([73, 74].contains(refused.code) && refused.errors.contains(disk.url.path), "\(refused.errors)")
            try await jobs.expectNothing()
            try disk.remount("size=8m,rw")
            let resumed = try await bench.run()
            #expect(resumed.code == 0, "\(resumed.errors)")
            try await bench.expectUndisturbed()
        }
    }
}
