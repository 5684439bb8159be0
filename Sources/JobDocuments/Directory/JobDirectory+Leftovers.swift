import Foundation
package import Jobs
import Storage

extension JobDirectory {
    /// Path to which an attempt at the mux writes its film: next to the output, so that renaming it is one step.
    ///
    /// - Parameter attempt: name of the attempt; nil for the path that all attempts shared before they had names.
    package static func temporaryOutputPath(of job: ResolvedJob, attempt: String?) -> String {
        let output = URL(filePath: job.outputPath)
        let name = FilmAttempt.fileName(attempt, output: output.lastPathComponent, job: job.id)
        return output.deletingLastPathComponent().path + "/" + name
    }

    /// Paths of all files next to the output that attempts at the mux wrote, by name.
    package func temporaryFilms(of job: ResolvedJob) -> [String] {
        let output = URL(filePath: job.outputPath)
        let folder = output.deletingLastPathComponent().path
        return JobFiles.names(in: folder).filter {
            FilmAttempt.isFileName($0, output: output.lastPathComponent, job: job.id)
        }.map { "\(folder)/\($0)" }
    }

    /// Removes what killed units left. Does nothing if a unit is running, such as a task of a cluster that outlived its
    /// coordinator. The caller must hold the lease.
    ///
    /// Films and documents that were not published go in any case: a coordinator may have been killed while it wrote
    /// the report of a finished job.
    ///
    /// - Parameter work: published work, if stores that no result names are removed too; otherwise nil.
    package func removeLeftovers(of job: ResolvedJob, _ work: PublishedWork? = nil) throws {
        let films = temporaryFilms(of: job)
        let documents = try partialDocuments()
        guard !films.isEmpty || !documents.isEmpty || work != nil, let presence = try UnitPresence.none(of: self) else {
            return
        }
        defer { withExtendedLifetime(presence) {} }
        for document in documents { try JobFiles.remove(document) }
        if let work { try removeOrphans(work) }
        try removeUnpublished(films)
    }

    /// Removes films that killed copies of the mux left. Does nothing if a unit is running.
    ///
    /// Nothing else is removed, so a coordinator that has lost its lease unnoticed does no harm.
    package func removeTemporaryFilms(of job: ResolvedJob) throws {
        let films = temporaryFilms(of: job)
        guard !films.isEmpty, let presence = try UnitPresence.none(of: self) else { return }
        defer { withExtendedLifetime(presence) {} }
        try removeUnpublished(films)
    }

    /// Removes temporary films except the published one. No unit may be running: then the result of the mux stays.
    private func removeUnpublished(_ films: [String]) throws {
        let published = try muxResult()?.path
        for film in films where film != published { try JobFiles.remove(film) }
    }

    /// Paths of documents whose writer was killed, except those of passes.
    private func partialDocuments() throws -> [String] {
        try [path, paths.verifyFolder, paths.leasesFolder].flatMap { folder in
            try JobFiles.entries(of: folder).filter { $0.hasSuffix(".partial") }.map { "\(folder)/\($0)" }
        }
    }

    /// Removes stores that no result names. No unit may be running.
    private func removeOrphans(_ work: PublishedWork) throws {
        for pass in try passes() {
            let published = try results(ofPass: pass, work)
            let named = Set(published.flatMap { [$0.storage?.name, $0.silo?.name] }.compactMap(\.self))
            for name in try JobFiles.entries(of: paths.passFolder(pass)) {
                let isStore = name.hasSuffix(".multipass") || name.hasSuffix(".silo")
                guard name.hasSuffix(".partial") || isStore && !named.contains(name) else { continue }
                try JobFiles.remove(paths.passFolder(pass) + "/" + name)
            }
        }
    }

    /// The results of a pass: those already read, and those published since.
    private func results(ofPass pass: Int, _ work: PublishedWork) throws -> [RangeResult] {
        guard pass > 0, let plan = work.plan else { return [] }
        return try plan.ranges.compactMap { range in
            try work.result(pass: pass, range: range.index) ?? readResult(pass: pass, range: range.index)
        }
    }

    /// Discards a film that failed verification, and the encodes at fault. After a crash in between, the rest is found
    /// at fault again, or is missing and made again.
    package func retire(_ fault: FilmFault, of job: ResolvedJob, _ work: PublishedWork) throws {
        for place in fault.ranges { try discardResult(pass: place.pass, range: place.range) }
        // Without the result of the mux, only this record shows that the file under the final name belongs to this job.
        if work.isFilmInPlace, work.finished == nil { try recordFinish(fault.mux, of: job, work) }
        try retireFilm(fault.mux, of: job)
    }

    /// Removes the result of the mux, and the film that it names unless that has its final name. The document goes
    /// first, because the film counts while the document exists.
    func retireFilm(_ mux: MuxResult, of job: ResolvedJob) throws {
        try JobFiles.remove(paths.mux)
        let path = mux.path
        let name = URL(filePath: path).lastPathComponent
        // The output may have had another name then. A document can only lead to the removal of such a file.
        let suffix = FilmAttempt.fileName(mux.attempt, output: "", job: job.id).dropFirst()
        guard name.hasPrefix("."), name.hasSuffix(suffix), path != job.outputPath else { return }
        try JobFiles.remove(path)
    }
}
