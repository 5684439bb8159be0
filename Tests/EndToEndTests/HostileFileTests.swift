import Foundation
import TestSupport
import Testing

@Suite(
    "Hostile files",
    .serialized,
    .temporaryFolder,
    .enabled(if: FFmpeg.isPresent, "FFmpeg's programs are not installed")
)
struct HostileFileTests {
    /// Much longer than any of them takes, even on a busy machine.
    private static let patience: TimeInterval = 120
    /// A valid film of a few kilobytes takes a third of this.
    private static let memoryLimit = 300 << 20

    /// How a watched program ended.
    private struct End {
        let code: Int32
        /// What it wrote to standard error, and to both outputs.
        let errors: String
        let words: String
        let peakByteCount: Int
    }

    @Test(
        "probe refuses a hostile file within seconds and in little memory, with a cause and a remedy",
        arguments: HostileFile.possible
    )
    func probe(_ kind: HostileFile) async throws {
        try await expectRefusal(of: kind, ["probe"])
    }

    @Test(
        "inspect refuses a hostile file within seconds and in little memory, with a cause and a remedy",
        arguments: HostileFile.possible
    )
    func inspect(_ kind: HostileFile) async throws {
        try await expectRefusal(of: kind, ["inspect"])
    }

    @Test("encode refuses a hostile file before any work, and no files remain", arguments: HostileFile.possible)
    func encode(_ kind: HostileFile) async throws {
        let output = TemporaryFolder.current.appending(path: "out.mp4")
        try await expectRefusal(of: kind, ["encode", "-o", output.path, "--progress", "none"])
        #expect(!FileManager.default.fileExists(atPath: output.path))
    }

    @Test("a file that another process writes to while it is read is refused", arguments: [true, false])
    func changing(grows: Bool) async throws {
        let film = TemporaryFolder.current.appending(path: "film.y4m")
        let words = [
            "-y", "-f", "lavfi", "-i", "testsrc2=size=640x360:rate=24:duration=4", "-pix_fmt", "yuv420p", film.path,
        ]
        try #require(try FFmpeg.ffmpeg(words).status == 0)
        // A thread of its own writes at its pace, however many tests keep the tasks' threads busy. If a write failed,
        // the film would be accepted.
        let writer = Thread {
            guard let file = try? FileHandle(forUpdating: film), var size = try? file.seekToEnd() else { return }
            while !Thread.current.isCancelled {
                if grows { try? file.write(contentsOf: Data([0])) }
                size = grows ? size + 1 : size - 1
                if !grows { try? file.truncate(atOffset: size) }
                Thread.sleep(forTimeInterval: 0.001)
            }
        }
        writer.start()
        let end = try await run(["probe", film.path])
        writer.cancel()
        #expect(end.code == 65, "\(end.errors)")
        #expect(end.errors.contains("while it was read"), "\(end.errors)")
        if grows { #expect(end.errors.contains("the file grew from"), "\(end.errors)") }
    }

    private func expectRefusal(of kind: HostileFile, _ command: [String]) async throws {
        let folder = TemporaryFolder.current.appending(path: "films")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let film = try await kind.make(in: folder)
        let end = try await run([command[0], film.path] + command.dropFirst())
        let inspects = command[0] == "inspect"
        // A separate process reads films, and this descriptor is not open in it.
        let isMissing = kind == .linkToDescriptor && !inspects
        #expect(end.code == (isMissing ? 66 : inspects && kind.isNoFile ? 74 : 65), "\(end.words)")
        #expect(end.words.contains(film.lastPathComponent), "\(end.words)")
        // `inspect` prints its findings in its listing.
        let hasRemedy = end.errors.split(separator: "\n").last?.hasPrefix("  ") == true
        #expect(hasRemedy || inspects && end.errors.isEmpty, "it ends with a remedy: \(end.words)")
        #expect(end.peakByteCount < Self.memoryLimit, "\(end.peakByteCount >> 20) MiB")
    }

    /// Runs `granary`, and measures its memory together with that of the processes that it starts for the film.
    private func run(_ arguments: [String]) async throws -> End {
        let start = Date.now
        let program = try RunningProgram(
            try Program.url,
            arguments,
            in: TemporaryFolder.current,
            environment: ["GRANARY_JOBS": TemporaryFolder.current.appending(path: "jobs").path]
        )
        var peak = 0
        while program.isRunning {
            try #require(Date.now.timeIntervalSince(start) < Self.patience, "it hangs: \(arguments)")
            let film = URL(filePath: arguments[1])
            peak = max(peak, Processes.naming(film).reduce(0) { $0 + Self.peakByteCount(of: $1.id) })
            try await Task.sleep(for: .milliseconds(5))
        }
        let code = try await program.end()
        return End(
            code: code,
            errors: program.errors,
            words: program.output + program.errors,
            peakByteCount: peak
        )
    }

    /// Largest amount of memory that a process has used (`VmHWM`); 0 after its end.
    private static func peakByteCount(of process: pid_t) -> Int {
        let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
    }
}
