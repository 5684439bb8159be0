import Foundation
import TestSupport
import Testing

/// A Slurm cluster on this machine's loopback interface, started by the project's own script.
final class SlurmCluster: Sendable {
    /// Whether Slurm is installed; without it, the tests that need it are reported as skipped.
    static let isInstalled = Tool.arePresent("slurmctld", "slurmd", "sbatch", "munged")

    /// Whether a cluster can keep accounts: slurmdbd and MariaDB's server are installed, or unpacked where the script
    /// looks.
    static let canKeepAccounts: Bool = {
        let root = ProcessInfo.processInfo.environment["GRANARY_SLURM_ACCOUNTS"] ?? ""
        return ["slurmdbd", "mariadbd"].allSatisfy {
            FileManager.default.isExecutableFile(atPath: "\(root)/usr/sbin/\($0)")
        }
    }()

    /// The folder for its files; the path must be short because of its sockets.
    let folder: URL

    private static let script = Tool(
        at: URL(filePath: #filePath).appending(path: "../../../../Scripts/slurm-cluster").standardizedFileURL
    )

    /// Starts a cluster, which stops when this object is released.
    init(nodes: Int = 2, settings: [String] = [], accounts: Bool = false) async throws {
        folder = URL(filePath: "/tmp/granary-slurm-\(getpid())-\(UInt16.random(in: 0...UInt16.max))")
        // If the host name does not resolve to the loopback address, Slurm must listen on other addresses, too.
        let words = ["--nodes", "\(nodes)", "--cpus", "2", "--listen-everywhere"] + (accounts ? ["--accounts"] : [])
        try await control(["start", folder.path] + words + settings.flatMap { ["--set", $0] })
    }

    deinit {
        _ = try? Self.script.run(["stop", folder.path])
        try? FileManager.default.removeItem(at: folder)
    }

    /// Variables that make Slurm's commands and Granary use this cluster, and no slurm.yaml of the user.
    var environment: [String: String] {
        ["SLURM_CONF": folder.path + "/etc/slurm.conf", "XDG_CONFIG_HOME": folder.path + "/none"]
    }

    /// Breaks or repairs a part of it.
    func control(_ verb: String, _ name: String) async throws { try await control([verb, folder.path, name]) }

    /// The states of the tasks that are queued or run, as `squeue` prints them.
    func tasks() async throws -> [String] {
        try await ask("squeue", ["--noheader", "--array", "--format=%T"]).split(separator: "\n").map(String.init)
    }

    /// Whether the queue becomes empty within some seconds: a task needs a moment to end after its last report.
    func becomesIdle(seconds: Double = 60) async throws -> Bool {
        let limit = Date.now.addingTimeInterval(seconds)
        while try await !tasks().isEmpty {
            if Date.now > limit { return false }
            try await Task.sleep(for: .milliseconds(100))
        }
        return true
    }

    /// The output of one of Slurm's commands.
    @discardableResult func ask(_ command: String, _ arguments: [String]) async throws -> String {
        let env = try #require(Tool("env"))
        let words = ["SLURM_CONF=\(environment["SLURM_CONF"] ?? "")", command] + arguments
        return try await Self.detached { try env.output(words) }
    }

    private func control(_ words: [String]) async throws {
        _ = try await Self.detached { try Self.script.output(words) }
    }

    /// Runs a blocking call on a separate thread.
    static func detached<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
        }
    }
}
