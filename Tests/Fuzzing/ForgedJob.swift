import Coordination
import Foundation
import JobDocuments
import Jobs
import Media
import Platform
import RateControl
import Storage

/// The folder of a finished job in which documents are forged, and which is then as it was before.
final class ForgedJob {
    let job: ResolvedJob
    let source: SourceDescription
    let directory: JobDirectory
    /// Every file in the folder, with its path: first the documents, which have values to forge.
    private var files: [(path: String, text: ForgedText)] = []

    /// Writes the folder of a job that went through all of its stages.
    init(_ job: ResolvedJob, source: SourceDescription) throws {
        let folder = FileManager.default.temporaryDirectory.path + "/granary-forged-\(UUID().uuidString)"
        var placed = job
        placed.outputPath = folder + "/film." + (job.outputPath.hasSuffix("mov") ? "mov" : "mp4")
        self.job = placed
        self.source = source
        directory = JobDirectory(path: folder)
        let job = placed
        try directory.begin(job, source: source)
        try scout()
        var work = PublishedWork()
        work.scouted = Set(RangePlanner.coarseRanges(of: source.video.timeline).map(\.index))
        work.sceneCuts = SceneCutList(job: job.id, cuts: JobWorld.cuts, light: JobWorld.light(of: job))
        _ = try play(&work)
        try write(work)
        try write([], job.outputPath)
        try keepFiles()
    }

    deinit { try? FileManager.default.removeItem(atPath: directory.path) }

    /// Runs a body in the folder in which some documents are forged: each edit names document, value, and what stands
    /// there.
    func with(_ edits: [(document: Int, value: Int, text: String)], _ body: () throws -> Void) throws {
        var forged: [Int: [(value: Int, text: String)]] = [:]
        let documents = files.count { $0.path.hasSuffix(".json") }
        for edit in edits { forged[edit.document % documents, default: []].append((edit.value, edit.text)) }
        for (document, replacements) in forged {
            try write(files[document].text.replacing(replacements), files[document].path)
        }
        defer { restore(Set(forged.keys)) }
        try body()
    }

    /// Asks the coordinator again and again what comes next, and does it by arithmetic; returns what it said.
    func play(_ work: inout PublishedWork, job: ResolvedJob? = nil, source: SourceDescription? = nil) throws
        -> [JobEvent]
    {
        let (job, source) = (job ?? self.job, source ?? self.source)
        var coordinator = Coordinator(job: job, timeline: source.video.timeline, allocator: job.allocator(for: source))
        var events: [JobEvent] = []
        for _ in 0..<20 {
            for action in coordinator.handle(.published(work)) {
                switch action {
                case .emit(let event): events.append(event)
                case .run(let units):
                    _ = WorkForecast(units, job: job, source: source, work: work)
                    for unit in units {
                        perform(unit, job, &work)
                        let outcome = UnitOutcome(unit: unit, exit: .code(0), lastWords: "")
                        _ = coordinator.handle(.ended(outcome))
                    }
                case .publishPlan(let plan): work.plan = plan
                case .publishAllocation(let allocation): work.allocations.append(allocation)
                case .publishSelection(let selection): work.selection = selection
                case .placeFilm: work.isFilmInPlace = true
                case .recordFinish(let mux): work.finished = finished(mux, job)
                case .retireFilm:
                    work.mux = nil
                    work.isFilmInPlace = false
                    work.verifications = []
                    work.finished = nil
                case .cancelUnits, .removeSupersededSilos: break
                case .end: return events
                }
            }
        }
        return events
    }

