package import Media
import Storage

extension JobDirectory {
    /// Reads what is published and can be relied on, and removes what is not: results that cannot be read, that belong
    /// elsewhere, or whose files are missing or fail their checksum. Each file is hashed once in the life of this value
    /// (and of its copies) as long as it stays the same.
    ///
    /// Documents that bind the film's bytes (plan, allocations, selection) are never removed: unreadable ones throw.
    ///
    /// - Parameter discarding: called with the reason for each thing that was removed.
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
        let needsFiles = work.finished == nil
        for pass in passes() where pass > 0 {
            for name in names(in: passFolder(pass)) {
                guard let range = Self.range(ofDocument: name) else { continue }
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

    /// The plan of a job over a film; nil while there is none. Throws when it is another one's.
    package func plan(of job: ResolvedJob, _ timeline: FrameTimeline) throws(FarmError) -> Plan? {
        guard let plan = try plan() else { return nil }
        if let flaw = plan.flaw(in: job, timeline) { throw foreign(planPath, flaw) }
        return plan
    }

    /// Removes what no result names: leftovers of crashes. To be called while no worker runs.
    package func removeOrphans(_ work: PublishedWork) throws {
        for pass in passes() {
            let named = Set(
                (work.results[pass] ?? [:]).values.flatMap { [$0.storage?.name, $0.silo?.name] }.compactMap(\.self)
            )
            for name in names(in: passFolder(pass)) {
                let isStore = name.hasSuffix(".multipass") || name.hasSuffix(".silo")
                guard name.hasSuffix(".partial") || isStore && !named.contains(name) else { continue }
                try remove(passFolder(pass) + "/" + name)
            }
        }
        for folder in [path, verifyFolder] {
            for name in names(in: folder) where name.hasSuffix(".partial") { try remove(folder + "/" + name) }
        }
    }

    /// Removes the silos of encodes that the film is not made of. Their results and statistics stay.
    package func removeSupersededSilos(_ selection: FilmSelection) throws {
        for pass in passes() where pass > 0 {
            for name in names(in: passFolder(pass)) {
                guard let range = Self.range(ofDocument: name), selection.passes[safely: range] != pass,
                    let silo = try result(pass: pass, range: range)?.silo, Self.isPlain(silo.name)
                else { continue }
                try remove(silo.path(in: passFolder(pass)))
            }
        }
    }

    // MARK: - Pieces

    /// Why something published is made again.
    private struct Unusable: Error { let reason: String }

    /// Reads something that can be made again; removes it when it cannot be used.
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
        guard job.needsScout else { return }
        work.sceneCuts = try usable(discarding, remedy: { try remove(sceneCutsPath) }) {
            guard let list = try sceneCuts() else { return nil }
            guard list.job == job.id else { throw Unusable(reason: "\(sceneCutsPath): it belongs to job \(list.job)") }
            guard job.isMeasured(list.light) else { throw Unusable(reason: "\(sceneCutsPath): it lacks light levels") }
            return list
        }
        guard work.sceneCuts == nil else { return }
        for range in RangePlanner.coarseRanges(of: timeline) {
            let path = resultPath(pass: 0, range: range.index)
            let found: Bool? = try usable(discarding, remedy: { try remove(path) }) {
                try isScouted(range, of: job) ? true : nil
            }
            if found != nil { work.scouted.insert(range.index) }
        }
    }

    /// Whether the scout's result of a coarse range is published, read once as long as its file stays the same. Throws when it
    /// cannot be used.
    func isScouted(_ range: PlannedRange?, of job: ResolvedJob) throws -> Bool {
        guard let range else { return false }
        let path = resultPath(pass: 0, range: range.index)
        guard let status = FileStatus(path: path) else { return false }
        if read.isScouted(at: path, status) { return true }
        guard let result = try scoutResult(range: range.index) else { return false }
        guard result.job == job.id, result.range == range.index, result.frames == range.frames,
            result.activities.count == range.frames.count
        else { throw Unusable(reason: "\(path): it is about something else") }
        guard job.isMeasured(result.light) else { throw Unusable(reason: "\(path): it lacks light levels") }
        read.insertScouted(at: path, status)
        return true
    }

    private func loadFilm(
        into work: inout PublishedWork,
        of job: ResolvedJob,
        _ discarding: (String) -> Void
    ) throws {
        work.mux = try usable(discarding, remedy: { try remove(muxPath) }) {
            guard let mux = try muxResult() else { return nil }
            guard mux.job == job.id else { throw Unusable(reason: "\(muxPath): it belongs to job \(mux.job)") }
            if mux.path == Self.temporaryOutputPath(of: job), try isIntact(mux, at: mux.path) { return mux }
            if try isIntact(mux, at: job.outputPath) {
                work.isFilmInPlace = true
                return mux
            }
            throw Unusable(reason: "\(mux.path): the film is not there, or not as it was written")
        }
        guard let mux = work.mux else { return }
        for name in names(in: verifyFolder) {
            guard let range = Self.range(ofDocument: name) else { continue }
            let path = verifyPath(firstRange: range)
            let found: VerifyResult? = try usable(discarding, remedy: { try remove(path) }) {
                try verifyResult(firstRange: range)
            }
            if let found, found.job == job.id, found.film == mux.sha256 { work.verifications.append(found) }
        }
        let film: FinishedFilm? = try usable(discarding, remedy: { try remove(finishedPath) }) { try finishedFilm() }
        let place = work.isFilmInPlace ? job.outputPath : mux.path
        if let film, film.job == job.id, film.sha256 == mux.sha256, film.path == place { work.finished = film }
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
        else { throw foreign(selectionPath, "it does not fit the plan") }
        return selection
    }

    private func check(_ allocations: [Allocation], of job: ResolvedJob, _ plan: Plan) throws(FarmError) {
        for allocation in allocations where allocation.job ?? job.id != job.id {
            throw foreign(
                allocationPath(pass: allocation.pass, wave: allocation.wave),
                "it belongs to job \(allocation.job ?? "")"
            )
        }
        for allocation in allocations where !allocation.targets.allSatisfy({ plan.ranges.indices.contains($0.range) }) {
            let path = allocationPath(pass: allocation.pass, wave: allocation.wave)
            throw foreign(path, "it names a range that the plan lacks")
        }
    }

    /// A document that binds the film and is not this job's.
    func foreign(_ path: String, _ cause: String) -> FarmError {
        FarmError(
            .unreadableDocument,
            attempted: "read a document of the job",
            subject: path,
            cause: cause,
            remedy: "Restore it, or begin the job anew with --restart."
        )
    }

    /// What is wrong with a result, its files apart.
    private func flaw(
        of result: RangeResult,
        pass: Int,
        range: Int,
        _ job: ResolvedJob,
        _ plan: Plan
    ) -> String? {
        let path = resultPath(pass: pass, range: range)
        guard result.job == job.id, result.pass == pass, result.range == range,
            result.frames == plan.ranges[safely: range]?.frames
        else { return "\(path): it is about something else" }
        let isAnalysis = pass == 1 && !Coordinator.isSinglePass(job)
        guard isAnalysis ? result.storage != nil : result.silo != nil && result.parameterSets != nil else {
            return "\(path): it lacks what the pass is for"
        }
        guard result.figures?.isWhole(result.frames.count) ?? true else {
            return "\(path): its figures are not those of its frames"
        }
        if let metric = job.judgedMetric, result.quality?.figure(metric)?.isFinite != true {
            return "\(path): it lacks the \(metric.name) that the film aims at"
        }
        return nil
    }

    private func checkFiles(of result: RangeResult, pass: Int) throws {
        for file in [result.storage, result.silo].compactMap(\.self) {
            do {
                try verify(file, in: passFolder(pass))
            } catch {
                guard error.meansOtherContent else { throw error }
                throw Unusable(reason: "\(error.subject): \(error.cause)")
            }
        }
    }

    /// Checks a file unless it was seen to be good and has not changed since.
    func verify(_ file: PublishedFile, in folder: String) throws(StorageError) {
        let status = FileStatus(path: file.path(in: folder))
        let mark = status.map {
            VerifiedFiles.Mark(
                path: file.path(in: folder),
                sha256: file.sha256,
                byteCount: $0.byteCount,
                modificationTime: $0.modificationTime
            )
        }
        if let mark, verified.contains(mark), mark.byteCount == file.byteCount { return }
        try Publication.verify(file, in: folder)
        if let mark { verified.insert(mark) }
    }

    /// Removes a result and the files that it names.
    private func discardResult(pass: Int, range: Int) throws {
        let stores = names(in: passFolder(pass)).filter {
            $0.hasPrefix(stem(range: range) + "-") && ($0.hasSuffix(".multipass") || $0.hasSuffix(".silo"))
        }
        // The document first: as long as it is there, its files are believed in.
        try remove(resultPath(pass: pass, range: range))
        for store in stores { try remove(passFolder(pass) + "/" + store) }
    }

    /// The range that a document `range-NNNNN.json` is about.
    private static func range(ofDocument name: String) -> Int? {
        guard name.hasPrefix("range-"), name.hasSuffix(".json") else { return nil }
        let digits = name.dropFirst("range-".count).dropLast(".json".count)
        return digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(digits) : nil
    }

    private static func isPlain(_ name: String) -> Bool { !name.isEmpty && name != ".." && !name.contains("/") }
}

extension StorageError {
    /// True when a file is missing or is not what was published; false when the system kept us from knowing.
    var meansOtherContent: Bool { [.missing, .wrongSize, .wrongChecksum, .misuse].contains(code) }
}

extension Array {
    /// The element at an index, or nil beyond the ends.
    subscript(safely index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
