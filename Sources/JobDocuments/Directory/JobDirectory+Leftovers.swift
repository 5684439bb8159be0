import Foundation
package import Jobs
import Storage

extension JobDirectory {
    /// Where an attempt at a job's film is written to, beside its output, so that renaming it is one step.
    ///
    /// - Parameter attempt: its name; nil for the path that all attempts shared before they had names.
    package static func temporaryOutputPath(of job: ResolvedJob, attempt: String?) -> String {
        let output = URL(filePath: job.outputPath)
        let name = FilmAttempt.fileName(attempt, output: output.lastPathComponent, job: job.id)
        return output.deletingLastPathComponent().path + "/" + name
    }

    /// Paths of all files beside a job's output that attempts at its film wrote, by name.
    package func temporaryFilms(of job: ResolvedJob) -> [String] {
        let output = URL(filePath: job.outputPath)
        let folder = output.deletingLastPathComponent().path
        return names(in: folder).filter {
            FilmAttempt.isFileName($0, output: output.lastPathComponent, job: job.id)
        }.map { "\(folder)/\($0)" }
    }

    /// Removes what units left that were killed, or does nothing when a unit is at work, as tasks of a cluster are that
    /// outlived their coordinator. To be called by whoever has the lease.
    ///
    /// Films and documents that were not published go in any case: a coordinator may have been killed while it wrote
    /// the report of a finished job.
    ///
    /// - Parameter work: what is published, where stores that no result names are removed, too; else nil.
    package func removeLeftovers(of job: ResolvedJob, _ work: PublishedWork? = nil) throws {
        let films = temporaryFilms(of: job)
        let documents = try partialDocuments()
        guard !films.isEmpty || !documents.isEmpty || work != nil, let presence = try UnitPresence.none(of: self) else {
            return
        }
        defer { withExtendedLifetime(presence) {} }
        for document in documents { try remove(document) }
        if let work { try removeOrphans(work) }
        // Asked now: whoever published has done so, and nobody else can as long as the lock is held.
        let published = try? muxResult()?.path
        for film in films where film != published { try remove(film) }
    }

    /// Paths of documents that were being written when somebody was killed, those of passes apart.
    private func partialDocuments() throws -> [String] {
        try [path, verifyFolder, leasesFolder].flatMap { folder in
            try entries(of: folder).filter { $0.hasSuffix(".partial") }.map { "\(folder)/\($0)" }
        }
    }

    /// Removes what no result names. Only while no unit is at work.
    private func removeOrphans(_ work: PublishedWork) throws {
        for pass in try passes() {
            let published = try results(ofPass: pass, work)
            let named = Set(published.flatMap { [$0.storage?.name, $0.silo?.name] }.compactMap(\.self))
            for name in try entries(of: passFolder(pass)) {
                let isStore = name.hasSuffix(".multipass") || name.hasSuffix(".silo")
                guard name.hasSuffix(".partial") || isStore && !named.contains(name) else { continue }
                try remove(passFolder(pass) + "/" + name)
            }
        }
    }

    /// The results of a pass: those that were read before, and those that were published since.
    private func results(ofPass pass: Int, _ work: PublishedWork) throws -> [RangeResult] {
        guard pass > 0, let plan = work.plan else { return [] }
        return try plan.ranges.compactMap { range in
            try work.result(pass: pass, range: range.index) ?? readResult(pass: pass, range: range.index)
        }
    }

    /// Throws away a film that verification found fault with, and the encodes that are at fault. A crash on the way
    /// leaves what is found at fault once more, or what is missing and made again.
    package func retire(_ fault: FilmFault, of job: ResolvedJob, _ work: PublishedWork) throws {
        for place in fault.ranges { try discardResult(pass: place.pass, range: place.range) }
        // Without the mux's result nobody else would know that the file under the final name is this job's.
        if work.isFilmInPlace, work.finished == nil { try recordFinish(fault.mux, of: job, work) }
        try retireFilm(fault.mux, of: job)
    }

    /// Takes the result of the mux back, and removes the film that it names unless that has its final name: the
    /// document first, for as long as it is there, the film is believed in.
    func retireFilm(_ mux: MuxResult, of job: ResolvedJob) throws {
        try remove(muxPath)
        let path = mux.path
        let name = URL(filePath: path).lastPathComponent
        // Its output may have had another name then. No document makes us remove anything but such a file.
        let suffix = FilmAttempt.fileName(mux.attempt, output: "", job: job.id).dropFirst()
        guard name.hasPrefix("."), name.hasSuffix(suffix), path != job.outputPath else { return }
        try remove(path)
    }
}
