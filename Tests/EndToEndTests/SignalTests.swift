import Foundation
import Glibc
import TestSupport
import Testing

extension DisturbedJobs {
    @Suite("Signals to a coordinator")
    struct Signals {
        /// Programs that replace Slurm's commands: they accept a submission, and then do not answer.
        private func deafCluster(in folder: URL) throws -> [String: String] {
            let bin = folder.appending(path: "bin")
            try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
            // The test would also wait for a process that keeps one of its descriptors open.
            let deaf =
                "for fd in /proc/$$/fd/*; do fd=${fd##*/}; [ $fd -le 2 ] || eval \"exec $fd>&-\"; done; exec sleep 20"
            for (name, body) in [
                ("sbatch", "echo 7"), ("squeue", deaf), ("scancel", deaf), ("scontrol", "exit 1"),
                ("sacct", "exit 1"),
            ] {
                try Tool.script(at: bin.appending(path: name), shell: "bash", body)
            }
            return ["PATH": "\(bin.path):/usr/bin:/bin", "XDG_CONFIG_HOME": folder.path + "/none"]
        }

        @Test("the third signal ends a coordinator at once, even if Slurm does not answer", .doesNotHang)
        func third() async throws {
            let bench = try JobBench(source: try await TestFilm.short.url)
            let environment = try deafCluster(in: bench.folder)
            let program = try bench.start(["--engine", "slurm"], environment: environment)
            try #require(try await program.reaches { $0.type == "waveBegan" }, "\(program.errors)")
            for _ in 0..<2 {
                try await Task.sleep(for: .milliseconds(300))
                program.send(SIGTERM)
            }
            try await Task.sleep(for: .milliseconds(300))
            program.send(SIGTERM)
            // The commands of Slurm ignore everything: a program that waited for them would not end by the signal.
            #expect(try await program.end() == -SIGTERM, "\(program.errors)")
            #expect(program.errors.contains("interrupt again to keep them"))
            try await bench.expectNothing()
        }

        @Test("a signal during the last wave of a film prevents the films that have not begun", .doesNotHang)
        func several() async throws {
            let source = try await TestFilm.short.url
            let bench = try JobBench(source: source)
            let others = try ["100k", "150k"].map {
                try JobBench("film \($0)", source: source, video: "speed: ultrafast, rate: {average: \($0)}")
            }
            // One worker makes at most two films at a time.
            let program = try bench.start(workers: 1, others.map(\.manifest.path))
            try #require(try await program.reaches { $0.type == "waveBegan" && $0.isOf(stage: "verify") })
            program.send(SIGTERM)
            let code = try await program.end()
            #expect(code == 130, "\(program.errors)")
            try await others[1].expectNothing()
        }
    }
}
