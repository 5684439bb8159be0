import Foundation
import Glibc
import Jobs
import Media
import Platform
import RateControl
import Storage

/// A film of a minute, a job for it, and computed results: shared by tests of the farm.
enum JobSample {
    /// One minute at 24 frames a second.
    static let timeline = FrameTimeline(
        timescale: 24,
        firstTick: 0,
        runs: [FrameTimeline.Run(count: 1440, duration: 1)]
    )!

    /// Frames that start a scene; they lead to unequal ranges.
    static let cuts = [100, 150, 310, 500, 700, 810, 1000, 1200, 1300]

    /// The description of the film; the file does not exist.
    static func source(path: String = "/films/in.mov", contentHash: Character = "0") -> SourceDescription {
        SourceDescription(
            path: path,
            identity: SourceIdentity(
                byteCount: 1000,
                duration: MediaTime(value: 60, timescale: 1),
                contentHash: String(repeating: contentHash, count: 64),
                coversWholeFile: false
            ),
            container: "mov",
            video: VideoTrack(
                streamIndex: 0,
                codec: "h264",
                size: PictureSize(width: 64, height: 64),
                sourcePixelFormat: "yuv420p",
                format: .yuv420p8,
                timeline: timeline
            ),
            audio: [],
            notCarried: [],
            readerBuild: "reader 1"
        )
    }

    /// A job for it.
    static func job(
        output: String = "/films/out.mp4",
        rate: RateGoal = .average(bitsPerSecond: 100_000),
        optimize: QualityMetric? = nil,
        maximum: Int = 4,
        sceneCuts: Bool = true,
        verification: Verification = .full,
        measuresLight: Bool = false,
        encoderBuild: String = "3.5",
        contentHash: Character = "0"
    ) -> ResolvedJob {
        ResolvedJob(
            name: "sample",
            outputPath: output,
            source: source(contentHash: contentHash).identity,
            encoder: EncoderSettings(
                size: PictureSize(width: 64, height: 64),
                format: .yuv420p8,
                frameRate: FrameRate(frames: 24, seconds: 1)
            ),
            measuresLight: measuresLight,
            rate: rate,
            optimize: optimize,
            passes: PassLimits(maximum: maximum, reason: "for a test"),
            ranges: RangeLimits(
                minimum: MediaTime(value: 1, timescale: 1),
                maximum: MediaTime(value: 10, timescale: 1),
                sceneCuts: sceneCuts
            ),
            verification: verification,
            builds: BuildIdentity(encoder: encoderBuild, reader: "reader 1")
        )
    }

    /// The plan of the job.
    static func plan(_ job: ResolvedJob) -> Plan {
        let cuts = job.ranges.sceneCuts ? cuts : []
        let ranges = RangePlanner(timeline: timeline, limits: job.ranges).ranges(sceneCuts: cuts)
        return Plan(job: job.id, ranges: ranges, sceneCuts: cuts, light: light(job))
    }

    /// What the scout measures in the film; nil if it does not measure.
    static func light(_ job: ResolvedJob) -> MeasuredLight? {
        job.measuresLight == true ? MeasuredLight(frame: 700, maximum: 612.4, average: 80.5) : nil
    }

    /// Modification time of a file, in nanoseconds since 1970, as a mux records it.
    static func modificationTime(of path: String) -> Int64? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    }

    /// Changes a byte in the middle of a file without changing its modification time, like a failing disk.
    static func damage(_ path: String) throws {
        let file = unsafe open(path, O_RDWR)
        defer { close(file) }
        var status = stat()
        guard file >= 0, unsafe fstat(file, &status) == 0 else { throw CocoaError(.fileNoSuchFile) }
        var byte: UInt8 = 0
        let place = off_t(status.st_size / 2)
        guard unsafe pread(file, &byte, 1, place) == 1 else { throw CocoaError(.fileReadCorruptFile) }
        byte ^= 0x10
        guard unsafe pwrite(file, &byte, 1, place) == 1 else { throw CocoaError(.fileWriteUnknown) }
        let times = [status.st_atim, status.st_mtim]
        guard unsafe futimens(file, times) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    static let cost = WorkCost(cpuSeconds: 1, wallSeconds: 1, maximumResidentBytes: 1 << 20)

    /// A result whose bits depend only on range and pass; ranges 2 and 5 miss their target in pass 2.
    static func result(
        _ job: ResolvedJob,
        _ range: PlannedRange,
        pass: Int,
        isAnalysis: Bool,
        storage: PublishedFile? = PublishedFile(name: "a.multipass", sha256: "aa", byteCount: 1),
        silo: PublishedFile? = PublishedFile(name: "a.silo", sha256: "bb", byteCount: 1)
    ) -> RangeResult {
        let target = range.frames.count * 1000
        let miss = pass == 2 && [2, 5].contains(range.index) ? target / 10 : 0
        return RangeResult(
            job: job.id,
            range: range.index,
            pass: pass,
            frames: range.frames,
            storage: storage,
            silo: isAnalysis ? nil : silo,
            parameterSets: isAnalysis ? nil : ParameterSets(vps: [1], sps: [2], pps: [3]),
            bits: target + miss,
            targetBits: isAnalysis ? nil : target,
            quality: isAnalysis
                ? nil : RangeQuality(psnrY: 40, psnrU: 42, psnrV: 42, ssim: 0.98, frameCount: range.frames.count),
            furtherPasses: miss > 0 ? [range.timeRange] : [],
            optionsLine: "options",
            cost: cost,
            host: "host",
            attempt: 1
        )
    }
}

