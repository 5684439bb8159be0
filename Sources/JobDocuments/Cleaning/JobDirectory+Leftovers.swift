package import Jobs
import Media
import Storage

extension JobDirectory {
    /// Removes what killed units left. Does nothing if a unit is running, such as a task of a cluster that outlived its
    /// coordinator. The caller must hold the lease.
    ///
    /// Films and documents that were not published go in any case: a coordinator may have been killed while it wrote
    /// the report of a finished job.
    ///
    /// - Parameter work: published work, if stores that no result names are removed too; otherwise nil.
    package func removeLeftovers(of job: ResolvedJob, _ work: PublishedWork? = nil) throws {
        let films = output(of: job).temporaryFilms
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
        let films = output(of: job).temporaryFilms
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
            try work.result(pass: pass, range: range.index) ?? reader.result(pass: pass, range: range.index)
        }
    }

    /// Removes the silos of encodes that are not part of the film. Their results and statistics stay.
    package func removeSupersededSilos(_ selection: FilmSelection) throws {
        for pass in try passes() where pass > 0 {
            for name in try JobFiles.entries(of: paths.passFolder(pass)) {
                guard let range = JobPaths.range(ofDocument: name), selection.passes[safely: range] != pass,
                    let silo = try result(pass: pass, range: range)?.silo, Self.isPlain(silo.name)
                else { continue }
                try JobFiles.remove(silo.path(in: paths.passFolder(pass)))
            }
        }
    }

    private static func isPlain(_ name: String) -> Bool { !name.isEmpty && name != ".." && !name.contains("/") }
}
