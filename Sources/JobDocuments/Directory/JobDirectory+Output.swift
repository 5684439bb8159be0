import Checksums
import Foundation
import Glibc
package import Jobs
package import Media
import Platform
import Storage

extension JobDirectory {
    /// Current path of the muxed film: its temporary or its final name.
    package func filmPath(of job: ResolvedJob, _ mux: MuxResult) -> String {
        FileStatus(path: mux.path) != nil ? mux.path : job.outputPath
    }

    /// Checks, before anything is done, that the film can get its final name. Creates the output's folder.
    ///
    /// Throws if the output is the source, is a folder, belongs to somebody else (unless `overwrites`), or if its
    /// folder cannot be written.
    package func checkOutput(of job: ResolvedJob, source: SourceDescription, overwrites: Bool) throws {
        let folder = URL(filePath: job.outputPath).deletingLastPathComponent().path
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
            if !overwrites, !(try ownsOutput(of: job)) {
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
    package func ownsOutput(of job: ResolvedJob) throws -> Bool {
        guard let status = FileStatus(path: job.outputPath) else { return false }
        // A record that cannot be read proves nothing.
        if let film = try? finishedFilm(), film.path == job.outputPath, film.byteCount == status.byteCount {
            if film.modificationTime == status.modificationTime { return true }
            if try hasContent(film.sha256, film.byteCount, at: job.outputPath) { return true }
        }
        guard let mux = try? muxResult() else { return false }
        return try isIntact(mux, at: job.outputPath, trustsTime: true)
    }

    /// Gives the film its final name in one step, and makes the name durable. When this returns, the film has it.
    ///
    /// Throws if a file of somebody else has the name by now (unless `overwrites`).
    package func placeFilm(_ mux: MuxResult, of job: ResolvedJob, overwrites: Bool) throws {
        func failed(_ code: FarmError.Code, _ cause: String, _ remedy: String) -> FarmError {
            FarmError(
                code,
                attempted: "rename the film",
                subject: job.outputPath,
                cause: cause,
                remedy: remedy + " The film is \(mux.path)."
            )
        }
        let folder = URL(filePath: job.outputPath).deletingLastPathComponent().path
        let wasRead = mark(of: mux, at: mux.path).map(verified.contains) ?? false
        // Its new name does not change the file, so a file that was read back is not read again.
        defer { if wasRead, let mark = mark(of: mux, at: job.outputPath) { verified.insert(mark) } }
        let replaces = overwrites ? true : try ownsOutput(of: job)
        let number =
            replaces ? FinalName.replace(mux.path, job.outputPath) : FinalName.give(mux.path, job.outputPath)
        guard number != EEXIST else {
            throw failed(
                .foreignOutput,
                "it exists and was not made by this job",
                "Move it away and run the job again, or run it with --overwrite."
            )
        }
        guard number == 0 else {
            // Safe: the message is copied before another call can replace it.
            let cause = unsafe String(cString: strerror(number))
            throw failed(.unwritableOutput, cause, "Fix the cause and run the job again.")
        }
        // Linking leaves two names of one file, and so does renaming one of them to the other.
        try JobFiles.remove(mux.path)
        try syncFolder(folder)
    }

    /// Records a film that is done or that failed verification.
    package func recordFinish(_ mux: MuxResult, of job: ResolvedJob, _ work: PublishedWork) throws {
        let path = work.isFilmInPlace ? job.outputPath : mux.path
        guard let status = FileStatus(path: path) else {
            throw FarmError(
                .notWritten,
                attempted: "record the finished film",
                subject: path,
                cause: "it no longer exists",
                remedy: "Run the job again."
            )
        }
        try publish(
            FinishedFilm(
                job: job.id,
                path: path,
                attempt: mux.attempt,
                sha256: mux.sha256,
                byteCount: mux.byteCount,
                modificationTime: status.modificationTime,
                findings: work.verifications.sorted { ($0.ranges.first ?? 0) < ($1.ranges.first ?? 0) }
                    .flatMap(\.findings),
                misses: work.selection?.misses,
                verification: job.verification
            )
        )
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
        if let film = try? finishedFilm(), film.path == path, film.sha256 == mux.sha256,
            film.byteCount == status.byteCount, film.modificationTime == status.modificationTime
        {
            return true
        }
        return try hasContent(mux.sha256, mux.byteCount, at: path, fromDisk: true)
    }

    func hasContent(_ sha256: String, _ byteCount: Int64, at path: String, fromDisk: Bool = false) throws -> Bool {
        let url = URL(filePath: path)
        let file = PublishedFile(name: url.lastPathComponent, sha256: sha256, byteCount: Int(byteCount))
        do {
            try verify(file, in: url.deletingLastPathComponent().path, fromDisk: fromDisk)
            return true
        } catch {
            guard error.meansOtherContent else { throw error }
            return false
        }
    }

    private func mark(of mux: MuxResult, at path: String) -> VerifiedFiles.Mark? {
        let name = URL(filePath: path).lastPathComponent
        return VerifiedFiles.Mark(
            PublishedFile(name: name, sha256: mux.sha256, byteCount: Int(mux.byteCount)),
            at: path
        )
    }

    private func syncFolder(_ folder: String) throws {
        guard let obstacle = Folder.sync(folder) else { return }
        throw FarmError(
            .notWritten,
            attempted: "save the film's name to disk",
            subject: folder,
            cause: obstacle,
            remedy: "Check the file system and run the job again."
        )
    }
}
