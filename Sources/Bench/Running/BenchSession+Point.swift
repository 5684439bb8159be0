import Foundation
import Media
import Platform
import Storage

extension BenchSession {
    /// Free bytes that an encode needs to begin, for its output, its statistics and its log.
    private static let leastFree: Int64 = 512 << 20

    /// Encodes and measures a point, and stores the measurement.
    ///
    /// - Throws: a hole if the point fails, or `CancellationError`.
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
            granaryArguments: options.granaryArguments
        )
        let plan = try anchor.plan(at: site)
        var (cost, remarks) = try encode(plan, anchor)
        let size = try EncodeSize(of: plan, frameCount: site.frameCount)
        if let seconds = size.workerCPUSeconds, options.cluster != nil {
            cost.cpuSeconds = seconds
            remarks.append(
                "encoded on a cluster: CPU seconds are those of the workers, memory is that of the coordinator"
            )
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

    /// Runs a plan on this machine or on a node of the cluster. Granary itself distributes its work over the cluster.
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
                isStopped: { [stop = options.stop] in stop.isRequested }
            )
        } catch var hole as BenchHole {
            hole.commands = plan.lines
            throw hole
        } catch let error as any ExplainedError {
            throw BenchHole(.outputUnusable, error.cause, commands: plan.lines)
        }
    }

    /// Moves an encode to where the report finds it; returns its path relative to the run's folder.
    private func keep(_ output: String, of key: RunHeader.PointKey) throws -> String {
        let name = "\(key.name).\(URL(filePath: output).pathExtension)"
        let target = "\(folder.encodes)/\(name)"
        try? FileManager.default.removeItem(atPath: target)
        try FileManager.default.moveItem(atPath: output, toPath: target)
        return "encodes/\(name)"
    }

    /// Keeps the folder within its limit: removes old runs first, then the encodes of this run.
    ///
    /// - Throws: a hole if there is still not enough space.
    func makeRoom() throws(BenchHole) {
        let place = options.place
        func isTight() -> Bool {
            let free = DiskSpace.availableByteCount(at: place.path) ?? .max
            return BenchPlace.byteCount(below: place.path) > suite.limits.diskBytes || free < Self.leastFree
        }
        for id in place.runIDs where id != header.id && isTight() {
            guard RunFolder(path: place.run(id)).isDone else { continue }
            try? FileManager.default.removeItem(atPath: place.run(id))
            options.onEvent(.note("removed the folder of run \(id) because the disk limit is reached"))
        }
        if isTight(), FileManager.default.fileExists(atPath: folder.encodes) {
            folder.removeEncodes()
            _ = Folder.create(folder.encodes)
            options.onEvent(.note("removed the encodes because the disk limit is reached; the report cannot show them"))
        }
        if isTight() {
            let limit = ByteSize(suite.limits.diskBytes)
            throw BenchHole(.diskFull, "the limit of the folder is \(limit), and \(DiskSpace.words(at: place.path))")
        }
    }
}
