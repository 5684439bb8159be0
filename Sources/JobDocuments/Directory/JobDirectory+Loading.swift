package import Jobs
package import Media
import Storage

extension JobDirectory {
    /// Reads the published work that is valid, and removes the rest: results that are unreadable, belong elsewhere, or
    /// have files that are missing or fail their checksum. Each file is hashed once in the life of this value (and of
    /// its copies) while it does not change.
    ///
    /// Documents that determine the film's bytes (plan, allocations, selection) are never removed: unreadable ones
    /// throw.
    ///
    /// - Parameter discarding: called with the reason for each removal.
    package func publishedWork(
        of job: ResolvedJob,
        timeline: FrameTimeline,
        discarding: (String) -> Void = { _ in }
    ) throws -> PublishedWork {
        var work = PublishedWork()
        work.plan = try plan(of: job, timeline)
        guard let plan = work.plan else {
            try loadScout(into: &work, of: job, timeline, discarding)
            return work
        }
        work.allocations = try allocations()
        try check(work.allocations, of: job, plan)
        work.selection = try checked(try selection(), of: job, plan)
        try loadFilm(into: &work, of: job, discarding)
        // A film that needs more verification needs the hashes of its pictures.
        let needsFiles = work.finished.map { !$0.satisfies(job.verification) || !$0.findings.isEmpty } ?? true
        for pass in try passes() where pass > 0 {
            for name in try JobFiles.entries(of: paths.passFolder(pass)) {
                guard let range = JobPaths.range(ofDocument: name) else { continue }
                let isSuperseded = work.selection.map { pass > 1 && $0.passes[safely: range] != pass } ?? false
                let found: RangeResult? = try usable(
                    discarding,
                    remedy: { try discardResult(pass: pass, range: range) }
                ) {
                    guard let result = try readResult(pass: pass, range: range) else { return nil }
                    if let flaw = flaw(of: result, pass: pass, range: range, job, plan) { throw Unusable(reason: flaw) }
                    if needsFiles, !isSuperseded { try checkFiles(of: result, pass: pass) }
                    return result
                }
                work.results[pass, default: [:]][range] = found
            }
        }
        return work
    }

