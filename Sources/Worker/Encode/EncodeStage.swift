import Checksums
import Encoding
import Foundation
import Intake
import JobDocuments
import Jobs
import Media
import Quality
import RateModel
import Storage

/// Passes from 1 on: encodes ranges, and publishes the statistics and the samples.
struct EncodeStage {
    private let site: WorkSite

    init(_ site: WorkSite) { self.site = site }

    /// Encodes the unit's ranges in order, with one reader.
    func run(_ unit: WorkUnit) throws {
        let plan = try site.plan()
        let settings = site.job.encoderSettings(plan)
        let reader = try FilmReader(source: site.source, output: site.conversion)
        for index in unit.ranges {
            guard plan.ranges.indices.contains(index),
                let target = try site.directory.target(pass: unit.pass, range: index)
            else {
                throw WorkError(
                    .usage,
                    attempted: "encode range \(index) in pass \(unit.pass)",
                    subject: site.directory.path,
                    cause: "the pass has no allocation for this range"
                )
            }
            // A retried unit continues where the previous attempt ended.
            if try site.directory.result(pass: unit.pass, range: index) != nil {
                site.say(.published(range: index))
                continue
            }
            // For the log. Its disk may be full, which does not stop the encode.
            try? FileHandle.standardError.write(contentsOf: Data("granary: pass \(unit.pass), range \(index)\n".utf8))
            try encode(plan.ranges[index], target, unit, reader, settings)
            site.say(.published(range: index))
        }
    }

    private func encode(
        _ range: PlannedRange,
        _ target: RangeTarget,
        _ unit: WorkUnit,
        _ reader: FilmReader,
        _ settings: EncoderSettings
    ) throws {
        let scratch = try ScratchFolder()
        do {
            try encode(range, target, unit, reader, settings, in: scratch.path)
        } catch {
            throw scratch.explained(error, attempted: "encode range \(range.index) in pass \(unit.pass)")
        }
    }

    private func encode(
        _ range: PlannedRange,
        _ target: RangeTarget,
        _ unit: WorkUnit,
        _ reader: FilmReader,
        _ settings: EncoderSettings,
        in scratch: String
    ) throws {
        let meter = site.costMeter()
        let identity = identity(of: range, pass: unit.pass)
        let storage = try MultiPassStorage.create(at: scratch + "/multipass", identity: identity)
        let silo =
            target.role == .analysis ? nil : try FrameSilo.create(at: scratch + "/silo", identity: identity)
        // Every pass encodes the whole range, so it begins with an empty silo that expects exactly the range.
        try silo?.setTimeRangesForNextPass([range.timeRange])
        let session = try CompressionSession(
            settings,
            timeline: site.source.video.timeline,
            frames: range.frames,
            storage: storage,
            analysis: target.role == .fed ? try analysis(of: range, pass: 1) : nil,
            statistics: target.role == .fed && target.statisticsPass > 1
                ? try analysis(of: range, pass: target.statisticsPass) : nil,
            scratchFolder: scratch,
            memoryFolder: site.confinement?.memoryFolder ?? "/dev/shm"
        )
        var pass = try encodingPass(target, session)
        // Retries do not use 512-bit vectors, whatever the failure was: the statistics are the same.
        pass.usesWideVectors = unit.attempt == 1
        try session.beginPass(pass)
        if let sets = session.parameterSets { try silo?.setParameterSets(sets) }
        let judge = try rangeJudge(of: range.frames, settings, scratch)
        if let judge {
            session.onReconstruction = { (picture: borrowing ReconstructedPicture, frame: Int) in
                try judge.judge(picture, frame: frame)
            }
        }
        let pictures = try reader.pictures(in: judge?.framesToSee(of: site.source.video.timeline.count) ?? range.frames)
        var done = 0
        var damage: [DamagedFrame] = []
        while let picture = try pictures.next() {
            try judge?.see(picture)
            guard range.frames.contains(picture.frame) else { continue }
            if let cause = picture.damage {
                damage.append(DamagedFrame(frame: picture.frame, time: picture.presentationTime, cause: cause))
            }
            try session.encode(picture) { try silo?.add($0) }
            done += 1
            if done % 8 == 0 { site.say(.progress(range: range.index, frames: done, bits: session.bits)) }
        }
        let verdict = try session.endPass { try silo?.add($0) }
        site.say(.progress(range: range.index, frames: done, bits: session.bits))
        let judgement = try judge?.finish()
        try publish(
            Outcome(
                range: range,
                target: target,
                unit: unit,
                verdict: verdict,
                session: session,
                judgement: judgement,
                damage: damage
            ),
            storage,
            silo,
            meter
        )
    }

