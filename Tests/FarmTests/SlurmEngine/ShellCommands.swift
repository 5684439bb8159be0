import Foundation
import TestSupport
import Testing

@testable import SlurmEngine

/// Shell scripts that replace Slurm's commands.
enum ShellCommands {
    /// Commands with these names and scripts, first in the search path.
    static func slurm(_ programs: [String: String]) throws -> SlurmCommand {
        let bin = TemporaryFolder.current.appending(path: "bin-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
        for (name, body) in programs {
            let script = try ShellChild.script(body)
            try FileManager.default.createSymbolicLink(
                atPath: bin.appending(path: name).path,
                withDestinationPath: script
            )
        }
        return SlurmCommand(environment: [
            "PATH": "\(bin.path):/usr/bin:/bin", "SQUEUE_PARTITION": "big", "SLURM_CONF": "/conf", "SLURM_JOB_ID": "9",
            "HOME": "/h", "LC_ALL": "de_DE",
        ])
    }

    /// Runs a blocking call on a separate thread.
    static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
        }
    }
}