/// A rate control with predictable decisions.
struct PlainRateControl: FilmAllocating {
    /// Ranges that are encoded again, by pass.
    var repeats: [Int: [Int]] = [3: [2, 5]]
    /// Ranges whose newer encodes are rejected.
    var refused: Set<Int> = []
    /// True if a decision is out of order.
    var isConfused = false
    /// False if pass 1 has no targets, and every range is encoded alone.
    var isAnalysed = true

    func analysis(of plan: Plan) -> Allocation { targets(plan, pass: 1, role: .analysis) { _ in isAnalysed } }

    func singlePass(of plan: Plan) -> Allocation {
        let allocation = targets(plan, pass: 1, role: .alone) { _ in true }
        guard isConfused else { return allocation }
        return Allocation(pass: 1, targets: allocation.targets.reversed())
    }

    func sample(of plan: Plan, analysis: [RangeResult]) -> Allocation {
        let role = isAnalysed ? PassRole.fed : .alone
        return targets(plan, pass: 2, role: role, explanation: "\(analysis.map(\.bits))") { $0 % 4 == 1 }
    }

    func rest(
        of plan: Plan,
        analysis: [RangeResult],
        results: [RangeResult]
    ) -> Allocation {
        targets(
            plan,
            pass: 2,
            wave: 2,
            role: isAnalysed ? .fed : .alone,
            explanation: "\(results.map(\.range))"
        ) { $0 % 4 != 1 }
    }

    func correction(of film: EncodedFilm, pass: Int) -> CorrectionDecision {
        let ranges = repeats[pass] ?? []
        let requests = film.accepted.filter { !$0.furtherPasses.isEmpty }.map {
            RequestDecision(
                range: $0.range,
                pass: $0.pass,
                timeRange: film.plan.ranges[$0.range].timeRange,
                missedBy: 0.1,
                isGranted: ranges.contains($0.range),
                reason: "for a test"
            )
        }
        return CorrectionDecision(
            allocation: ranges.isEmpty
                ? nil : targets(film.plan, pass: pass, role: .fed) { ranges.contains($0) },
            requests: requests,
            explanation: "\(film.history.map(\.count))"
        )
    }

    func accepts(_ newer: RangeResult, over older: RangeResult, target: RangeTarget) -> Bool {
        !refused.contains(newer.range)
    }

    private func targets(
        _ plan: Plan,
        pass: Int,
        wave: Int = 1,
        role: PassRole,
        explanation: String = "",
        _ contains: (Int) -> Bool
    ) -> Allocation {
        Allocation(
            pass: pass,
            wave: wave,
            targets: plan.ranges.filter { contains($0.index) }.map {
                RangeTarget(
                    range: $0.index,
                    role == .fed && !isAnalysed ? .fed(FedTarget(bits: 200_000, statisticsPass: 2)) : .sample(role)
                )
            },
            explanation: explanation
        )
    }
}

extension RangeTarget.Work {
    /// Some target of each purpose.
    static func sample(_ role: PassRole) -> Self {
        switch role {
        case .analysis: .analysis(rateFactor: 28)
        case .alone: .alone(.average(kilobitsPerSecond: 100))
        case .fed: .fed(FedTarget(bits: 200_000))
        }
    }
}
