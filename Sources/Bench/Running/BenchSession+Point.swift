import Foundation
import Media
import Platform
import Storage

extension BenchSession {
    /// Free bytes below which nothing is begun: an encode, its statistics and its log need room.
    private static let leastFree: Int64 = 512 << 20

    /// Encodes a point, measures it and keeps it.
    ///
    /// - Throws: the hole that it is, or `CancellationError`.
    func measure(_ key: RunHeader.PointKey, _ clip: FoundClip, _ anchor: BenchAnchor) throws -> BenchMeasurement {
        try options.place.clearScratch()
        let site = AnchorSite(
            clip: clip,
            rate: key.rate,
            folder: options.place.scratch,
            keyFrameInterval: suite.keyFrameInterval,
            coreCount: header.machine.coreCount,
            programs: programs,
            granary: options.granary,
            granaryWords: options.granaryWords
        )
        let plan = try anchor.plan(at: site)
        var (cost, remarks) = try encode(plan, anchor)
        let size = try EncodeSize(of: plan, frameCount: site.frameCount)
        if let seconds = size.workerCPUSeconds, options.cluster != nil {
            cost.cpuSeconds = seconds
            remarks.append("encoded on a cluster: CPU seconds are the workers' own, memory is the coordinator's")
        }
        let judgement = try judgement(of: plan, clip)
        var measurement = BenchMeasurement(
            commands: plan.lines,
            videoByteCount: size.videoByteCount,
            fileByteCount: size.fileByteCount,
            bitsPerSecond: Double(size.videoByteCount) * 8 / clip.seconds,
            cost: cost,
            repeatedShare: size.repeatedShare,
            frameCount: judgement.count,
            metrics: judgement.metrics,
            framesFile: nil,
            outputFile: nil,
            remarks: remarks
        )
        if key.repetition == 1 { measurement.outputFile = try keep(plan.output, of: key) }
        try folder.keep(measurement, judgement.frames, of: key)
        return measurement
    }

    /// Carries out a plan where it belongs: Granary spreads its work over a cluster by itself, others are given a node
    /// each.
    private func encode(_ plan: BenchPlan, _ anchor: BenchAnchor) throws -> (cost: BenchCost, remarks: [String]) {
        let (folder, limit) = (options.place.scratch, suite.limits.encodeSeconds)
        guard let cluster = options.cluster, anchor.kind != .granary else {
            let run = PlanRun(folder: folder, timeLimitSeconds: limit, stop: options.stop)
            return (try run.run(plan), plan.remarks)
        }
        let errand = PlanErrand(access: cluster, folder: folder, timeLimitSeconds: limit, stop: options.stop)
        let (cost, remark) = try errand.run(plan)
        return (cost, plan.remarks + [remark])
    }

    private func judgement(of plan: BenchPlan, _ clip: FoundClip) throws -> EncodeJudgement {
        let isBare = if case .job = plan.form { false } else { true }
        do {
            return try EncodeJudgement(
                of: plan.output,
                isBare: isBare,
                clip: clip,
                metrics: suite.metrics,
                folder: options.place.scratch,
                isStopped: { [stop = options.stop] in stop.isAsked }
            )
        } catch var hole as BenchHole {
            hole.commands = plan.lines
            throw hole
        } catch let error as any ExplainedError {
            throw BenchHole(.outputUnusable, error.cause, commands: plan.lines)
        }
    }

    /// Moves an encode to where the report finds it; its path relative to the run's folder.
    private func keep(_ output: String, of key: RunHeader.PointKey) throws -> String {
        let name = "\(key.name).\(URL(filePath: output).pathExtension)"
        let target = "\(folder.encodes)/\(name)"
        try? FileManager.default.removeItem(atPath: target)
        try FileManager.default.moveItem(atPath: output, toPath: target)
        return "encodes/\(name)"
    }

    /// Sees to it that the folder keeps within its limit: old runs go first, then the encodes of this one.
    ///
    /// - Throws: the hole when there is no room even then.
    func makeRoom() throws(BenchHole) {
        let place = options.place
        func isTight() -> Bool {
            let free = DiskSpace.availableByteCount(at: place.path) ?? .max
            return BenchPlace.byteCount(below: place.path) > suite.limits.diskBytes || free < Self.leastFree
        }
        for id in place.runIDs where id != header.id && isTight() {
            guard RunFolder(path: place.run(id)).isDone else { continue }
            try? FileManager.default.removeItem(atPath: place.run(id))
            options.onEvent(.note("removed the folder of run \(id), as the disk limit is reached"))
        }
        if isTight(), FileManager.default.fileExists(atPath: folder.encodes) {
            folder.removeEncodes()
            _ = Folder.create(folder.encodes)
            options.onEvent(.note("removed the encodes so far, as the disk limit is reached: no pictures of them"))
        }
        if isTight() {
            let limit = ByteSize(suite.limits.diskBytes)
            throw BenchHole(.diskFull, "the folder may hold \(limit), and \(DiskSpace.words(at: place.path))")
        }
    }
}
