import JobDocuments
import Platform

/// Changes whenever the status of a job may have changed, and is found without reading documents.
struct JobStamp: Hashable, Sendable {
    private let files: [FileStatus?]
    private let holder: LeaseHolder?

    /// Looks at a job.
    ///
    /// - Parameter output: path of its film, if it is known.
    init(of directory: JobDirectory, output: String?) {
        let paths = directory.paths
        var files = [
            paths.path, paths.job, paths.source, paths.plan, paths.selection, paths.mux, paths.finished, paths.report,
            paths.journal, paths.verifyFolder, paths.outputsFolder,
        ].map { FileStatus(path: $0) }
        if let output { files.append(FileStatus(path: output)) }
        var pass = 0
        // The scout may have left no folder.
        while true {
            let status = FileStatus(path: paths.passFolder(pass))
            if status == nil, pass > 0 { break }
            files.append(status)
            pass += 1
        }
        self.files = files
        holder = JobLease.holder(of: directory)
    }
}
