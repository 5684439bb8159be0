import Foundation
package import Jobs
package import Media
import Platform
import Storage

// MARK: - Reading

extension JobDirectory {
    /// The resolved job. Throws if it is missing, unreadable, or written by a newer Granary.
    package func job() throws(FarmError) -> ResolvedJob {
        try existing(ResolvedJob.self, at: jobPath, version: ResolvedJob.currentVersion)
    }

    /// The probed source. Throws if it is missing or unreadable.
    package func source() throws(FarmError) -> SourceDescription {
        try existing(SourceDescription.self, at: sourcePath, version: nil)
    }

    /// The plan; nil if not published yet.
    package func plan() throws(FarmError) -> Plan? {
        try document(Plan.self, at: planPath, version: Plan.currentVersion)
    }

    /// The allocation of a wave; nil if not published yet.
    package func allocation(pass: Int, wave: Int) throws(FarmError) -> Allocation? {
        let path = allocationPath(pass: pass, wave: wave)
        guard let found = try document(Allocation.self, at: path, version: Allocation.currentVersion) else {
            return nil
        }
        guard found.pass == pass, found.wave == wave else {
            throw foreign(path, "it is for pass \(found.pass), wave \(found.wave)")
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
        try document(RangeResult.self, at: resultPath(pass: pass, range: range), version: RangeResult.currentVersion)
    }

    /// The scout's result for a coarse range; nil if there is none yet.
    package func scoutResult(range: Int) throws(FarmError) -> ScoutResult? {
        try document(ScoutResult.self, at: resultPath(pass: 0, range: range), version: ScoutResult.currentVersion)
    }

    /// The scout's conclusion: scene starts; nil if there is none yet.
    package func sceneCuts() throws(FarmError) -> SceneCutList? {
        try document(SceneCutList.self, at: sceneCutsPath, version: SceneCutList.currentVersion)
    }

    /// The selection of passes for the film; nil if not decided yet.
    package func selection() throws(FarmError) -> FilmSelection? {
        try document(FilmSelection.self, at: selectionPath, version: FilmSelection.currentVersion)
    }

    /// The result of the mux; nil if there is none yet. The film itself is not checked.
    package func muxResult() throws(FarmError) -> MuxResult? {
        try document(MuxResult.self, at: muxPath, version: MuxResult.currentVersion)
    }

    /// The findings of the verification in the unit whose first range is `range`; nil if there are none yet.
    package func verifyResult(firstRange range: Int) throws(FarmError) -> VerifyResult? {
        try document(VerifyResult.self, at: verifyPath(firstRange: range), version: VerifyResult.currentVersion)
    }

    /// The record of the finished film; nil if there is none yet. The film itself is not checked.
    package func finishedFilm() throws(FarmError) -> FinishedFilm? {
        try document(FinishedFilm.self, at: finishedPath, version: FinishedFilm.currentVersion)
    }

    /// Numbers of the passes that have a folder, ascending. Throws if they cannot be listed.
    package func passes() throws(FarmError) -> [Int] {
        try entries(of: path + "/passes").compactMap { Int($0) }.sorted()
    }

    /// Names in a folder, sorted; none if it is missing or unreadable. For displays.
    func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    private struct Header: Decodable { var version: Int }

    /// Larger documents are rejected. Granary's documents are far smaller.
    private static let maximumDocumentByteCount: Int64 = 256 << 20

    /// Reads a document; nil if there is none, or none that counts.
    ///
    /// - Parameter evenRefused: true also reads what a coordinator wrote after it had lost its lease.
    func document<Document: CheckedDocument>(
        _ type: Document.Type,
        at path: String,
        version: Int?,
        evenRefused: Bool = false
    ) throws(FarmError) -> Document? {
        guard let status = try status(of: path) else { return nil }
        func unreadable(_ cause: String, _ remedy: String? = nil) -> FarmError {
            FarmError(
                .unreadableDocument,
                attempted: "read a document of the job",
                subject: path,
                cause: cause,
                remedy: remedy ?? "Restore it, or restart the job with --restart."
            )
        }
        guard status.byteCount <= Self.maximumDocumentByteCount else {
            throw unreadable("it is too large: \(status.byteCount) bytes")
        }
        guard !status.isFolder else { throw unreadable("it is a folder") }
        guard let data = try bytes(of: path) else { return nil }
        do {
            if !evenRefused, try refusal(of: path, data) != nil { return nil }
            if let version {
                let found = try JSONDecoder().decode(Header.self, from: data).version
                guard found == version else {
                    throw unreadable(
                        "its layout is version \(found), but this build reads version \(version)",
                        "Continue with the Granary that wrote it, or restart the job with --restart."
                    )
                }
            }
            let document = try JSONDecoder().decode(type, from: data)
            if let flaw = document.flaw { throw unreadable(flaw) }
            return document
        } catch let error as FarmError {
            throw error
        } catch let error as DecodingError {
            // A layout that got a new key without a new version looks like damage, and is more common.
            throw unreadable(
                "\(error.place): it is damaged, or another build of Granary wrote it",
                "Restore it, continue with the Granary that wrote it, or restart the job with --restart."
            )
        } catch {
            throw unreadable(error.localizedDescription)
        }
    }

    private func existing<Document: CheckedDocument>(
        _ type: Document.Type,
        at path: String,
        version: Int?
    ) throws(FarmError) -> Document {
        if let found = try document(type, at: path, version: version) { return found }
        let refusal = try refusal(of: path)
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
    @discardableResult package func publish(_ plan: Plan) throws -> Bool { try publish(plan, at: planPath) }

    /// Publishes an allocation; false if there already is one, which is then binding.
    @discardableResult package func publish(_ allocation: Allocation) throws -> Bool {
        try publish(allocation, at: allocationPath(pass: allocation.pass, wave: allocation.wave))
    }

    /// Publishes a result, after its files; false if there already is one, which then counts.
    @discardableResult package func publish(_ result: RangeResult) throws -> Bool {
        try publish(result, at: resultPath(pass: result.pass, range: result.range))
    }

    /// Publishes a result of the scout; false if there already is one.
    @discardableResult package func publish(_ result: ScoutResult) throws -> Bool {
        try publish(result, at: resultPath(pass: 0, range: result.range))
    }

    /// Publishes scene starts; false if they are already published.
    @discardableResult package func publish(_ cuts: SceneCutList) throws -> Bool {
        try publish(cuts, at: sceneCutsPath)
    }

    /// Publishes the selection of passes; false if there already is one, which is then binding.
    @discardableResult package func publish(_ selection: FilmSelection) throws -> Bool {
        try publish(selection, at: selectionPath)
    }

    /// Publishes the result of an attempt at the mux; false if another attempt already has, whose result then counts.
    @discardableResult package func publish(_ mux: MuxResult) throws -> Bool {
        try publish(stamped(mux), at: muxPath)
    }

    /// Publishes findings of the verification, in place of findings in an earlier film.
    package func publish(_ result: VerifyResult) throws {
        try replace(stamped(result), at: verifyPath(firstRange: result.ranges.first ?? 0))
    }

    /// Records the finished film, in place of an earlier record. Throws if the lease is lost.
    package func publish(_ film: FinishedFilm) throws { try replaceUnderLease(film, at: finishedPath) }

    /// Replaces a document that only coordinators replace. Throws if another one has taken a lease since.
    func replaceUnderLease(_ document: some Encodable, at path: String) throws {
        try confirmLease()
        try replace(stamped(document), at: path)
    }

    /// Adds the number of the current lease to a document.
    func stamped<Document: Encodable>(_ document: Document) -> StampedDocument<Document> {
        StampedDocument(document: document, epoch: epoch.value)
    }

    func replace(_ document: some Encodable, at path: String) throws {
        let place = try place(of: path)
        try Publication.replaceDocument(try Self.bytes(of: document), as: place.name, in: place.folder)
    }

    func publish(_ document: some Encodable, at path: String) throws -> Bool {
        let place = try place(of: path)
        return try Publication.publishDocument(try Self.bytes(of: document), as: place.name, in: place.folder)
    }

    private func place(of path: String) throws -> (folder: String, name: String) {
        let url = URL(filePath: path)
        let folder = url.deletingLastPathComponent().path
        try createFolder(folder)
        return (folder, url.lastPathComponent)
    }

    /// Creates a folder and its parents. An existing one is not an error.
    package func createFolder(_ folder: String) throws {
        guard let obstacle = Folder.create(folder) else { return }
        throw FarmError(
            .notWritten,
            attempted: "create a folder of the job",
            subject: folder,
            cause: obstacle,
            remedy: "Check permissions and free space, or choose another folder with --jobs.",
            kind: .cannotCreate
        )
    }

    static func bytes(of document: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .throw
        return [UInt8](try encoder.encode(document)) + [0x0A]
    }
}

extension DecodingError {
    /// Where decoding failed in the document, and why.
    fileprivate var place: String {
        let context: Context? =
            switch self {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
                .dataCorrupted(let context):
                context
            @unknown default: nil
            }
        guard let context else { return localizedDescription }
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        // The decoder's message for it is a sentence with a full stop.
        if case .dataCorrupted = self, path.isEmpty { return "it is not JSON" }
        if case .keyNotFound(let key, _) = self {
            return "\(path.isEmpty ? "it" : path) has no \(key.stringValue)"
        }
        return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
    }
}
