import Foundation
import TestSupport
import Testing

/// A Slurm cluster on this machine's loopback, by the project's own script.
final class SlurmCluster: Sendable {
    /// Whether Slurm is installed; tests that need it are skipped in the open without.
    static let isInstalled = Tool.arePresent("slurmctld", "slurmd", "sbatch", "munged")

    /// Whether a cluster can keep accounts: slurmdbd and MariaDB's server are installed, or unpacked where the script
    /// looks.
    static let canKeepAccounts: Bool = {
        let root = ProcessInfo.processInfo.environment["GRANARY_SLURM_ACCOUNTS"] ?? ""
        return ["slurmdbd", "mariadbd"].allSatisfy {
            FileManager.default.isExecutableFile(atPath: "\(root)/usr/sbin/\($0)")
        }
    }()

    /// Where it keeps what it writes: the paths of its sockets must be short.
    let folder: URL

    private static let script = Tool(
        at: URL(filePath: #filePath).appending(path: "../../../../Scripts/slurm-cluster").standardizedFileURL
    )

    /// Starts one; it is stopped when nobody holds it any more.
    init(nodes: Int = 2, settings: [String] = [], accounts: Bool = false) async throws {
        folder = URL(filePath: "/tmp/granary-slurm-\(getpid())-\(UInt16.random(in: 0...UInt16.max))")
        // Where the host's own name does not lead to the loopback, Slurm has to listen elsewhere, too.
        let words = ["--nodes", "\(nodes)", "--cpus", "2", "--listen-everywhere"] + (accounts ? ["--accounts"] : [])
        try await control(["start", folder.path] + words + settings.flatMap { ["--set", $0] })
    }

    deinit {
        _ = try? Self.script.run(["stop", folder.path])
        try? FileManager.default.removeItem(at: folder)
    }

    /// What points Slurm's commands, and Granary, at it and at no site file of this machine's user.
    var environment: [String: String] {
        ["SLURM_CONF": folder.path + "/etc/slurm.conf", "XDG_CONFIG_HOME": folder.path + "/none"]
    }

    /// Breaks or mends a part of it.
    func control(_ verb: String, _ name: String) async throws { try await control([verb, folder.path, name]) }

    /// The tasks that are queued or run, as `squeue` writes their states.
    func tasks() async throws -> [String] {
        try await ask("squeue", ["--noheader", "--array", "--format=%T"]).split(separator: "\n").map(String.init)
    }

    /// Whether the queue is empty within some seconds: a task that has reported all takes a moment to end.
    func becomesIdle(seconds: Double = 15) async throws -> Bool {
        let limit = Date.now.addingTimeInterval(seconds)
        while try await !tasks().isEmpty {
            if Date.now > limit { return false }
            try await Task.sleep(for: .milliseconds(100))
        }
        return true
    }

    /// What one of Slurm's commands says.
    @discardableResult func ask(_ command: String, _ arguments: [String]) async throws -> String {
        let env = try #require(Tool("env"))
        let words = ["SLURM_CONF=\(environment["SLURM_CONF"] ?? "")", command] + arguments
        return try await Self.detached { try env.output(words) }
    }

    private func control(_ words: [String]) async throws {
        _ = try await Self.detached { try Self.script.output(words) }
    }

    /// Does what blocks on a thread of its own.
    static func detached<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
        }
    }
}
