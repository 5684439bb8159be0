import Foundation
import Glibc
import TestSupport
import Testing

extension WholeJobs {
    @Suite("A coordinator that is asked to end")
    struct Signals {
        /// Programs in the place of Slurm's commands: they take what is submitted, and then do not answer.
        private func deafCluster(in folder: URL) throws -> [String: String] {
            let bin = folder.appending(path: "bin")
            try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
            // What holds a descriptor of the test's would be waited for as the coordinator is.
            let deaf =
                "for fd in /proc/$$/fd/*; do fd=${fd##*/}; [ $fd -le 2 ] || eval \"exec $fd>&-\"; done; exec sleep 20"
            for (name, body) in [
                ("sbatch", "echo 7"), ("squeue", deaf), ("scancel", deaf), ("scontrol", "exit 1"),
                ("sacct", "exit 1"),
            ] {
                let file = bin.appending(path: name)
                try Data("#!/bin/bash\n\(body)\n".utf8).write(to: file)
                try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
            }
            return ["PATH": "\(bin.path):/usr/bin:/bin", "XDG_CONFIG_HOME": folder.path + "/none"]
        }

        @Test("for the third time ends at once, whatever it waits for", .timeLimit(.minutes(2)))
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
            // The engine's commands are deaf: whoever waits for them does not end by the signal.
            #expect(try await program.end() == -SIGTERM, "\(program.errors)")
            #expect(program.errors.contains("interrupt again to leave them"))
            try await bench.expectNothing()
        }

        @Test("as its first film is nearly done begins no further one", .timeLimit(.minutes(2)))
        func several() async throws {
            let source = try await TestFilm.short.url
            let bench = try JobBench(source: source)
            let next = try JobBench("next", source: source, video: "speed: ultrafast, rate: {average: 100k}")
            let program = try bench.start([next.manifest.path])
            // What runs is the last wave: the film is finished all the same.
            try #require(try await program.reaches { $0.type == "waveBegan" && $0.isOf(stage: "verify") })
            program.send(SIGTERM)
            let code = try await program.end()
            // Between the two, nothing is left to be finished: the signal ends the process.
            #expect(code == 130 || code == -SIGTERM, "\(code) \(program.errors)")
            try await next.expectNothing()
        }
    }
}
