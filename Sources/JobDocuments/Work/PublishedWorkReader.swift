package import Jobs
package import Media
import Storage

/// Reads the published work of a job, and decides what of it can be trusted: documents that belong to the job, with
/// files that have their checksums. What cannot be used is removed, so that it is made again.
///
/// All readers of a `JobDirectory` and of its copies share two memories: files with a valid checksum, and results that
/// were read. So each of them is read once in a run.
package struct PublishedWorkReader: Sendable {
    let directory: JobDirectory

    /// The names of what it reads.
    var paths: JobPaths { directory.paths }

    /// Reads the published work that is valid, and removes the rest: results that are unreadable, belong elsewhere, or
    /// have files that are missing or fail their checksum. Each file is hashed once in the life of the directory (and
    /// of its copies) while it does not change.
    ///
    /// Documents that determine the film's bytes (plan, allocations, selection) are never removed: unreadable ones
    /// throw.
    ///
    /// - Parameter discarding: called with the reason for each removal.
    package func work(
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
        work.allocations = try directory.allocations()
        try check(work.allocations, of: job, plan)
        work.selection = try checked(try directory.selection(), of: job, plan)
        try loadFilm(into: &work, of: job, discarding)
        // A film that needs more verification needs the hashes of its pictures.
        let needsFiles = work.finished.map { !$0.satisfies(job.verification) || !$0.findings.isEmpty } ?? true
        for pass in try directory.passes() where pass > 0 {
            for name in try JobFiles.entries(of: paths.passFolder(pass)) {
                guard let range = JobPaths.range(ofDocument: name) else { continue }
                let isSuperseded = work.selection.map { pass > 1 && $0.passes[safely: range] != pass } ?? false
                let found: RangeResult? = try usable(
                    discarding,
                    remedy: { try discardResult(pass: pass, range: range) }
                ) {
                    guard let result = try result(pass: pass, range: range) else { return nil }
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
        guard let plan = try directory.plan() else { return nil }
        if let flaw = plan.flaw(in: job, timeline) { throw DocumentFile(paths.plan).unreadable(flaw) }
        return plan
    }

    /// The published documents, without verification: no file is hashed, and nothing is removed. For estimates and
    /// displays; `work` reads what a film is made of. Throws if a document cannot be read.
    package func claimedWork() throws(FarmError) -> PublishedWork {
        var work = PublishedWork()
        guard let plan = try directory.plan() else { return work }
        work.plan = plan
        work.allocations = try directory.allocations()
        for pass in try directory.passes() where pass > 0 {
            for range in plan.ranges {
                if let result = try directory.result(pass: pass, range: range.index) {
                    work.results[pass, default: [:]][range.index] = result
                }
            }
        }
        return work
    }

    /// Reads and hashes what a unit published before it is needed. Valid files are remembered, so that `work` need
    /// not read them again while they do not change.
    ///
    /// - Parameter coarse: the coarse ranges of the scout.
    package func lookAhead(at unit: WorkUnit, of job: ResolvedJob, coarse: [PlannedRange]) {
        for range in unit.ranges {
            // Unreadable or invalid documents are not remembered. `work` finds them again and decides.
            if unit.stage.scope == .coarseRanges { _ = try? isScouted(coarse[safely: range], of: job) }
            guard unit.stage.isPass, let result = try? result(pass: unit.pass, range: range) else { continue }
            for file in [result.storage, result.silo].compactMap(\.self) {
                try? directory.verified.verify(file, in: paths.passFolder(unit.pass))
            }
        }
    }

    /// The result of a pass over a range, read once while its file does not change; nil without one.
    func result(pass: Int, range: Int) throws(FarmError) -> RangeResult? {
        let path = paths.result(pass: pass, range: range)
        guard let status = try JobFiles.status(of: path) else { return nil }
        if let known = directory.read.result(at: path, status) { return known }
        guard let result = try directory.result(pass: pass, range: range) else { return nil }
        directory.read.insert(result, at: path, status)
        return result
    }

    /// Forgets which files were valid, because one of them was found damaged.
    package func forget() { directory.verified.forget() }

    /// Removes a result and the files that it names.
    func discardResult(pass: Int, range: Int) throws {
        let stores = try JobFiles.entries(of: paths.passFolder(pass)).filter {
            $0.hasPrefix(JobPaths.stem(range: range) + "-") && ($0.hasSuffix(".multipass") || $0.hasSuffix(".silo"))
        }
        // The document goes first, because its files count while it exists.
        try JobFiles.remove(paths.result(pass: pass, range: range))
        for store in stores { try JobFiles.remove(paths.passFolder(pass) + "/" + store) }
    }

    // MARK: - Pieces

    /// Why a published document cannot be used and is made again.
    struct Unusable: Error { let reason: String }

    /// Reads a document that can be made again, and removes it if it cannot be used.
    func usable<Document>(
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

    private func checkFiles(of result: RangeResult, pass: Int) throws {
        for file in [result.storage, result.silo].compactMap(\.self) {
            do {
                try directory.verified.verify(file, in: paths.passFolder(pass))
            } catch {
                guard error.meansOtherContent else { throw error }
                throw Unusable(reason: "\(error.subject): \(error.cause)")
            }
        }
    }
}

extension JobDirectory {
    /// Reads its published work.
    package var reader: PublishedWorkReader { PublishedWorkReader(directory: self) }
}
