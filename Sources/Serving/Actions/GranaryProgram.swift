import Foundation
import HTTPTypes
import Media
import Platform

/// The program `granary`, run as a child without a shell: for what the server does not link.
struct GranaryProgram: Sendable {
    /// A run that has ended.
    struct Run: Sendable {
        /// How it ended.
        let exit: UnitExit
        /// What it wrote to standard output.
        let output: String
        /// The end of what it wrote to standard error.
        let errors: String
    }

    /// Most bytes of output that are kept.
    private static let mostOutputByteCount = 16 << 20
    private let path: String

    init(_ path: String) { self.path = path }

    /// Runs a command; longer than the limit it does not run. Throws if it cannot be started.
    func run(_ arguments: [String], timeLimitSeconds: Int) async throws -> Run {
        let path = path
        // A thread of its own: waiting must not occupy one of the few threads that requests share.
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try Self.run(path, arguments, timeLimitSeconds) })
            }
        }
    }

    private static func run(_ path: String, _ arguments: [String], _ seconds: Int) throws -> Run {
        let log = FileManager.default.temporaryDirectory.appending(path: "granary-serve-\(UUID().uuidString).log").path
        defer { try? FileManager.default.removeItem(atPath: log) }
        let child: ChildProcess
        do throws(ChildStartError) {
            child = try ChildProcess(executable: path, arguments: arguments, errorLog: log)
        } catch {
            throw Problem(
                .serviceUnavailable,
                "The program \(path) cannot be started: \(error.cause).",
                remedy: "Install granary next to granary-serve."
            )
        }
        var output = ""
        let (exit, _) = child.run(silenceLimitSeconds: seconds, timeLimitSeconds: seconds) { line in
            if output.utf8.count + line.utf8.count < mostOutputByteCount { output += line + "\n" }
        }
        return Run(exit: exit, output: output, errors: UnitLog.lastWords(of: log))
    }
}
