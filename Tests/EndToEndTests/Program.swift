import Foundation
import TestSupport
import Testing

/// The program under test, started as a user starts it.
enum Program {
    /// How a run ended, and what it printed.
    struct Outcome {
        let code: Int32
        let output: String
        let errors: String
    }

    /// A run that ended by a signal.
    struct UnexpectedEnd: Error {
        let status: Int32
    }

    /// Its path: built together with the tests, or named by `GRANARY_PROGRAM`, for example a release build.
    static var url: URL {
        get throws {
            if let named = ProcessInfo.processInfo.environment["GRANARY_PROGRAM"] {
                try #require(
                    FileManager.default.isExecutableFile(atPath: named),
                    "GRANARY_PROGRAM is not a program: \(named)"
                )
                return URL(filePath: named)
            }
            return try built
        }
    }

    /// The program that was built together with the tests.
    static var built: URL {
        get throws { try Tool.built("granary").url }
    }

    /// Runs `granary` with arguments.
    static func granary(_ arguments: String...) async throws -> Outcome { try await granary(arguments) }

    /// Runs `granary` with arguments.
    static func granary(_ arguments: [String]) async throws -> Outcome { try await run(try url, arguments) }

    /// Runs any program with arguments.
    static func run(_ url: URL, _ arguments: [String]) async throws -> Outcome {
        let program = Tool(at: url)
        // A separate thread: waiting for a program must not occupy one of the few threads that tests share.
        let outcome = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try program.run(arguments) }) }
        }
        guard outcome.status >= 0 else { throw UnexpectedEnd(status: outcome.status) }
        return Outcome(code: outcome.status, output: outcome.output, errors: outcome.errors)
    }

    /// The most temporal levels that its libx265 can make.
    static func mostLevels() async throws -> Int {
        let outcome = try await granary(["capabilities", "--json"])
        let all = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        return try #require((all?["encoder"] as? [String: Any])?["maximumTemporalLevels"] as? Int)
    }
}
