import Checksums
import Encoding
import Foundation
import Intake
import JobDocuments
import Jobs
import Media
import Quality
import Session
import Storage

/// Passes from 1 on: encodes ranges, and publishes the statistics and the samples.
struct EncodeStage {
    private let site: WorkSite

    init(_ site: WorkSite) { self.site = site }

    /// Encodes the unit's ranges in order, with one reader.
    func run(_ unit: WorkUnit) throws {
        let plan = try site.plan()
        var reader: FilmReader?
        var metadata: DynamicMetadataTable?
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
            let settings = site.job.encoderSettings(plan)
            let open =
                try reader ?? FilmReader(source: site.source, outputs: try site.conversions(to: settings.size, plan))
            reader = open
            if metadata == nil, target.role != .analysis { metadata = try FilmMetadataTable(site)?.open(plan) }
            try encode(plan.ranges[index], target, unit, open, settings, metadata)
            site.say(.published(range: index))
        }
    }

    private func encode(
        _ range: PlannedRange,
        _ target: RangeTarget,
        _ unit: WorkUnit,
        _ reader: FilmReader,
        _ settings: EncoderSettings,
        _ metadata: DynamicMetadataTable?
    ) throws {
        let scratch = try ScratchFolder()
        do {
            try encode(range, target, unit, reader, settings, metadata, in: scratch.path)
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
        _ metadata: DynamicMetadataTable?,
        in scratch: String
    ) throws {
        let meter = site.costMeter()
        let identity = identity(of: range, pass: unit.pass)
        let storage = try MultiPassStorage.create(at: scratch + "/multipass", identity: identity)
        let silo =
            target.role == .analysis ? nil : try FrameSilo.create(at: scratch + "/silo", identity: identity)
        // Every pass encodes the whole range, so it begins with an empty silo that expects exactly the range.
        try silo?.setTimeRangesForNextPass([range.timeRange])
        let pass = try RangePass(
            target,
            frames: range.frames,
            settings: settings,
            analysis: try target.fed.map { try analysis(of: range, statisticsPass: $0.statisticsPass, settings) },
            measuresDistortion: site.job.judgedMetric != nil,
            // Retries do not use 512-bit vectors, whatever the failure was: the statistics are the same.
            usesWideVectors: unit.attempt == 1,
            scratchFolder: scratch,
            memoryFolder: site.confinement?.memoryFolder ?? "/dev/shm",
            keep: storage.append
        )
        let encoder = pass.encoder
        try silo?.setParameterSets(encoder.parameterSets)
        if let metadata { encoder.dynamicMetadata = metadata.metadata(ofFrame:) }
        let judge = try rangeJudge(of: range.frames, settings, scratch)
        if let judge {
            encoder.onReconstruction = { (picture: borrowing ReconstructedPicture, frame: Int) in
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
            try encoder.encode(picture) { try silo?.add($0) }
            done += 1
            if done % 8 == 0 { site.say(.progress(range: range.index, frames: done, bits: encoder.bits)) }
        }
        try encoder.finish { try silo?.add($0) }
        if let options = encoder.optionsLine { try storage.setEncoderOptions(options) }
        site.say(.progress(range: range.index, frames: done, bits: encoder.bits))
        let judgement = try judge?.finish()
        var quality = pass.quality
        quality?.xpsnrY = judgement?.xpsnrOfLuma
        quality?.vmaf = judgement?.meanVMAF
        quality?.vmafNEG = judgement?.meanVMAFNEG
        let folder = site.directory.paths.passFolder(unit.pass)
        let stem = JobPaths.stem(range: range.index)
        let publishedStorage = try Publication.publish(storage, stem: stem, in: folder)
        let publishedSilo = try silo.map { try Publication.publish($0, stem: stem, in: folder) }
        var result = pass.result(
            of: range,
            pass: unit.pass,
            quality: quality,
            job: site.job.id,
            cost: meter.cost,
            host: ProcessInfo.processInfo.hostName,
            attempt: unit.attempt
        )
        (result.storage, result.silo) = (publishedStorage, publishedSilo)
        result.damage = damage.isEmpty ? nil : damage
        if target.role != .analysis { result.figures = try figures(storage, of: range, judgement) }
        try site.directory.publish(result)
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

    /// The quality of each frame; nil when the encoder measured none.
    private func figures(
        _ storage: MultiPassStorage,
        of range: PlannedRange,
        _ judgement: RangeJudge.Verdict?
    ) throws -> FrameFigures? {
        var measured: [FrameQuality] = []
        try storage.forEachRecord(in: nil) { if let quality = $0.quality { measured.append(quality) } }
        guard measured.count == range.frames.count else { return nil }
        let vmaf = judgement?.ordered(\.vmaf)
        return FrameFigures(
            // Identical pictures have an infinite PSNR, which JSON cannot store: the ceiling replaces it.
            psnr: measured.map { min($0.psnrY, PeakSignalToNoise.ceiling) },
            ssim: measured.map(\.ssim),
            xpsnr: judgement?.ordered(\.xpsnr)?.map { $0.xpsnr(ofPlane: 0) },
            vmaf: vmaf?.map(\.vmaf),
            vmafNEG: vmaf?.map(\.vmafNEG)
        )
    }

    /// What earlier passes learned about the range: the statistics of a pass, and the cutree records that
    /// belong to them.
    private func analysis(
        of range: PlannedRange,
        statisticsPass: Int,
        _ settings: EncoderSettings
    ) throws -> RangeAnalysis {
        let statistics = try storage(of: range, pass: statisticsPass)
        let pass = try passWithCutree(upTo: statisticsPass, range: range.index)
        let cutree = pass == statisticsPass ? nil : try storage(of: range, pass: pass)
        return try RangeAnalysis(statistics, cutree: cutree, frames: range.frames, settings: settings)
    }

    /// The last pass over a range, up to a given one, that stored cutree records: it was not fed with those of another.
    private func passWithCutree(upTo last: Int, range: Int) throws -> Int {
        for pass in stride(from: last, to: 1, by: -1) {
            if try site.directory.target(pass: pass, range: range)?.role == .alone { return pass }
        }
        return 1
    }

    /// The storage of an earlier pass over the range. Its checksum is verified before LMDB opens it.
    private func storage(of range: PlannedRange, pass: Int) throws -> MultiPassStorage {
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