    /// The pass that an allocation asks for. A fed one gets the rate at which its encoder comes to the range's bits.
    private func encodingPass(_ target: RangeTarget, _ session: CompressionSession) throws -> EncodingPass {
        var pass = EncodingPass(target)
        if site.job.judgedMetric != nil { pass.measuresDistortion = true }
        guard target.role == .fed, let bits = target.aimBits ?? target.targetBits else { return pass }
        let statistics = try session.plannedStatistics()
        let rate = FedRate(
            statistics.frames,
            scale: pass.statisticsScale,
            areOfEncode: target.statisticsPass > 1,
            optionsLine: statistics.optionsLine,
            frameSeconds: site.job.encoder.frameRate.frameDuration.seconds
        )
        pass.rate = .average(kilobitsPerSecond: rate.kilobitsPerSecond(landingOn: bits))
        return pass
    }

    /// The statistics of all frames; those with a sample have its size in bits.
    private func writtenStatistics(_ storage: MultiPassStorage) throws -> [FrameStatistics] {
        var statistics: [FrameStatistics] = []
        try storage.forEachRecord(in: nil) { statistics.append($0.writtenStatistics) }
        return statistics
    }

    /// The outcome of one pass over a range.
    private struct Outcome {
        let range: PlannedRange
        let target: RangeTarget
        let unit: WorkUnit
        let verdict: PassVerdict
        let session: CompressionSession
        let judgement: RangeJudge.Verdict?
        let damage: [DamagedFrame]
    }

    /// A judge of the job's metric: the metric of the film's goal, or the one that the rate is optimised for. Nil for
    /// metrics that the encoder measures itself.
    private func rangeJudge(
        of frames: Range<Int>,
        _ settings: EncoderSettings,
        _ scratch: String
    ) throws -> RangeJudge? {
        guard let metric = site.job.judgedMetric else { return nil }
        let tool = metric == .vmaf ? try VMAFTool.find(forJob: site.job.builds.judge) : nil
        return try RangeJudge(metric, of: frames, settings: settings, tool: tool, folder: scratch)
    }

    private func publish(
        _ outcome: Outcome,
        _ storage: MultiPassStorage,
        _ silo: FrameSilo?,
        _ meter: CostMeter
    ) throws {
        let (range, session) = (outcome.range, outcome.session)
        let statistics = try writtenStatistics(storage)
        let optionsLine = session.optionsLine ?? ""
        let curve = RateCurve(
            statistics,
            optionsLine: optionsLine,
            frameSeconds: site.job.encoder.frameRate.frameDuration.seconds
        )
        let folder = site.directory.paths.passFolder(outcome.unit.pass)
        let stem = JobPaths.stem(range: range.index)
        let publishedStorage = try Publication.publish(storage, stem: stem, in: folder)
        let publishedSilo = try silo.map { try Publication.publish($0, stem: stem, in: folder) }
        let quality = session.quality.map { sum in
            let mean = sum.divided(by: range.frames.count)
            return RangeQuality(
                psnrY: mean.psnrY,
                psnrU: mean.psnrU,
                psnrV: mean.psnrV,
                ssim: mean.ssim,
                frameCount: range.frames.count,
                xpsnrY: outcome.judgement?.xpsnrOfLuma,
                vmaf: outcome.judgement?.meanVMAF,
                vmafNEG: outcome.judgement?.meanVMAFNEG
            )
        }
        var furtherPasses: [TimeRange] = []
        if case .furtherPasses(let ranges) = outcome.verdict { furtherPasses = ranges }
        if let aim = outcome.target.quality, let quality, aim.isMissed(by: quality) {
            furtherPasses = [range.timeRange]
        }
        try site.directory.publish(
            RangeResult(
                job: site.job.id,
                range: range.index,
                pass: outcome.unit.pass,
                frames: range.frames,
                storage: publishedStorage,
                silo: publishedSilo,
                parameterSets: outcome.target.role == .analysis ? nil : session.parameterSets,
                bits: outcome.target.role == .analysis ? statistics.reduce(0) { $0 + $1.bits } : session.bits,
                unitBits: unitBits(outcome, statistics),
                targetBits: outcome.target.targetBits,
                damage: outcome.damage.isEmpty ? nil : outcome.damage,
                quality: quality,
                figures: outcome.target.role == .analysis ? nil : try figures(storage, outcome),
                rateCurve: curve,
                furtherPasses: furtherPasses,
                optionsLine: optionsLine,
                cost: meter.cost,
                host: ProcessInfo.processInfo.hostName,
                attempt: outcome.unit.attempt
            )
        )
    }

