import Coordination
import Jobs
import Media
import Platform
import RateModel
import Storage

/// Two small jobs over small films, and results of them by arithmetic: what the targets of documents, manifests and
/// pages start from. Nothing of it is measured, and there are no such films.
enum JobWorld {
    /// An encoder for 8 and 10 bits.
    static let capabilities = EncoderCapabilities(
        version: "4.1",
        build: 215,
        bitDepths: [8, 10],
        maximumTemporalLevels: 5,
        instructionSets: "AVX2"
    )

    /// A film in SDR with sound of both sorts, and one in HDR10.
    static let sources = [plainSource, lightSource]

    /// A job that spends an average rate for a metric under a buffer, and one that aims at a quality.
    static let jobs = [rateJob, qualityJob]

    /// The display of the first job, which is at its second pass.
    static let tracker: ProgressTracker = {
        var tracker = ProgressTracker(job: jobs[0], source: plainSource)
        for event in [
            JobEvent.resolved(jobs[0]), .planned(plan(of: jobs[0])),
            .waveBegan(stage: .encode, pass: 2, wave: 1, ranges: [0, 1, 2, 3], done: 0),
        ] { tracker.note(event, elapsedSeconds: 0) }
        return tracker
    }()

    /// What the runner of a job makes of a worker's message.
    static func events(of message: WorkerMessage) -> [JobEvent] {
        let unit = WorkUnit(stage: .encode, pass: 2, ranges: [1])
        return switch message {
        case .progress(let range, let frames, let bits):
            [.progress(stage: .encode, pass: 2, range: range, frames: frames, bits: bits)]
        case .published(let range): [.rangePublished(stage: .encode, pass: 2, range: range)]
        case .note(let text): [.note(unit: unit, text: text)]
        case .done(let cost): [.unitEnded(unit, cost: cost)]
        case .failed(let failure): [.unitFailed(unit, exit: "code 1", lastWords: failure.explanation)]
        }
    }

    /// How a job's film is cut: a range a second.
    static func plan(of job: ResolvedJob) -> Plan {
        let ranges = RangePlanner(timeline: timeline, job: job).ranges(sceneCuts: cuts)
        return Plan(job: job.id, ranges: ranges, sceneCuts: cuts, light: light(of: job))
    }

    /// What the scout measures; nil when it does not.
    static func light(of job: ResolvedJob) -> MeasuredLight? {
        job.measuresLight == true ? MeasuredLight(frame: 30, maximum: 612.4, average: 80.5) : nil
    }

    /// What a pass makes of a range. Range 2 misses its target in pass 2.
    static func result(_ job: ResolvedJob, _ range: PlannedRange, pass: Int, target: Int?) -> RangeResult {
        let count = range.frames.count
        let wanted = target ?? count * 2000
        let bits = pass == 2 && range.index == 2 ? wanted / 10 * 12 : wanted
        let isAnalysis = pass == 1
        let each = bits / (count + 9)
        return RangeResult(
            job: job.id,
            range: range.index,
            pass: pass,
            frames: range.frames,
            storage: PublishedFile(name: "range-\(pass)-\(range.index).multipass", sha256: none, byteCount: 0),
            silo: isAnalysis
                ? nil : PublishedFile(name: "range-\(pass)-\(range.index).silo", sha256: none, byteCount: 0),
            parameterSets: isAnalysis ? nil : ParameterSets(vps: [1], sps: [2], pps: [3]),
            bits: bits,
            unitBits: [bits - each * (count - 1)] + Array(repeating: each, count: count - 1),
            targetBits: isAnalysis ? nil : target,
            damage: nil,
            quality: RangeQuality(
                psnrY: 40,
                psnrU: 42,
                psnrV: 42,
                ssim: 0.98,
                frameCount: count,
                xpsnrY: 39,
                vmaf: 91,
                vmafNEG: 90
            ),
            figures: isAnalysis
                ? nil
                : FrameFigures(
                    psnr: range.frames.map { 40 + Double($0 % 24) / 10 },
                    ssim: range.frames.map { 0.98 + Double($0 % 24) / 2000 }
                ),
            rateCurve: RateCurve(
                bits: (0..<RateCurve.pointCount).map { max((Double(bits) * 8 / Double($0 + 8)).rounded(), 1) },
                encoderSeconds: Double(count) / 24
            ),
            furtherPasses: bits == wanted ? [] : [range.timeRange],
            optionsLine: "#options: 64x64 fps=24/1 bframes=4",
            cost: cost,
            host: "host",
            attempt: 1
        )
    }

