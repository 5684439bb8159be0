import Foundation
package import Jobs
package import Media
import Platform
import Storage

// MARK: - Reading

extension JobDirectory {
    /// The resolved job. Throws if it is missing, unreadable, or written by a newer Granary.
    package func job() throws(FarmError) -> ResolvedJob {
        try existing(ResolvedJob.self, at: paths.job, version: ResolvedJob.currentVersion)
    }

    /// The probed source. Throws if it is missing or unreadable.
    package func source() throws(FarmError) -> SourceDescription {
        try existing(SourceDescription.self, at: paths.source, version: nil)
    }

    /// The plan; nil if not published yet.
    package func plan() throws(FarmError) -> Plan? {
        try document(Plan.self, at: paths.plan, version: Plan.currentVersion)
    }

    /// The allocation of a wave; nil if not published yet.
    package func allocation(pass: Int, wave: Int) throws(FarmError) -> Allocation? {
        let path = paths.allocation(pass: pass, wave: wave)
        guard let found = try document(Allocation.self, at: path, version: Allocation.currentVersion) else {
            return nil
        }
        guard found.pass == pass, found.wave == wave else {
            throw DocumentFile(path).unreadable("it is for pass \(found.pass), wave \(found.wave)")
        }
        return found
    }

    /// Every published allocation, by pass and wave.
    package func allocations() throws(FarmError) -> [Allocation] {
        var allocations: [Allocation] = []
        for pass in try passes() where pass > 0 {
            for wave in 1... {
                guard let allocation = try allocation(pass: pass, wave: wave) else { break }
                allocations.append(allocation)
            }
        }
        return allocations
    }

    /// The target of a range in a pass; nil if not decided yet.
    package func target(pass: Int, range: Int) throws(FarmError) -> RangeTarget? {
        for wave in 1... {
            guard let allocation = try allocation(pass: pass, wave: wave) else { return nil }
            if let target = allocation.targets.first(where: { $0.range == range }) { return target }
        }
        return nil
    }

    /// The result of a range in a pass, as published; nil if there is none yet. Its files are not checked.
    package func result(pass: Int, range: Int) throws(FarmError) -> RangeResult? {
        try document(RangeResult.self, at: paths.result(pass: pass, range: range), version: RangeResult.currentVersion)
    }

    /// The scout's result for a coarse range; nil if there is none yet.
    package func scoutResult(range: Int) throws(FarmError) -> ScoutResult? {
        try document(ScoutResult.self, at: paths.result(pass: 0, range: range), version: ScoutResult.currentVersion)
    }

    /// The scout's conclusion: scene starts; nil if there is none yet.
    package func sceneCuts() throws(FarmError) -> SceneCutList? {
        try document(SceneCutList.self, at: paths.sceneCuts, version: SceneCutList.currentVersion)
    }

    /// The selection of passes for the film; nil if not decided yet.
    package func selection() throws(FarmError) -> FilmSelection? {
        try document(FilmSelection.self, at: paths.selection, version: FilmSelection.currentVersion)
    }

    /// The result of the mux; nil if there is none yet. The film itself is not checked.
    package func muxResult() throws(FarmError) -> MuxResult? {
        try document(MuxResult.self, at: paths.mux, version: MuxResult.currentVersion)
    }

    /// The findings of the verification in the unit whose first range is `range`; nil if there are none yet.
    package func verifyResult(firstRange range: Int) throws(FarmError) -> VerifyResult? {
        try document(VerifyResult.self, at: paths.verification(firstRange: range), version: VerifyResult.currentVersion)
    }

    /// The record of the finished film; nil if there is none yet. The film itself is not checked.
    package func finishedFilm() throws(FarmError) -> FinishedFilm? {
        try document(FinishedFilm.self, at: paths.finished, version: FinishedFilm.currentVersion)
    }

    /// Numbers of the passes that have a folder, ascending. Throws if they cannot be listed.
    package func passes() throws(FarmError) -> [Int] {
        try JobFiles.entries(of: paths.passesFolder).compactMap { Int($0) }.sorted()
    }

    /// Reads a document; nil if there is none, or none that counts.
    ///
    /// - Parameter evenRefused: true also reads what a coordinator wrote after it had lost its lease.
    func document<Document: CheckedDocument>(
        _ type: Document.Type,
        at path: String,
        version: Int?,
        evenRefused: Bool = false
    ) throws(FarmError) -> Document? {
        let file = DocumentFile(path)
        if evenRefused { return try file.read(type, version: version) }
        return try file.read(type, version: version, refusal: leases.refusal(of:_:))
    }

    private func existing<Document: CheckedDocument>(
        _ type: Document.Type,
        at path: String,
        version: Int?
    ) throws(FarmError) -> Document {
        if let found = try document(type, at: path, version: version) { return found }
        let refusal = try leases.refusal(of: path)
        throw FarmError(
            .missingDocument,
            attempted: "read a document of the job",
            subject: path,
            cause: refusal == nil ? "it is missing" : "a coordinator wrote it after it had lost its lease",
            remedy: refusal == nil
                ? "Check that it is a job directory; `granary run` creates one."
                : "Run the job with its manifest, which writes it again."
        )
    }
}

// MARK: - Publishing

extension JobDirectory {
    /// Publishes the plan; false if there already is one, which is then binding.
    @discardableResult package func publish(_ plan: Plan) throws -> Bool { try publish(plan, at: paths.plan) }

    /// Publishes an allocation; false if there already is one, which is then binding.
    @discardableResult package func publish(_ allocation: Allocation) throws -> Bool {
        try publish(allocation, at: paths.allocation(pass: allocation.pass, wave: allocation.wave))
    }

    /// Publishes a result, after its files; false if there already is one, which then counts.
    @discardableResult package func publish(_ result: RangeResult) throws -> Bool {
        try publish(result, at: paths.result(pass: result.pass, range: result.range))
    }

    /// Publishes a result of the scout; false if there already is one.
    @discardableResult package func publish(_ result: ScoutResult) throws -> Bool {
        try publish(result, at: paths.result(pass: 0, range: result.range))
    }

    /// Publishes scene starts; false if they are already published.
    @discardableResult package func publish(_ cuts: SceneCutList) throws -> Bool {
        try publish(cuts, at: paths.sceneCuts)
    }

    /// Publishes the selection of passes; false if there already is one, which is then binding.
    @discardableResult package func publish(_ selection: FilmSelection) throws -> Bool {
        try publish(selection, at: paths.selection)
    }

    /// Publishes the result of an attempt at the mux; false if another attempt already has, whose result then counts.
    @discardableResult package func publish(_ mux: MuxResult) throws -> Bool {
        try publish(leases.stamped(mux), at: paths.mux)
    }

    /// Publishes findings of the verification, in place of findings in an earlier film.
    package func publish(_ result: VerifyResult) throws {
        try replace(leases.stamped(result), at: paths.verification(firstRange: result.ranges.first ?? 0))
    }

    /// Records the finished film, in place of an earlier record. Throws if the lease is lost.
    package func publish(_ film: FinishedFilm) throws { try replaceUnderLease(film, at: paths.finished) }

    /// Replaces a document that only coordinators replace. Throws if another one has taken a lease since.
    func replaceUnderLease(_ document: some Encodable, at path: String) throws {
        try leases.confirm()
        try replace(leases.stamped(document), at: path)
    }

    func replace(_ document: some Encodable, at path: String) throws { try DocumentFile(path).replace(document) }

    func publish(_ document: some Encodable, at path: String) throws -> Bool {
        try DocumentFile(path).publish(document)
    }
}
