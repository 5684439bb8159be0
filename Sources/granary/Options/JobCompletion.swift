import ArgumentParser
import Foundation
import JobDocuments

/// The completions that a shell offers for a job: the ids of the jobs in the folder that the command line names.
enum JobCompletion {
    /// The ids, for `CompletionKind.custom`.
    ///
    /// - Parameter words: the command line so far.
    @Sendable static func candidates(_ words: [String], _: Int, _: String) -> [String] {
        var options = JobsFolderOptions()
        options.jobs = nil
        if let place = words.lastIndex(of: "--jobs"), place + 1 < words.count {
            options.jobs = words[place + 1]
        } else if let word = words.last(where: { $0.hasPrefix("--jobs=") }) {
            options.jobs = String(word.dropFirst("--jobs=".count))
        }
        return JobFolder(path: options.folder(beside: nil)).jobs.map { URL(filePath: $0.path).lastPathComponent }
    }
}