    static let cost = WorkCost(cpuSeconds: 2, userSeconds: 1.5, wallSeconds: 1, maximumResidentBytes: 1 << 20)
    /// SHA-256 of nothing.
    static let none = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    static let cuts = [30, 48]
    private static let frameCount = 96
    private static let timeline = FrameTimeline(
        timescale: 24,
        firstTick: 0,
        runs: [FrameTimeline.Run(count: frameCount, duration: 1)]
    )!

    private static let rateJob = ResolvedJob(
        name: "rate",
        outputPath: "/nonexistent/rate.mp4",
        source: plainSource.identity,
        encoder: EncoderSettings(
            size: PictureSize(width: 64, height: 64),
            format: .yuv420p8,
            frameRate: FrameRate(frames: 24, seconds: 1),
            temporalLevels: 2,
            buffer: BufferLimits(bitsPerSecond: 100_000, bufferBits: 100_000)
        ),
        rate: .average(bitsPerSecond: 48_000),
        optimize: .xpsnr,
        passes: PassLimits(maximum: 4, reason: "for the fuzzer"),
        ranges: limits,
        builds: builds
    )

    private static let qualityJob = ResolvedJob(
        name: "quality",
        outputPath: "/nonexistent/quality.mov",
        source: lightSource.identity,
        encoder: EncoderSettings(
            size: PictureSize(width: 64, height: 64),
            format: .yuv420p10,
            frameRate: FrameRate(frames: 24, seconds: 1),
            colourMetadata: ColourMetadata(colour: lightSource.video.colour)
        ),
        measuresLight: true,
        rate: .quality(QualityGoal(metric: .vmaf, target: 92, floor: 88)!),
        passes: PassLimits(maximum: 4, reason: "for the fuzzer"),
        ranges: limits,
        builds: builds
    )

    private static let builds = BuildIdentity(encoder: "4.1", reader: "reader 1")
    private static let limits = RangeLimits(
        minimum: MediaTime(value: 1, timescale: 2),
        maximum: MediaTime(value: 1, timescale: 1),
        sceneCuts: true
    )

    private static let plainSource = source(
        .yuv420p8,
        ColourDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: false),
        audio: [track(0, "aac", "eng", obstacle: nil), track(1, "vorbis", "deu", obstacle: "MP4 holds no Vorbis")]
    )

    private static let lightSource = {
        var film = source(
            .yuv420p10,
            ColourDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: false),
            audio: []
        )
        film.video.masteringDisplay = MasteringDisplay(
            text: "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)"
        )
        return film
    }()

    private static func source(
        _ format: PixelFormat,
        _ colour: ColourDescription,
        audio: [AudioTrack]
    ) -> SourceDescription {
        SourceDescription(
            path: "/jobs/in.mov",
            identity: SourceIdentity(
                byteCount: 1_000_000,
                duration: MediaTime(value: 4, timescale: 1),
                contentHash: String(repeating: "0", count: 64),
                coversWholeFile: false
            ),
            container: "mov",
            video: VideoTrack(
                streamIndex: 0,
                codec: "h264",
                size: PictureSize(width: 1280, height: 720),
                sourcePixelFormat: format == .yuv420p8 ? "yuv420p" : "yuv420p10le",
                format: format,
                timeline: timeline,
                colourMetadata: ColourMetadata(colour: colour)
            ),
            audio: audio,
            notCarried: ["subtitle track 3 (hdmv_pgs_subtitle, eng)"],
            readerBuild: "reader 1"
        )
    }

    private static func track(_ index: Int, _ codec: String, _ language: String, obstacle: String?) -> AudioTrack {
        AudioTrack(
            streamIndex: index + 1,
            codec: codec,
            configuration: obstacle == nil ? [0x12, 0x10] : [],
            sampleRate: 48000,
            channelCount: 2,
            language: language,
            obstacle: obstacle,
            timescale: 48000,
            mediaDuration: 192_000,
            presentedFrom: 0,
            presentedDuration: 192_000,
            presentationStart: .zero,
            packetCount: 188
        )
    }
}
