import Foundation
import Glibc
import TestSupport
import Testing

@testable import Platform

/// Shell scripts that stand in for workers.
enum ShellChild {
    /// Writes a script into the test's folder under a unique name, and returns its path.
    ///
    /// No name is used twice: a shell opens its script after it was started, and would read what a later one wrote.
    static func script(_ body: String) throws -> String {
        try Tool.script(at: TemporaryFolder.current.appending(path: "worker-\(UUID().uuidString)"), body).url.path
    }

    /// Runs a child on its own thread, because the test runner has few threads and they must not block.
    ///
    /// The silence limit only guards against a hang, unless a test is about it: a busy machine may delay a child for
    /// long.
    static func run(
        _ child: ChildProcess,
        limit: Int = 120,
        onLine: @escaping @Sendable (String) -> Void
    ) async -> (exit: UnitExit, cost: WorkCost) {
        await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: child.run(silenceLimitSeconds: limit, onLine: onLine)) }.start()
        }
    }

    /// Starts a script with a log in the test's folder.
    static func start(_ body: String) throws -> ChildProcess {
        try ChildProcess(executable: try script(body), arguments: [], errorLog: file("log"))
    }

    /// Path of a file in the test's folder.
    static func file(_ name: String) -> String { TemporaryFolder.current.appending(path: name).path }

    /// Content of a file in the test's folder; empty if it is missing.
    static func text(_ name: String) -> String {
        (try? String(contentsOfFile: file(name), encoding: .utf8)) ?? ""
    }

    /// Waits for a condition, at most two minutes.
    static func wait(until condition: () -> Bool) async throws -> Bool {
        for _ in 0..<12_000 {
            if condition() { return true }
            try await Task.sleep(for: .milliseconds(10))
        }
        return condition()
    }

    /// Whether a process exists and is not a zombie.
    static func isAlive(_ process: Int32) -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
        return status.split(separator: ")").last?.split(separator: " ").first != "Z"
    }
}
