import Foundation

/// Which variables the processes see that read films: those that they need to start and to find their tools. What else
/// a user or a cluster has in the environment, keys and tokens among it, is none of their business.
package enum ChildEnvironment {
    private static let names: Set<String> = [
        "PATH", "LANG", "LANGUAGE", "TZ", "TMPDIR", "SLURM_TMPDIR", "LD_LIBRARY_PATH", "GLIBC_TUNABLES",
        "GRANARY_FFMPEG", "SLURMD_NODENAME", "SLURM_ARRAY_JOB_ID", "SLURM_ARRAY_TASK_ID",
        "ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS",
    ]

    /// Those of an environment that a child sees.
    package static func visible(of environment: [String: String]) -> [String: String] {
        environment.filter { name, _ in names.contains(name) || name.hasPrefix("LC_") }
    }

    /// Those of this process that a child sees.
    package static var current: [String: String] { visible(of: ProcessInfo.processInfo.environment) }
}