    /// Bits of each access unit in decode order; nil for a film without buffer limits.
    private func unitBits(_ outcome: Outcome, _ statistics: [FrameStatistics]) -> [Int]? {
        guard site.job.encoder.buffer != nil else { return nil }
        guard outcome.target.role == .analysis else { return outcome.session.unitBits }
        return statistics.sorted { $0.encodeOrder < $1.encodeOrder }.map(\.bits)
    }

    /// The quality of each frame; nil when the encoder measured none.
    private func figures(_ storage: MultiPassStorage, _ outcome: Outcome) throws -> FrameFigures? {
        var measured: [FrameQuality] = []
        try storage.forEachRecord(in: nil) { if let quality = $0.quality { measured.append(quality) } }
        guard measured.count == outcome.range.frames.count else { return nil }
        let vmaf = outcome.judgement?.ordered(\.vmaf)
        return FrameFigures(
            // Identical pictures have an infinite PSNR, which JSON cannot store: the ceiling replaces it.
            psnr: measured.map { min($0.psnrY, PeakSignalToNoise.ceiling) },
            ssim: measured.map(\.ssim),
            xpsnr: outcome.judgement?.ordered(\.xpsnr)?.map { $0.xpsnr(ofPlane: 0) },
            vmaf: vmaf?.map(\.vmaf),
            vmafNEG: vmaf?.map(\.vmafNEG)
        )
    }

    /// The storage of an earlier pass over the range. Its checksum is verified before LMDB opens it.
    private func analysis(of range: PlannedRange, pass: Int) throws -> MultiPassStorage {
        let result = try site.result(pass: pass, range: range.index)
        guard let file = result.storage else {
            throw WorkError(
                .temporary,
                attempted: "feed range \(range.index) from pass \(pass)",
                subject: site.directory.paths.result(pass: pass, range: range.index),
                cause: "that pass published no multi-pass storage",
                remedy: "Run the job again: it makes what is missing."
            )
        }
        let folder = site.directory.paths.passFolder(pass)
        try Publication.verify(file, in: folder)
        var expected = identity(of: range, pass: pass)
        expected.encoderOptions = result.optionsLine
        return try MultiPassStorage.open(at: "\(folder)/\(file.name)", expecting: expected)
    }

    private func identity(of range: PlannedRange, pass: Int) -> StoreIdentity {
        StoreIdentity(
            jobHash: site.job.id,
            sourceHash: site.source.identity.contentHash,
            granaryBuild: site.job.builds.granary,
            encoderBuild: site.job.builds.encoder,
            readerBuild: site.job.builds.reader,
            range: range.index,
            pass: pass,
            frames: range.frames,
            timeRange: range.timeRange,
            encoderOptions: ""
        )
    }
}

extension EncodingPass {
    /// The pass that an allocation asks for.
    init(_ target: RangeTarget) {
        let role: Role =
            switch target.role {
            case .analysis: .analysis
            case .fed: .fed
            case .alone: .alone
            }
        self.init(
            role: role,
            rate: target.rate,
            targetBits: target.targetBits,
            tolerance: target.tolerance,
            statisticsScale: target.statisticsScale,
            bufferStart: target.bufferStart
        )
    }
}
