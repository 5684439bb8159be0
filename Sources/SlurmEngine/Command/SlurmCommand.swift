import Foundation
import Media
import Platform

/// Calls a command of Slurm, without a shell, within its time, and gives what it wrote.
package struct SlurmCommand: Sendable {
    /// Most bytes that are kept of what a command says of its troubles.
    private static let errorByteCount = 64 << 10

    /// Paths of the commands.
    private let paths: [SlurmTool: String]
    /// Variables that the commands see.
    private let environment: [String: String]

    /// Finds the commands in the search path; one that is not there fails when it is called.
    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        var paths: [SlurmTool: String] = [:]
        for tool in SlurmTool.allCases { paths[tool] = SearchPath.program(tool.rawValue, environment: environment) }
        self.paths = paths
        self.environment = Self.visible(of: environment)
    }

    /// Path of a command; nil when the search path has none.
    package func path(of tool: SlurmTool) -> String? { paths[tool] }

    /// Runs a command and returns the lines of its standard output; blocks for its time limit at most.
    ///
    /// - Parameter timeLimitSeconds: another limit than the command's own.
    /// - Throws: what is known of what was asked.
    package func run(
        _ tool: SlurmTool,
        _ arguments: [String],
        timeLimitSeconds: Int? = nil
    ) throws(SlurmError) -> [String] {
        guard let path = paths[tool] else {
            let remedy = "not in the search path; Debian has it in slurm-client, clusters in a module or on login nodes"
            throw SlurmError(.refused, tool: tool, cause: remedy)
        }
        let errorLog = "\(ScratchPlace.standard)/granary-slurm-\(getpid())-\(UUID().uuidString.prefix(8)).txt"
        defer { try? FileManager.default.removeItem(atPath: errorLog) }
        let child: ChildProcess
        do {
            child = try ChildProcess(
                executable: path,
                arguments: arguments,
                inherited: environment,
                errorLog: errorLog
            )
        } catch {
            throw SlurmError(.away, tool: tool, cause: error.explanation)
        }
        let limit = timeLimitSeconds ?? tool.timeLimitSeconds
        var lines: [String] = []
        let (exit, _) = child.run(silenceLimitSeconds: limit, timeLimitSeconds: limit) { lines.append($0) }
        guard exit == .code(0) else { throw SlurmError(tool, exit: exit, errors: Self.text(errorLog)) }
        return lines
    }

    /// Variables that the commands see: their words in English, times in seconds, and none of those with which a user
    /// filters lists, or which an enclosing job of Slurm has.
    static func visible(of environment: [String: String]) -> [String: String] {
        let kept: Set<String> = ["SLURM_CONF", "SLURM_CLUSTERS", "SLURM_JWT", "SLURM_CONF_SERVER"]
        let filtering = ["SQUEUE_", "SACCT_", "SCONTROL_", "SCANCEL_", "SLURM_"]
        var visible = environment.filter { name, _ in
            kept.contains(name) || !filtering.contains { name.hasPrefix($0) }
        }
        visible["LC_ALL"] = "C"
        visible["SLURM_TIME_FORMAT"] = "%s"
        return visible
    }

    private static func text(_ path: String) -> String {
        guard let handle = FileHandle(forReadingAtPath: path) else { return "" }
        defer { try? handle.close() }
        return String(decoding: (try? handle.read(upToCount: errorByteCount)) ?? Data(), as: UTF8.self)
    }
}
