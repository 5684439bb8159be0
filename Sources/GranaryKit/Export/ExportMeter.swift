import Coordination
import Jobs
import Media

/// Computes how far an export in process is, from the passes over its frames.
struct ExportMeter {
    private let cost: StageCost
    private let pipeline: Pipeline
    private let frameCount: Int
    private let start = ContinuousClock.now
    private var doneSeconds = 0.0
    private var laterSeconds = 0.0
    private var stage = Stage.encode
    private var pass = 0
    private var passFrames = 0
    private var encodedFrames = 0
    private var passStart = ContinuousClock.now
    private var lastReport: ContinuousClock.Instant?
    private var reached = 0.0

    /// The shortest time between two reports.
    private static let interval = Duration.milliseconds(250)

    init(_ job: ResolvedJob, _ source: SourceDescription) {
        cost = StageCost(job: job, source: source)
        pipeline = Pipeline(job)
        frameCount = source.video.timeline.count
    }

    /// Notes that a pass over some frames begins.
    mutating func begin(pass: Int, frames: Int) {
        doneSeconds += Double(encodedFrames) * cost.secondsPerFrame(stage)
        (self.pass, passFrames, encodedFrames) = (pass, frames, 0)
        stage = pipeline.stage(ofPass: pass)
        passStart = .now
        let further = pipeline.expectedFurtherShare
        let laterShare = stage == .analyse ? 1 + further : Pipeline.isFurther(pass: pass) ? 0 : further
        laterSeconds = laterShare * Double(frameCount) * cost.secondsPerFrame(.encode)
    }

    /// Notes that the pass has one more frame. Returns the progress, a few times a second.
    mutating func encoded() -> ExportProgress? {
        encodedFrames += 1
        let now = ContinuousClock.now
        if let lastReport, now - lastReport < Self.interval, encodedFrames < passFrames { return nil }
        lastReport = now
        let perFrame = cost.secondsPerFrame(stage)
        let done = doneSeconds + Double(encodedFrames) * perFrame
        let total = doneSeconds + Double(passFrames) * perFrame + laterSeconds
        reached = max(reached, total > 0 ? min(done / total, 1) : 0)
        let elapsed = (now - start) / .seconds(1)
        let inPass = (now - passStart) / .seconds(1)
        return ExportProgress(
            fractionCompleted: reached,
            activity: stage.rawValue,
            pass: pass,
            framesPerSecond: inPass > 1 ? Double(encodedFrames) / inPass : nil,
            remainingSeconds: elapsed > 1 && reached > 0.005 ? elapsed * (1 - reached) / reached : nil
        )
    }
}
