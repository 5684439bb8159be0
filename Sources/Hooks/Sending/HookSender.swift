import Foundation
import Glibc
import Jobs
import Media
import Platform

/// Makes one attempt to deliver a message: starts the command of its hook, or calls the address.
package struct HookSender: Sendable {
    /// Folder of short-lived files.
    private let scratch: String
    private let environment: [String: String]

    /// Creates a sender.
    ///
    /// - Parameter scratch: a folder for files that have no name while they are in use.
    package init(
        scratch: String = ScratchPlace.standard,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.scratch = scratch
        self.environment = environment
    }

    /// The program that calls addresses; nil if it is not installed.
    package static func curl(environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
        SearchPath.program("curl", environment: environment)
    }

    /// Sends a message; blocks at most for the time limit of the hook and a second.
    package func send(_ delivery: HookDelivery, to hook: Hook) throws(HookFailure) {
        switch hook.action {
        case .command(let words):
            let own = ["GRANARY_HOOK": hook.name, "GRANARY_DELIVERY": delivery.id, "GRANARY_EVENT": delivery.event]
            let visible = ChildEnvironment.visible(of: environment).merging(own) { _, new in new }
            let input = Array((delivery.body + "\n").utf8)
            _ = try run(words[0], Array(words.dropFirst()), input, visible, hook.timeLimitSeconds)
        case .webhook(let url, let secret):
            guard let curl = Self.curl(environment: environment) else {
                throw HookFailure("curl is not in the search path; Debian has it in the package curl")
            }
            let request = CurlRequest(
                delivery,
                to: url,
                key: try HookSecret.key(at: secret),
                timeLimitSeconds: hook.timeLimitSeconds,
                now: Int(Date().timeIntervalSince1970)
            )
            let proxies = environment.filter { name, _ in
                ["http_proxy", "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY"].contains(name)
            }
            let visible = ChildEnvironment.visible(of: environment).merging(proxies) { own, _ in own }
            let input = Array(request.configuration.utf8)
            // curl ends in time by itself, and then says what it waited for.
            try CurlRequest.check(try run(curl, CurlRequest.arguments, input, visible, hook.timeLimitSeconds + 1))
        }
    }

    /// Runs a program without a shell; returns the end of its output.
    private func run(
        _ program: String,
        _ arguments: [String],
        _ input: [UInt8],
        _ environment: [String: String],
        _ seconds: Int
    ) throws(HookFailure) -> String {
        let errorLog = "\(scratch)/granary-hook-\(getpid())-\(UUID().uuidString.prefix(8)).txt"
        defer { try? FileManager.default.removeItem(atPath: errorLog) }
        let child: ChildProcess
        do throws(ChildStartError) {
            let file = try InputFile(input, in: scratch)
            child = try ChildProcess(
                executable: program,
                arguments: arguments,
                inherited: environment,
                input: file,
                errorLog: errorLog
            )
        } catch {
            throw HookFailure("\(error.subject): \(error.cause)")
        }
        var output = ""
        let (exit, _) = child.run(silenceLimitSeconds: seconds, timeLimitSeconds: seconds) { output = $0 }
        guard exit == .code(0) else {
            let words = UnitLog.lastWords(of: errorLog)
            let how = exit == .timedOut ? "did not end within \(seconds) s" : "ended with \(exit)"
            let name = URL(filePath: program).lastPathComponent
            throw HookFailure("\(name) \(how)\(words.isEmpty ? "" : ": \(words)")")
        }
        return output
    }
}
