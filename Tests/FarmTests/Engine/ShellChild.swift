import Foundation
import Glibc
import TestSupport
import Testing

@testable import Farm

/// Shell scripts that stand in for workers.
enum ShellChild {
    /// Writes a script into the test's folder and returns its path.
    ///
    /// A shell writes it: were it open for writing in this process, a child that another test starts in that moment
    /// would hold it open, and it could not be run ("text file busy").
    static func script(_ body: String, name: String = "worker") async throws -> String {
        let write = #"printf '#!/bin/sh\n%s\n' "$1" > "$2" && chmod 755 "$2""#
        let shell = try ChildProcess(
            executable: "/bin/sh",
            arguments: ["-c", write, "sh", body, file(name)],
            errorLog: file("script-log")
        )
        let (exit, _) = await run(shell, limit: 20) { _ in }
        try #require(exit == .code(0))
        return file(name)
    }

    /// Runs a child on a thread of its own: the few threads of the test runner are not to be waited on.
    static func run(
        _ child: ChildProcess,
        limit: Int,
        onLine: @escaping @Sendable (String) -> Void
    ) async -> (exit: UnitExit, cost: WorkCost) {
        await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: child.run(silenceLimitSeconds: limit, onLine: onLine)) }.start()
        }
    }

    /// Starts a script with a log in the test's folder.
    static func start(_ body: String) async throws -> ChildProcess {
        try ChildProcess(executable: await script(body), arguments: [], errorLog: file("log"))
    }

    /// Path of a file in the test's folder.
    static func file(_ name: String) -> String { TemporaryFolder.current.appending(path: name).path }

    /// Content of a file in the test's folder; empty when it is not there.
    static func text(_ name: String) -> String {
        (try? String(contentsOfFile: file(name), encoding: .utf8)) ?? ""
    }

    /// Waits for a condition, at most ten seconds.
    static func wait(until condition: () -> Bool) async throws -> Bool {
        for _ in 0..<1000 {
            if condition() { return true }
            try await Task.sleep(for: .milliseconds(10))
        }
        return condition()
    }

    /// Whether a process is there and is no zombie.
    static func isAlive(_ process: Int32) -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
        return status.split(separator: ")").last?.split(separator: " ").first != "Z"
    }
}
