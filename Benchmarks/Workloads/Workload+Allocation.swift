import Glibc
import Jobs
import Media
import Platform
import RateControl
import RateModel

extension Workload {
    /// The rate control of a whole film.
    static func allocations(_ part: Int) -> [Workload] {
        [
            workload("steps of 10,000 ranges", ranges: 10_000 / part, .always),
            workload("steps of 10,000 ranges without an analysis", ranges: 10_000 / part, .never),
        ]
    }

    /// The targets of all steps of pass 2, and of a further pass.
    private static func workload(_ name: String, ranges: Int, _ analysisUse: AnalysisUse) -> Workload {
        Workload("allocation: \(name)") {
            let film = try AllocatedFilm(ranges: ranges, analysisUse)
            return { film.steps().reduce(0) { $0 + ($1.targetBits ?? 0) } }
        }
    }
}

/// A film of ranges that differ in length and complexity, its rate control, and what its analysis found.
private struct AllocatedFilm {
    let control: any FilmAllocating
    let plan: Plan
    let analysis: [RangeResult]

    init(ranges count: Int, _ analysisUse: AnalysisUse) throws {
        var noise = Noise(6)
        let lengths = (0..<count).map { _ in 24 + Int(noise.next() % 216) }
        let runs = [FrameTimeline.Run(count: lengths.reduce(0, +), duration: 1)]
        guard let timeline = FrameTimeline(timescale: 24, firstTick: 0, runs: runs) else { throw WorkloadError.noFilm }
        let source = Self.source(timeline)
        let manifest = try Manifest(
            parsing: Array(
                "apiVersion: granary/v1\nsource: in.mov\noutput: out.mp4\nvideo: {rate: {average: 2500k}}\n".utf8
            ),
            file: "film.yaml",
            folder: "/"
        )
        let capabilities = EncoderCapabilities(
            version: "4.1",
            build: 215,
            bitDepths: [8, 10],
            maximumTemporalLevels: 5,
            instructionSets: "AVX2"
        )
        let job = try ResolvedJob.resolving(manifest, source: source, capabilities: capabilities)
        control = job.allocator(for: source, analysisUse: analysisUse)
        var ranges: [PlannedRange] = []
        var start = 0
        for (index, length) in lengths.enumerated() {
            let frames = start..<start + length
            ranges.append(
                PlannedRange(
                    index: index,
                    frames: frames,
                    timeRange: source.video.timeline.timeRange(of: frames)
                )
            )
            start += length
        }
        var scoutBits = ScoutBits(rateFactor: 28, pictureSamples: 640 * 360)
        scoutBits.parts = ranges.map { range in
            var part = ScoutBits.Part(firstFrame: range.frames.lowerBound)
            (part.intra.pictures, part.intra.textureBits) = (1, Int(40_000 + noise.next() % 600_000))
            (part.inter.pictures, part.inter.textureBits) = (7, Int(4000 + noise.next() % 60_000))
            return part
        }
        plan = Plan(job: job.id, ranges: ranges, sceneCuts: [], scoutBits: scoutBits)
        analysis = ranges.map { range in
            let bits = Double(range.frames.count) * Double(4000 + noise.next() % 60_000)
            let points = (0..<RateCurve.pointCount).map { max((bits * exp2(Double(60 - $0) / 10)).rounded(), 1) }
            let curve = RateCurve(bits: points, encoderSeconds: Double(range.frames.count) / 24)
            return Self.result(range, pass: 1, bits: Int(bits), target: nil, curve: curve)
        }
    }

    /// Results for targets, each up to 3 % above or below.
    func encoded(_ allocation: Allocation) -> [RangeResult] {
        allocation.targets.map { target in
            let wanted = target.targetBits ?? 0
            return Self.result(
                plan.ranges[target.range],
                pass: 2,
                bits: wanted + wanted * (target.range % 7 - 3) / 100,
                target: target.targetBits,
                curve: analysis[target.range].rateCurve
            )
        }
    }

    /// The targets of all steps, and of the pass after them.
    func steps() -> [RangeTarget] {
        var allocations = [control.analysis(of: plan)]
        var results: [RangeResult] = []
        while let wave = control.wave(
            allocations.count,
            of: plan,
            analysis: analysis,
            allocations: allocations,
            results: results
        ) {
            allocations.append(wave)
            results = (results + encoded(wave)).sorted { $0.range < $1.range }
        }
        let film = EncodedFilm(
            plan: plan,
            analysis: analysis,
            accepted: results,
            history: results.map { [$0] },
            allocations: allocations
        )
        let further = control.correction(of: film, pass: 3).allocation?.targets ?? []
        return allocations.flatMap(\.targets) + further
    }

    private static func source(_ timeline: FrameTimeline) -> SourceDescription {
        SourceDescription(
            path: "/in.mov",
            identity: SourceIdentity(
                byteCount: 1,
                duration: timeline.timeRange.duration,
                contentHash: "",
                coversWholeFile: false
            ),
            container: "mov",
            video: VideoTrack(
                streamIndex: 0,
                codec: "h264",
                size: PictureSize(width: 1280, height: 720),
                sourcePixelFormat: "yuv420p",
                format: .yuv420p8,
                timeline: timeline,
                colourMetadata: ColourMetadata(
                    colour: ColourDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: false)
                )
            ),
            audio: [],
            notCarried: [],
            readerBuild: "1"
        )
    }

    private static func result(
        _ range: PlannedRange,
        pass: Int,
        bits: Int,
        target: Int?,
        curve: RateCurve?
    ) -> RangeResult {
        RangeResult(
            job: "job",
            range: range.index,
            pass: pass,
            frames: range.frames,
            storage: nil,
            silo: nil,
            parameterSets: nil,
            bits: bits,
            targetBits: target,
            quality: nil,
            rateCurve: curve,
            furtherPasses: [],
            optionsLine: "",
            cost: WorkCost(cpuSeconds: 1, wallSeconds: 1, maximumResidentBytes: 1),
            host: "",
            attempt: 1
        )
    }
}