    private func perform(_ unit: WorkUnit, _ job: ResolvedJob, _ work: inout PublishedWork) {
        switch unit.stage {
        case .scout:
            work.scouted.formUnion(unit.ranges)
            guard unit.ranges.isEmpty else { return }
            work.sceneCuts = SceneCutList(job: job.id, cuts: JobWorld.cuts, light: JobWorld.light(of: job))
        case .analyse, .encode:
            for range in unit.ranges {
                guard let planned = work.plan?.ranges[range] else { continue }
                let target = work.target(pass: unit.pass, range: range)?.targetBits
                let result = JobWorld.result(job, planned, pass: unit.pass, target: target)
                work.results[unit.pass, default: [:]][range] = result
            }
        case .mux:
            work.mux = MuxResult(
                job: job.id,
                path: JobOutput.temporaryPath(of: job, attempt: nil),
                sha256: JobWorld.none,
                byteCount: 0,
                videoBits: 40,
                notes: ["a note"],
                cost: JobWorld.cost
            )
        case .verify:
            let still = RangeStill(range: unit.ranges.first ?? 0, png: [1, 2, 3])
            work.verifications.append(
                VerifyResult(
                    job: job.id,
                    film: JobWorld.none,
                    ranges: unit.ranges,
                    findings: [],
                    picturesCompared: 1,
                    stills: [still],
                    cost: JobWorld.cost
                )
            )
        }
    }

    private func finished(_ mux: MuxResult, _ job: ResolvedJob) -> FinishedFilm {
        FinishedFilm(
            job: job.id,
            path: job.outputPath,
            sha256: mux.sha256,
            byteCount: mux.byteCount,
            modificationTime: 0,
            findings: [],
            verification: job.verification
        )
    }

    private func scout() throws {
        for range in RangePlanner.coarseRanges(of: source.video.timeline) {
            try directory.publish(
                ScoutResult(
                    job: job.id,
                    range: range.index,
                    frames: range.frames,
                    activities: range.frames.map { [Double($0), 0.5] },
                    light: JobWorld.light(of: job),
                    cost: JobWorld.cost
                )
            )
        }
    }

    private func write(_ work: PublishedWork) throws {
        if let cuts = work.sceneCuts { try directory.publish(cuts) }
        if let plan = work.plan { try directory.publish(plan) }
        for allocation in work.allocations { try directory.publish(allocation) }
        for result in work.results.values.flatMap(\.values) {
            try directory.publish(result)
            for file in [result.storage, result.silo].compactMap(\.self) {
                try write([], file.path(in: directory.paths.passFolder(result.pass)))
            }
        }
        if let selection = work.selection { try directory.publish(selection) }
        if let mux = work.mux { try directory.publish(mux) }
        for verification in work.verifications { try directory.publish(verification) }
        if let film = work.finished { try directory.publish(film) }
        try directory.slurm.publish(SlurmCoordinator(slurmJob: 7, job: job.id))
        let units = [WorkUnit(stage: .encode, pass: 2, ranges: [0]), WorkUnit(stage: .encode, pass: 2, ranges: [1])]
        let name = SlurmSubmission.prefix(job: job.id) + "1"
        try directory.slurm.write(SlurmSubmission(name: name, job: job.id, tasks: [units]))
        try directory.slurm.report(UnitOutcome(unit: units[0], exit: .code(1), lastWords: "words"), unit: 0, of: name)
    }

    private func keepFiles() throws {
        let found = try FileManager.default.subpathsOfDirectory(atPath: directory.path).sorted()
        for name in found {
            let path = directory.path + "/" + name
            var isFolder: ObjCBool = false
            // Safe: the pointer to the local variable is used during the call only.
            let isThere = unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            guard isThere, !isFolder.boolValue else { continue }
            let bytes = name.hasSuffix(".json") ? try Data(contentsOf: URL(filePath: path)) : Data()
            files.append((path, ForgedText([UInt8](bytes))))
        }
        files.sort { ($0.path.hasSuffix(".json") ? 0 : 1, $0.path) < ($1.path.hasSuffix(".json") ? 0 : 1, $1.path) }
    }

    /// Puts back what was forged, and what was found to be unusable and removed.
    private func restore(_ forged: Set<Int>) {
        for (index, file) in files.enumerated() {
            let isThere = !forged.contains(index) && FileManager.default.fileExists(atPath: file.path)
            if !isThere { try? write(file.text.original, file.path) }
        }
    }

    private func write(_ bytes: [UInt8], _ path: String) throws {
        try Data(bytes).write(to: URL(filePath: path))
    }
}
