import Foundation
import Media
import Platform

/// Calls a command of Slurm without a shell, within a time limit, and returns its output.
package struct SlurmCommand: Sendable {
    /// Most bytes that are read of the error output of a command.
    private static let errorByteCount = 64 << 10

    /// Paths of the commands.
    private let paths: [SlurmTool: String]
    /// Variables that the commands see.
    private let environment: [String: String]

    /// Finds the commands in the search path; a missing command fails when it is called.
    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        var paths: [SlurmTool: String] = [:]
        for tool in SlurmTool.allCases { paths[tool] = SearchPath.program(tool.rawValue, environment: environment) }
        self.paths = paths
        self.environment = Self.visible(of: environment)
    }

    /// Path of a command; nil if it is not in the search path.
    package func path(of tool: SlurmTool) -> String? { paths[tool] }

    /// Runs a command and returns the lines of its standard output; blocks at most for its time limit.
    ///
    /// - Parameter timeLimitSeconds: a limit that replaces the command's own.
    /// - Throws: an error that has what is known about the result.
    package func run(
        _ tool: SlurmTool,
        _ arguments: [String],
        timeLimitSeconds: Int? = nil
    ) throws(SlurmError) -> [String] {
        guard let path = paths[tool] else {
            let cause = "not in the search path; Debian has it in slurm-client, clusters in a module or on login nodes"
            throw SlurmError(.refused, tool: tool, cause: cause)
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

    /// Variables that the commands see: for English texts, times in seconds, and without the variables with which a
    /// user filters lists or that an enclosing Slurm job has.
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
