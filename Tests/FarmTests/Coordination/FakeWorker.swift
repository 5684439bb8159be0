import Checksums
import Foundation
import JobDocuments
import Jobs
import Media
import Storage

/// Does work units without encoding: publishes small stores, and a text instead of a film.
struct FakeWorker: Sendable {
    let directory: JobDirectory
    let job: ResolvedJob
    /// True for real, empty stores; false for a few bytes in place of each store, which take no time and are never
    /// opened.
    var makesStores = false

    /// Does a unit.
    func perform(_ unit: WorkUnit) throws {
        try directory.leases.writeUnderNewest()
        switch unit.stage {
        case .scout: try scout(unit)
        case .analyse, .encode:
            guard let plan = try directory.plan() else { return }
            for range in unit.ranges {
                try publish(plan.ranges[range], pass: unit.pass, isAnalysis: unit.stage == .analyse)
            }
        case .mux: try mux()
        case .verify:
            let mux = try directory.muxResult()
            try directory.publish(
                VerifyResult(
                    job: job.id,
                    film: mux?.sha256 ?? "",
                    attempt: mux?.attempt,
                    ranges: unit.ranges,
                    findings: try mux.map { try isWhole($0) } ?? false ? [] : ["it is not the muxed film"],
                    picturesCompared: 1,
                    cost: JobSample.cost
                )
            )
        }
    }

    /// Publishes the result of a range, after its files.
    func publish(_ range: PlannedRange, pass: Int, isAnalysis: Bool) throws {
        let folder = directory.paths.passFolder(pass)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let files =
            makesStores
            ? try publishStores(range, pass: pass, isAnalysis: isAnalysis)
            : try publishBytes(range, pass: pass, isAnalysis: isAnalysis)
        try directory.publish(
            JobSample.result(
                job,
                range,
                pass: pass,
                isAnalysis: isAnalysis,
                storage: files.storage,
                silo: files.silo
            )
        )
    }

    private func publishBytes(
        _ range: PlannedRange,
        pass: Int,
        isAnalysis: Bool
    ) throws -> (storage: PublishedFile, silo: PublishedFile?) {
        func publish(_ suffix: String) throws -> PublishedFile {
            let bytes = [UInt8]("\(job.id) \(pass) \(range.index) \(suffix)".utf8)
            // Safe: the bytes of an array of integers are all initialised, and lent for the call only.
            let sha256 = unsafe SHA256Digest.of(bytes.span.bytes)
            let name = "\(JobPaths.stem(range: range.index))-\(sha256.prefix(16)).\(suffix)"
            try Data(bytes).write(to: URL(filePath: directory.paths.passFolder(pass) + "/" + name))
            return PublishedFile(name: name, sha256: sha256, byteCount: bytes.count)
        }
        return (try publish("multipass"), isAnalysis ? nil : try publish("silo"))
    }

    private func publishStores(
        _ range: PlannedRange,
        pass: Int,
        isAnalysis: Bool
    ) throws -> (storage: PublishedFile, silo: PublishedFile?) {
        let folder = directory.paths.passFolder(pass)
        let scratch = FileManager.default.temporaryDirectory.path + "/granary-fake-\(UUID().uuidString)"
        defer {
            for suffix in [".multipass", ".silo", ".multipass-lock", ".silo-lock"] {
                try? FileManager.default.removeItem(atPath: scratch + suffix)
            }
        }
        let identity = StoreIdentity(
            jobHash: job.id,
            sourceHash: "source",
            granaryBuild: job.builds.granary,
            encoderBuild: job.builds.encoder,
            readerBuild: job.builds.reader,
            range: range.index,
            pass: pass,
            frames: range.frames,
            timeRange: range.timeRange
        )
        let storage = try MultiPassStorage.create(at: scratch + ".multipass", identity: identity)
        let stem = JobPaths.stem(range: range.index)
        let publishedStorage = try Publication.publish(storage, stem: stem, in: folder)
        try storage.close()
        var publishedSilo: PublishedFile?
        if !isAnalysis {
            let silo = try FrameSilo.create(at: scratch + ".silo", identity: identity)
            publishedSilo = try Publication.publish(silo, stem: stem, in: folder)
            try silo.close()
        }
        return (publishedStorage, publishedSilo)
    }

    private func scout(_ unit: WorkUnit) throws {
        let coarse = RangePlanner.coarseRanges(of: JobSample.timeline)
        for index in unit.ranges {
            let frames = coarse[index].frames
            try directory.publish(
                ScoutResult(
                    job: job.id,
                    range: index,
                    frames: frames,
                    activities: frames.map { [Double($0)] },
                    light: JobSample.light(job),
                    cost: JobSample.cost
                )
            )
        }
        guard unit.ranges.isEmpty else { return }
        try directory.publish(SceneCutList(job: job.id, cuts: JobSample.cuts, light: JobSample.light(job)))
    }

    /// Whether the film's file has the bytes that were muxed.
    private func isWhole(_ mux: MuxResult) throws -> Bool {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: directory.output(of: job).path(of: mux))))
        // Safe: the bytes of an array of integers are all initialised, and lent for the call only.
        return unsafe SHA256Digest.of(bytes.span.bytes) == mux.sha256
    }

    /// Publishes a film that is the list of its silos.
    private func mux() throws {
        guard let selection = try directory.selection() else { return }
        var text = ""
        for (range, pass) in selection.passes.enumerated() {
            text += (try directory.result(pass: pass, range: range)?.silo?.sha256 ?? "none") + "\n"
        }
        let bytes = [UInt8](text.utf8)
        // Safe: the bytes of an array of integers are all initialised, and lent for the call only.
        let sha256 = unsafe SHA256Digest.of(bytes.span.bytes)
        let attempt = FilmAttempt.newName()
        let path = JobOutput.temporaryPath(of: job, attempt: attempt)
        try Data(bytes).write(to: URL(filePath: path))
        try directory.publish(
            MuxResult(
                job: job.id,
                path: path,
                attempt: attempt,
                sha256: sha256,
                byteCount: Int64(bytes.count),
                modificationTime: JobSample.modificationTime(of: path),
                videoBits: bytes.count * 8,
                notes: [],
                cost: JobSample.cost
            )
        )
    }
}
