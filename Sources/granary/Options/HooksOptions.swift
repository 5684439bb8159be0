import ArgumentParser
import Foundation
import Hooks

/// The file with the operator's hooks, for every command that reads it.
struct HooksOptions: ParsableArguments {
    @Option(
        name: .customLong("hooks"),
        help: ArgumentHelp(
            "File with the hooks that `onFinish` of a manifest names.",
            discussion: "Default: $GRANARY_HOOKS, else /etc/granary/hooks.yaml.",
            valueName: "file"
        ),
        completion: .file(extensions: ["yaml", "yml", "json"])
    )
    var file: String?

    /// Absolute path of the file that the user chose; nil for the standard one.
    var chosen: String? {
        let given = file ?? ProcessInfo.processInfo.environment["GRANARY_HOOKS"].flatMap { $0.isEmpty ? nil : $0 }
        return given.map { URL(filePath: $0).standardizedFileURL.path }
    }

    /// Absolute path of the file, which need not exist.
    var path: String { chosen ?? HookFile.standardPath }
}
