import Foundation

/// The environment variables for processes that read films: those that they need to start and to find their tools. They
/// do not get other variables of the user or cluster, such as keys and tokens.
package enum ChildEnvironment {
    private static let names: Set<String> = [
        "PATH", "LANG", "LANGUAGE", "TZ", "TMPDIR", "SLURM_TMPDIR", "LD_LIBRARY_PATH", "GLIBC_TUNABLES",
        "GRANARY_FFMPEG", "SLURMD_NODENAME", "SLURM_ARRAY_JOB_ID", "SLURM_ARRAY_TASK_ID",
        "ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS",
    ]

    /// The variables of an environment that a child gets.
    package static func visible(of environment: [String: String]) -> [String: String] {
        environment.filter { name, _ in names.contains(name) || name.hasPrefix("LC_") }
    }

    /// The variables of this process that a child gets.
    package static var current: [String: String] { visible(of: ProcessInfo.processInfo.environment) }
}
