import Foundation
import Glibc
package import Jobs
package import Media
import Platform

/// The film that a job makes, in the folder of its output: who owns the file there, and which of the files beside it
/// are the job's.
package struct JobOutput: Sendable {
    let directory: JobDirectory
    let job: ResolvedJob

    /// Path of the output's folder.
    var folder: String { URL(filePath: job.outputPath).deletingLastPathComponent().path }

    /// Current path of the muxed film: its temporary or its final name.
    package func path(of mux: MuxResult) -> String {
        FileStatus(path: mux.path) != nil ? mux.path : job.outputPath
    }

    /// Path to which an attempt at the mux writes its film: next to the output, so that renaming it is one step.
    ///
    /// - Parameter attempt: name of the attempt; nil for the path that all attempts shared before they had names.
    package static func temporaryPath(of job: ResolvedJob, attempt: String?) -> String {
        let output = URL(filePath: job.outputPath)
        let name = FilmAttempt.fileName(attempt, output: output.lastPathComponent, job: job.id)
        return output.deletingLastPathComponent().path + "/" + name
    }

    /// Paths of all files next to the output that attempts at the mux wrote, by name.
    package var temporaryFilms: [String] {
        let output = URL(filePath: job.outputPath)
        return JobFiles.names(in: folder).filter {
            FilmAttempt.isFileName($0, output: output.lastPathComponent, job: job.id)
        }.map { "\(folder)/\($0)" }
    }

    /// Checks, before anything is done, that the film can get its final name. Creates the output's folder.
    ///
    /// Throws if the output is the source, is a folder, belongs to somebody else (unless `overwrites`), or if its
    /// folder cannot be written.
    package func check(source: SourceDescription, overwrites: Bool) throws {
        func refused(_ code: FarmError.Code, _ subject: String, _ cause: String, _ remedy: String) -> FarmError {
            FarmError(code, attempted: "prepare the output", subject: subject, cause: cause, remedy: remedy)
        }
        if let output = FileStatus(path: job.outputPath) {
            let films = source.paths.compactMap { FileStatus(path: $0) }
            if films.contains(where: { output.isSameFile(as: $0) }) {
                throw refused(
                    .outputIsSource,
                    job.outputPath,
                    "it is the source itself",
                    "Choose another output."
                )
            }
            if output.isFolder {
                throw refused(.foreignOutput, job.outputPath, "it is a folder", "Give the path of a file in it.")
            }
            if !overwrites, !(try isOwned()) {
                throw refused(
                    .foreignOutput,
                    job.outputPath,
                    "it exists and was not made by this job",
                    "Choose another output, or replace it with --overwrite."
                )
            }
        } else if !overwrites, FileStatus(link: job.outputPath) != nil {
            // A link occupies the name like a file. Otherwise this would be found only after the whole film is encoded.
            throw refused(
                .foreignOutput,
                job.outputPath,
                "it is a symbolic link to a missing file",
                "Choose another output, or replace the link with --overwrite."
            )
        }
        if let obstacle = Folder.create(folder) {
            throw refused(
                .unwritableOutput,
                folder,
                obstacle,
                "Choose another output, or fix the permissions of its folder."
            )
        }
        // Safe: the path is a C string for the duration of the call.
        if unsafe access(folder, W_OK | X_OK) != 0 {
            let cause = unsafe String(cString: strerror(errno))
            throw refused(
                .unwritableOutput,
                folder,
                cause,
                "Choose another output, or fix the permissions of its folder."
            )
        }
    }

    /// Whether the file at the output's path was made by this job.
    package func isOwned() throws -> Bool {
        guard let status = FileStatus(path: job.outputPath) else { return false }
        // A record that cannot be read proves nothing.
        if let film = try? directory.finishedFilm(), film.path == job.outputPath, film.byteCount == status.byteCount {
            if film.modificationTime == status.modificationTime { return true }
            if try directory.verified.hasContent(film.sha256, film.byteCount, at: job.outputPath) { return true }
        }
        guard let mux = try? directory.muxResult() else { return false }
        return try isIntact(mux, at: job.outputPath, trustsTime: true)
    }

    /// Whether a file is what the mux wrote. A file that matches the record of the finished film, or that was hashed in
    /// this run, is not hashed again.
    ///
    /// - Parameter trustsTime: true accepts a file with the modification time that the mux recorded after hashing what
    ///   it wrote. Any other file is hashed from the disk.
    func isIntact(_ mux: MuxResult, at path: String, trustsTime: Bool) throws -> Bool {
        guard let status = FileStatus(path: path), status.byteCount == mux.byteCount, !status.isFolder else {
            return false
        }
        // Renaming does not change that time.
        if trustsTime, mux.modificationTime == status.modificationTime { return true }
        if let film = try? directory.finishedFilm(), film.path == path, film.sha256 == mux.sha256,
            film.byteCount == status.byteCount, film.modificationTime == status.modificationTime
        {
            return true
        }
        return try directory.verified.hasContent(mux.sha256, mux.byteCount, at: path, fromDisk: true)
    }
}

extension JobDirectory {
    /// The film of the job, in the folder of its output.
    package func output(of job: ResolvedJob) -> JobOutput { JobOutput(directory: self, job: job) }
}
