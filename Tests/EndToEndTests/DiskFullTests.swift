import Farm
import Foundation
import Glibc
import TestSupport
import Testing

extension WholeJobs {
    @Suite(
        "A disk that is full, or may not be written",
        .enabled(if: MemoryDisk.isPossible, "mounting a file system takes root and its rights")
    )
    struct FullDisks {
        @Test("from the start is found before anything is encoded")
        func forecast() async throws {
            let disk = try MemoryDisk("size=256k")
            let bench = try JobBench(
                source: try await TestFilm.short.url,
                jobs: disk.url.appending(path: "jobs").path
            )
            let outcome = try await bench.run()
            #expect(outcome.code == 74 && outcome.errors.contains("are free"), "\(outcome.errors)")
            #expect(!outcome.events.contains { $0.type == "waveBegan" })
            try await bench.expectNothing()
            try disk.remount("size=64m")
            let resumed = try await bench.run()
            #expect(resumed.code == 0, "\(resumed.errors)")
            try await bench.expectUndisturbed()
        }

        @Test(
            "while the job runs ends it with 74, and it goes on once there is room",
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
            try await bench.expectNothing()
            try disk.remount("size=128m")
            let resumed = try await bench.run()
            #expect(resumed.code == 0, "\(resumed.errors)")
            try await bench.expectUndisturbed()
        }

        @Test("under the output ends the mux with 74, loses nothing, and the mux is all that is done again")
        func output() async throws {
            let disk = try MemoryDisk("size=64m")
            let bench = try JobBench(source: try await TestFilm.short.url, output: disk.url.path + "/out.mp4")
            let program = try bench.start()
            try #require(try await program.reaches { $0.type == "waveBegan" && $0.isOf(stage: "encode") })
            disk.fill()
            #expect(try await program.end() == 74, "\(program.errors)")
            #expect(program.errors.contains("no room"), "\(program.errors)")
            try await bench.expectNothing()
            try disk.remount("size=128m")
            let resumed = try await bench.run()
            #expect(resumed.code == 0, "\(resumed.errors)")
            try await bench.expectUndisturbed()
            #expect(!resumed.events.contains { $0.type == "waveBegan" && $0.isOf(stage: "encode") })
        }

        @Test("because it is mounted so says so, and the job goes on where it may be written")
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

/// A small file system in memory, mounted on a folder for as long as this lives.
final class MemoryDisk {
    let url: URL

    /// Whether this process may mount one.
    static let isPossible: Bool = {
        guard geteuid() == 0 else { return false }
        let folder = FileManager.default.temporaryDirectory.appending(path: "granary-disk-\(UUID().uuidString)")
        guard let disk = try? MemoryDisk("size=64k", at: folder) else { return false }
        return FileManager.default.fileExists(atPath: disk.url.path)
    }()

    convenience init(_ options: String) throws {
        try self.init(options, at: TemporaryFolder.current.appending(path: "disk"))
    }

    private init(_ options: String, at url: URL) throws {
        self.url = url
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        do {
            try MemoryDisk.run("mount", ["-t", "tmpfs", "-o", options, "granary-test", url.path])
        } catch {
            try? FileManager.default.removeItem(at: url)
            throw error
        }
    }

    deinit {
        try? MemoryDisk.run("umount", ["-l", url.path])
        try? FileManager.default.removeItem(at: url)
    }

    func remount(_ options: String) throws {
        try MemoryDisk.run("mount", ["-o", "remount,\(options)", url.path])
    }

    /// Writes until nothing more fits.
    func fill() {
        // Safe: the path is lent for the call only.
        let file = unsafe open(url.appending(path: "filler").path, O_WRONLY | O_CREAT, 0o600)
        defer { close(file) }
        for size in [1 << 20, 4096, 1] {
            let bytes = [UInt8](repeating: 7, count: size)
            // Safe: the bytes are lent for the call only.
            while unsafe bytes.withUnsafeBytes({ unsafe write(file, $0.baseAddress, size) }) == size {}
        }
    }

    private struct NotMounted: Error {}

    private static func run(_ program: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        if process.terminationStatus != 0 { throw NotMounted() }
    }
}
