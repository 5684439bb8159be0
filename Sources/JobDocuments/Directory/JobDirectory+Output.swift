import Checksums
import Foundation
import Glibc
package import Jobs
package import Media
import Platform
import Storage

extension JobDirectory {
    /// Where the muxed film is now: under its temporary name, or in place.
    package func filmPath(of job: ResolvedJob, _ mux: MuxResult) -> String {
        FileStatus(path: mux.path) != nil ? mux.path : job.outputPath
    }

    /// Checks, before anything is done, that the film can be given its name. Creates the output's folder.
    ///
    /// Throws when the output is the source, is a folder, is somebody else's (unless `overwrites`), or when its folder
    /// cannot be written.
    package func checkOutput(of job: ResolvedJob, source: SourceDescription, overwrites: Bool) throws {
        let folder = URL(filePath: job.outputPath).deletingLastPathComponent().path
        func refused(_ code: FarmError.Code, _ subject: String, _ cause: String, _ remedy: String) -> FarmError {
            FarmError(code, attempted: "make room for the film", subject: subject, cause: cause, remedy: remedy)
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
                throw refused(.foreignOutput, job.outputPath, "it is a folder", "Name a file in it.")
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
            // A link holds the name as a file does, which would be found when the whole film is encoded.
            throw refused(
                .foreignOutput,
                job.outputPath,
                "it is a symbolic link that leads to no file",
                "Choose another output, or replace the link with --overwrite."
            )
        }
        if let obstacle = Folder.create(folder) {
            throw refused(
                .unwritableOutput,
                folder,
                obstacle,
                "Choose another output, or mend the permissions of its folder."
            )
        }
        // Safe: the path is a C string for the duration of the call.
        if unsafe access(folder, W_OK | X_OK) != 0 {
            let cause = unsafe String(cString: strerror(errno))
            throw refused(
                .unwritableOutput,
                folder,
                cause,
                "Choose another output, or mend the permissions of its folder."
            )
        }
    }

    /// Whether the file under the output's name was made by this job.
    package func ownsOutput(of job: ResolvedJob) throws -> Bool {
        guard let status = FileStatus(path: job.outputPath) else { return false }
        // A record that cannot be read vouches for nothing.
        if let film = try? finishedFilm(), film.path == job.outputPath, film.byteCount == status.byteCount {
            if film.modificationTime == status.modificationTime { return true }
            if try hasContent(film.sha256, film.byteCount, at: job.outputPath) { return true }
        }
        guard let mux = try? muxResult() else { return false }
        return try isIntact(mux, at: job.outputPath, trustsTime: true)
    }

    /// Gives the film its final name, in one step, and makes that last. The film has it when this returns.
    ///
    /// Throws when somebody else's file has the name by now (unless `overwrites`).
    package func placeFilm(_ mux: MuxResult, of job: ResolvedJob, overwrites: Bool) throws {
        func failed(_ code: FarmError.Code, _ cause: String, _ remedy: String) -> FarmError {
            FarmError(
                code,
                attempted: "give the film its name",
                subject: job.outputPath,
                cause: cause,
                remedy: remedy + " The film is \(mux.path)."
            )
        }
        let folder = URL(filePath: job.outputPath).deletingLastPathComponent().path
        let wasRead = mark(of: mux, at: mux.path).map(verified.contains) ?? false
        // Its new name changes nothing in the file: whoever read it back need not do so again.
        defer { if wasRead, let mark = mark(of: mux, at: job.outputPath) { verified.insert(mark) } }
        let replaces = overwrites ? true : try ownsOutput(of: job)
        if !replaces {
            // Linking fails where the name exists; renaming would replace what came there meanwhile.
            // Safe: both paths are C strings for the duration of the call.
            if unsafe link(mux.path, job.outputPath) == 0 {
                try remove(mux.path)
                return try syncFolder(folder)
            }
            if errno == EEXIST {
                throw failed(
                    .foreignOutput,
                    "it exists and was not made by this job",
                    "Move it away and run the job again, or run it with --overwrite."
                )
            }
            // This file system has no links. It is renamed then, and the moment since `checkOutput` is left to chance.
        }
        // Safe: both paths are C strings for the duration of the call.
        guard unsafe rename(mux.path, job.outputPath) == 0 else {
            let cause = unsafe String(cString: strerror(errno))
            throw failed(.unwritableOutput, cause, "Mend the cause and run the job again.")
        }
        // A crash after linking leaves two names of one file, and renaming one to the other then does nothing.
        try remove(mux.path)
        try syncFolder(folder)
    }

    /// Records a film that is done, or that verification found fault with.
    package func recordFinish(_ mux: MuxResult, of job: ResolvedJob, _ work: PublishedWork) throws {
        let path = work.isFilmInPlace ? job.outputPath : mux.path
        guard let status = FileStatus(path: path) else {
            throw FarmError(
                .notWritten,
                attempted: "record the finished film",
                subject: path,
                cause: "it is no longer there",
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

    /// Whether a file is what the mux wrote. One that is as the finished film's record says, or that was hashed before
    /// in this run, is not hashed again.
    ///
    /// - Parameter trustsTime: true takes a file that still has the time of writing that the mux gives for what was
    ///   hashed on its way to the disk. Anything else is hashed as the disk has it.
    func isIntact(_ mux: MuxResult, at path: String, trustsTime: Bool) throws -> Bool {
        guard let status = FileStatus(path: path), status.byteCount == mux.byteCount, !status.isFolder else {
            return false
        }
        // Renaming it does not touch that time.
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
            attempted: "make the film's name last",
            subject: folder,
            cause: obstacle,
            remedy: "Check the file system and run the job again."
        )
    }
}
