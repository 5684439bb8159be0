import Jobs

extension PublishedWorkReader {
    /// Reads the muxed film, the findings of its verification, and its record.
    func loadFilm(
        into work: inout PublishedWork,
        of job: ResolvedJob,
        _ discarding: (String) -> Void
    ) throws {
        let output = directory.output(of: job)
        var found: MuxResult?
        var (isInPlace, rejection): (Bool, String?) = (false, nil)
        // A film that is not decoded completely is read back from the disk, because its modification time does not
        // prove that a write succeeded.
        let trustsTime = job.verification == .full
        work.mux = try usable(
            { reason in
                rejection = reason
                discarding(reason)
            },
            remedy: { if let found { try output.retire(found) } else { try JobFiles.remove(paths.mux) } }
        ) {
            if let reason = try directory.leases.refusal(of: paths.mux) { throw Unusable(reason: reason) }
            guard let mux = try directory.muxResult() else { return nil }
            guard mux.job == job.id else { throw Unusable(reason: "\(paths.mux): it belongs to job \(mux.job)") }
            found = mux
            let path = JobOutput.temporaryPath(of: job, attempt: mux.attempt)
            if mux.path == path, try output.isIntact(mux, at: path, trustsTime: trustsTime) { return mux }
            isInPlace = try output.isIntact(mux, at: job.outputPath, trustsTime: trustsTime)
            if isInPlace { return mux }
            throw Unusable(
                reason: "\(mux.path): the film is missing, or its content is not what was written"
            )
        }
        work.isFilmInPlace = isInPlace
        work.rejectedFilm = rejection
        guard let mux = work.mux else { return }
        for name in try JobFiles.entries(of: paths.verifyFolder) {
            guard let range = JobPaths.range(ofDocument: name) else { continue }
            let path = paths.verification(firstRange: range)
            let found: VerifyResult? = try usable(discarding, remedy: { try JobFiles.remove(path) }) {
                if let reason = try directory.leases.refusal(of: path) { throw Unusable(reason: reason) }
                return try directory.verifyResult(firstRange: range)
            }
            if let found, found.job == job.id, found.isAbout(mux) { work.verifications.append(found) }
        }
        let film: FinishedFilm? = try usable(discarding, remedy: { try JobFiles.remove(paths.finished) }) {
            if let reason = try directory.leases.refusal(of: paths.finished) { throw Unusable(reason: reason) }
            return try directory.finishedFilm()
        }
        let place = work.isFilmInPlace ? job.outputPath : mux.path
        if let film, film.job == job.id, film.sha256 == mux.sha256, film.attempt == mux.attempt, film.path == place {
            work.finished = film
        }
    }
}
