import Foundation
import Glibc
package import Jobs
import Platform
import Storage

// What happens to a film after the mux: it gets its final name and its record, or it is discarded.
extension JobOutput {
    /// Gives the film its final name in one step, and makes the name durable. When this returns, the film has it.
    ///
    /// Throws if a file of somebody else has the name by now (unless `overwrites`).
    package func place(_ mux: MuxResult, overwrites: Bool) throws {
        func failed(_ code: FarmError.Code, _ cause: String, _ remedy: String) -> FarmError {
            FarmError(
                code,
                attempted: "rename the film",
                subject: job.outputPath,
                cause: cause,
                remedy: remedy + " The film is \(mux.path)."
            )
        }
        let wasRead = mark(of: mux, at: mux.path).map(directory.verified.contains) ?? false
        // Its new name does not change the file, so a file that was read back is not read again.
        defer { if wasRead, let mark = mark(of: mux, at: job.outputPath) { directory.verified.insert(mark) } }
        let replaces = overwrites ? true : try isOwned()
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
    package func record(_ mux: MuxResult, _ work: PublishedWork) throws {
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
        try directory.publish(
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

    /// Discards a film that failed verification, and the encodes at fault. After a crash in between, the rest is found
    /// at fault again, or is missing and made again.
    package func retire(_ fault: FilmFault, _ work: PublishedWork) throws {
        for place in fault.ranges { try directory.reader.discardResult(pass: place.pass, range: place.range) }
        // Without the result of the mux, only this record shows that the file under the final name belongs to this job.
        if work.isFilmInPlace, work.finished == nil { try record(fault.mux, work) }
        try retire(fault.mux)
    }

    /// Removes the result of the mux, and the film that it names unless that has its final name. The document goes
    /// first, because the film counts while the document exists.
    func retire(_ mux: MuxResult) throws {
        try JobFiles.remove(directory.paths.mux)
        let path = mux.path
        let name = URL(filePath: path).lastPathComponent
        // The output may have had another name then. A document can only lead to the removal of such a file.
        let suffix = FilmAttempt.fileName(mux.attempt, output: "", job: job.id).dropFirst()
        guard name.hasPrefix("."), name.hasSuffix(suffix), path != job.outputPath else { return }
        try JobFiles.remove(path)
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