    /// The plan of a job for a film; nil if there is none yet. Throws if it belongs to another job or film.
    package func plan(of job: ResolvedJob, _ timeline: FrameTimeline) throws(FarmError) -> Plan? {
        guard let plan = try plan() else { return nil }
        if let flaw = plan.flaw(in: job, timeline) { throw DocumentFile(paths.plan).unreadable(flaw) }
        return plan
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

    // MARK: - Pieces

    /// Why a published document cannot be used and is made again.
    private struct Unusable: Error { let reason: String }

    /// Reads a document that can be made again, and removes it if it cannot be used.
    private func usable<Document>(
        _ discarding: (String) -> Void,
        remedy: () throws -> Void,
        _ read: () throws -> Document?
    ) throws -> Document? {
        do {
            return try read()
        } catch let unusable as Unusable {
            discarding(unusable.reason)
        } catch let error as FarmError where error.code == .unreadableDocument {
            discarding("\(error.subject): \(error.cause)")
        }
        try remedy()
        return nil
    }

    private func loadScout(
        into work: inout PublishedWork,
        of job: ResolvedJob,
        _ timeline: FrameTimeline,
        _ discarding: (String) -> Void
    ) throws {
        let pipeline = Pipeline(job)
        guard pipeline.hasScout else { return }
        work.sceneCuts = try usable(discarding, remedy: { try JobFiles.remove(paths.sceneCuts) }) {
            guard let list = try sceneCuts() else { return nil }
            guard list.job == job.id else {
                throw Unusable(reason: "\(paths.sceneCuts): it belongs to job \(list.job)")
            }
            guard job.isMeasured(list.light) else {
                throw Unusable(reason: "\(paths.sceneCuts): it has no light levels")
            }
            return list
        }
        guard work.sceneCuts == nil else { return }
        for range in pipeline.ranges(of: .scout, in: timeline, nil) {
            let path = paths.result(pass: 0, range: range.index)
            let found: Bool? = try usable(discarding, remedy: { try JobFiles.remove(path) }) {
                try isScouted(range, of: job) ? true : nil
            }
            if found != nil { work.scouted.insert(range.index) }
        }
    }

    /// Whether the scout's result for a coarse range is published; read once while its file does not change. Throws if
    /// it cannot be used.
    func isScouted(_ range: PlannedRange?, of job: ResolvedJob) throws -> Bool {
        guard let range else { return false }
        let path = paths.result(pass: 0, range: range.index)
        guard let status = try JobFiles.status(of: path) else { return false }
        if read.isScouted(at: path, status) { return true }
        guard let result = try scoutResult(range: range.index) else { return false }
        guard result.job == job.id, result.range == range.index, result.frames == range.frames,
            result.activities.count == range.frames.count
        else { throw Unusable(reason: "\(path): it does not match its job, range or frames") }
        guard job.isMeasured(result.light) else { throw Unusable(reason: "\(path): it has no light levels") }
        read.insertScouted(at: path, status)
        return true
    }

    private func loadFilm(
        into work: inout PublishedWork,
        of job: ResolvedJob,
        _ discarding: (String) -> Void
    ) throws {
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
            remedy: { if let found { try retireFilm(found, of: job) } else { try JobFiles.remove(paths.mux) } }
        ) {
            if let reason = try leases.refusal(of: paths.mux) { throw Unusable(reason: reason) }
            guard let mux = try muxResult() else { return nil }
            guard mux.job == job.id else { throw Unusable(reason: "\(paths.mux): it belongs to job \(mux.job)") }
            found = mux
            let path = Self.temporaryOutputPath(of: job, attempt: mux.attempt)
            if mux.path == path, try isIntact(mux, at: path, trustsTime: trustsTime) { return mux }
            isInPlace = try isIntact(mux, at: job.outputPath, trustsTime: trustsTime)
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
                if let reason = try leases.refusal(of: path) { throw Unusable(reason: reason) }
                return try verifyResult(firstRange: range)
            }
            if let found, found.job == job.id, found.isAbout(mux) { work.verifications.append(found) }
        }
        let film: FinishedFilm? = try usable(discarding, remedy: { try JobFiles.remove(paths.finished) }) {
            if let reason = try leases.refusal(of: paths.finished) { throw Unusable(reason: reason) }
            return try finishedFilm()
        }
        let place = work.isFilmInPlace ? job.outputPath : mux.path
        if let film, film.job == job.id, film.sha256 == mux.sha256, film.attempt == mux.attempt, film.path == place {
            work.finished = film
        }
    }

    private func checked(
        _ selection: FilmSelection?,
        of job: ResolvedJob,
        _ plan: Plan
    ) throws(FarmError) -> FilmSelection? {
        guard let selection else { return nil }
        let passes = 1...max(job.passes.maximum, 1)
        guard selection.job == job.id, selection.passes.count == plan.ranges.count,
            selection.passes.allSatisfy({ passes.contains($0) })
        else { throw DocumentFile(paths.selection).unreadable("it does not fit the plan") }
        return selection
    }

    private func check(_ allocations: [Allocation], of job: ResolvedJob, _ plan: Plan) throws(FarmError) {
        for allocation in allocations where allocation.job ?? job.id != job.id {
            throw DocumentFile(paths.allocation(pass: allocation.pass, wave: allocation.wave))
                .unreadable("it belongs to job \(allocation.job ?? "")")
        }
        for allocation in allocations where !allocation.targets.allSatisfy({ plan.ranges.indices.contains($0.range) }) {
            let path = paths.allocation(pass: allocation.pass, wave: allocation.wave)
            throw DocumentFile(path).unreadable("it refers to a range that is not in the plan")
        }
    }

    /// What is wrong with a result, not counting its files; nil if it is valid.
    private func flaw(
        of result: RangeResult,
        pass: Int,
        range: Int,
        _ job: ResolvedJob,
        _ plan: Plan
    ) -> String? {
        let path = paths.result(pass: pass, range: range)
        guard result.job == job.id, result.pass == pass, result.range == range,
            result.frames == plan.ranges[safely: range]?.frames
        else { return "\(path): it does not match its job, pass, range or frames" }
        let isAnalysis = Pipeline(job).stage(ofPass: pass) == .analyse
        guard isAnalysis ? result.storage != nil : result.silo != nil && result.parameterSets != nil else {
            return "\(path): it lacks the files of its pass"
        }
        guard result.figures?.isWhole(result.frames.count) ?? true else {
            return "\(path): its quality values do not match its frames"
        }
        if let metric = job.judgedMetric, result.quality?.figure(metric)?.isFinite != true {
            return "\(path): it has no \(metric.name), which the goal of the film needs"
        }
        return nil
    }

    private func checkFiles(of result: RangeResult, pass: Int) throws {
        for file in [result.storage, result.silo].compactMap(\.self) {
            do {
                try verify(file, in: paths.passFolder(pass))
            } catch {
                guard error.meansOtherContent else { throw error }
                throw Unusable(reason: "\(error.subject): \(error.cause)")
            }
        }
    }

    /// Checks a file, unless it was valid before and has not changed since.
    ///
    /// - Parameter fromDisk: true reads from the disk, not from the page cache.
    func verify(_ file: PublishedFile, in folder: String, fromDisk: Bool = false) throws(StorageError) {
        let mark = VerifiedFiles.Mark(file, at: file.path(in: folder))
        if let mark, verified.contains(mark), mark.byteCount == file.byteCount { return }
        try Publication.verify(file, in: folder, fromDisk: fromDisk)
        if let mark { verified.insert(mark) }
    }

    /// Removes a result and the files that it names.
    func discardResult(pass: Int, range: Int) throws {
        let stores = try JobFiles.entries(of: paths.passFolder(pass)).filter {
            $0.hasPrefix(JobPaths.stem(range: range) + "-") && ($0.hasSuffix(".multipass") || $0.hasSuffix(".silo"))
        }
        // The document goes first, because its files count while it exists.
        try JobFiles.remove(paths.result(pass: pass, range: range))
        for store in stores { try JobFiles.remove(paths.passFolder(pass) + "/" + store) }
    }

    private static func isPlain(_ name: String) -> Bool { !name.isEmpty && name != ".." && !name.contains("/") }
}

extension StorageError {
    /// True if a file is missing or is not what was published; false if the system could not read it.
    var meansOtherContent: Bool { [.missing, .wrongSize, .wrongChecksum, .misuse].contains(code) }
}
