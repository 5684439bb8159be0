import ArgumentParser
import Foundation

/// The folder of job directories, for every command that creates or finds a job.
struct JobsFolderOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Folder of the job directories.",
            discussion:
                "Default: $GRANARY_JOBS, else .granary in the folder of the new film, or in the current folder.",
            valueName: "folder"
        ),
        completion: .directory
    )
    var jobs: String?

    /// Absolute path of the folder. By default it is in the folder of the output, or without an output in the current
    /// folder.
    func folder(beside output: String?) -> String {
        let given = jobs ?? ProcessInfo.processInfo.environment["GRANARY_JOBS"].flatMap { $0.isEmpty ? nil : $0 }
        if let given { return URL(filePath: given).standardizedFileURL.path }
        let parent = output.map { URL(filePath: $0).deletingLastPathComponent() } ?? URL(filePath: ".")
        return parent.appending(path: ".granary").standardizedFileURL.path
    }
}
