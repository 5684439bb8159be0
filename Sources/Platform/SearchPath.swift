import Foundation

/// Finds programs that are started by their names alone.
package enum SearchPath {
    /// Path of a program in the folders of `PATH`; nil when none of them has it.
    package static func program(
        _ name: String,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String? {
        let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
    }
}
