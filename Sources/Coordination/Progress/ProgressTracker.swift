import Foundation
package import Jobs
package import Media
import Platform
import RateControl

/// Computes from the events of a job how far it is. It is pure, so that displays can be tested without a job.
///
/// Work is counted in seconds of workers: the number of frames times the time of a frame in their stage. That time is
/// estimated from the pictures until units of the stage have ended; then it is measured. The estimates of later stages
/// are scaled by the measurements of earlier ones. So the pace, which is work over time, also predicts the stages that
/// have not begun.
package struct ProgressTracker: Sendable {
    /// How far the job is.
    package private(set) var state: ProgressState

    private let job: ResolvedJob
    private let frameCount: Double
    private let coarse: [PlannedRange]
    private let cost: StageCost
    /// Whether the source decodes about as fast as the films that the estimate was fitted to.
    private let hasUsualDecoder: Bool
    private let filmSeconds: Double
    private let bitsPerFrame: Double?
    private var plan: Plan?
    private var stages: [Stage: StageProgress] = [:]
    private var targets: [Int: [Int: RangeTarget]] = [:]
    private var pass = 0
    private var stage = Stage.scout
    /// Sizes of the ranges in the running wave, in frames, and the number of frames that are done in each.
    private var sizes: [Int: Double] = [:]
    private var frames: [Int: Int] = [:]
    private var bits: [Int: Int] = [:]
    /// The work that is done in the running wave, in the measure of `sizes`. This and the next two are sums, so that an
    /// event takes the same time in a film of any length.
    private var doneInWave = 0.0
    /// All of `bits` together.
    private var codedBits = 0
    /// The time of the pictures that these bits code, in seconds.
    private var codedSeconds = 0.0
    /// Ranges that workers do now.
    private var active: Set<Int> = []
    /// The highest number of such ranges so far.
    private var workers = 1
    /// When the running wave began, in seconds since the start.
    private var waveStart = 0.0
    /// The frames that each message of the last ten seconds reported, and all of them together.
    private var recent: [(seconds: Double, frames: Int)] = []
    private var recentFrames = 0

    /// Creates a tracker for a job over a source.
    package init(job: ResolvedJob, source: SourceDescription) {
        self.job = job
        let timeline = source.video.timeline
        frameCount = Double(timeline.count)
        let pipeline = Pipeline(job)
        coarse = pipeline.ranges(of: .scout, in: timeline, nil)
        cost = StageCost(job: job, source: source)
        hasUsualDecoder = Self.usualCodecs.contains(source.video.codec)
        filmSeconds = timeline.timeRange.duration.seconds
        bitsPerFrame =
            if case .average(let rate) = job.rate, timeline.count > 0 {
                Double(rate) * timeline.timeRange.duration.seconds / Double(timeline.count)
            } else { nil }
        state = ProgressState(name: job.name, activity: ProgressState.beginning, maximumPasses: job.passes.maximum)
        stages = Dictionary(
            uniqueKeysWithValues: Stage.allCases.map {
                ($0, StageProgress(total: pipeline.expectedShare(of: $0) * frameCount))
            }
        )
        refresh()
    }

    /// Processes an event.
    ///
    /// - Parameter elapsedSeconds: the time of the event, in seconds since the start.
    package mutating func note(_ event: JobEvent, elapsedSeconds: Double) {
        state.elapsedSeconds = elapsedSeconds
        switch event {
        case .planned(let plan):
            self.plan = plan
            countCodedSeconds()
            state.ranges = Array(repeating: .waiting, count: plan.ranges.count)
        case .allocated(let allocation):
            for target in allocation.targets { targets[allocation.pass, default: [:]][target.range] = target }
            if allocation.pass == 1, allocation.targets.isEmpty { stages[.analyse]?.total = 0 }
        case .waveBegan(let stage, let pass, let wave, let ranges, _): begin(stage, pass, wave, ranges)
        case .progress(let stage, _, let range, let frames, let bits):
            progress(stage, range, frames, bits, elapsedSeconds)
        case .rangePublished(let stage, _, let range):
            if stage.isPass, state.ranges.indices.contains(range) {
                state.ranges[range] = .done
            }
        case .unitEnded(let unit, let cost): end(unit, cost)
        case .unitFailed(let unit, _, _):
            active.subtract(unit.ranges)
            for range in unit.ranges where unit.stage == .encode && state.ranges.indices.contains(range) {
                state.ranges[range] = .failed
            }
        case .waveEnded: endWave()
        case .finished:
            state.activity = "finished"
            state.pass = 0
            state.framesPerSecond = nil
            state.hasEnded = true
            for stage in stages.keys { stages[stage]?.complete() }
        case .failed:
            state.activity = "failed"
            state.hasEnded = true
        case .selected:
            // This event also comes in a job that is resumed after its last pass. A range that must be encoded again
            // then is in a later wave.
            state.ranges = Array(repeating: .done, count: state.ranges.count)
            let encoded = encodedFrames
            stages[.encode]?.total = encoded
            for stage in [Stage.scout, .analyse, .encode] { stages[stage]?.complete() }
        case .resolved, .discarded, .note, .ofOutput: break
        }
        refresh()
    }

    // MARK: - Waves

    private mutating func begin(_ stage: Stage, _ pass: Int, _ wave: Int, _ ranges: [Int]) {
        (self.stage, self.pass) = (stage, pass)
        waveStart = state.elapsedSeconds
        clearWave()
        // The conclusion of the scout has no ranges, so there is nothing to count.
        sizes =
            stage.scope == .film
            ? [0: frameCount] : Dictionary(ranges.map { ($0, size(of: $0, stage, pass)) }) { first, _ in first }
        state.activity = stage.rawValue
        state.pass = stage.isPass ? pass : 0
        let needed = sizes.values.reduce(0, +)
        for earlier in Stage.allCases where earlier < stage { stages[earlier]?.complete() }
        if stage == .encode, Pipeline.isFurther(pass: pass) {
            let encoded = encodedFrames
            stages[.encode]?.total = encoded
            state.repeatedRanges += ranges.count
        }
        let later = later(stage, pass, wave)
        stages[stage]?.begin(needed: needed, later: later)
        guard stage.isPass else { return }
        for range in ranges where state.ranges.indices.contains(range) {
            state.ranges[range] = Pipeline.isFurther(pass: pass) ? .requested : .waiting
        }
    }

    /// Frames that the stage still has to do after a wave.
    private func later(_ stage: Stage, _ pass: Int, _ wave: Int) -> Double {
        guard stage == .encode, !Pipeline.isFurther(pass: pass), let total = stages[.encode]?.total else { return 0 }
        // The expected further passes, and the rest of the film after the sample.
        let again = max(total - frameCount, 0)
        guard pass == 2, wave == 1 else { return again }
        let sample = (targets[2] ?? [:]).keys.reduce(0) { $0 + size(of: $1, .encode, 2) }
        return again + max(frameCount - sample, 0)
    }

    /// Frames of the film, plus those of the ranges in all further passes that are decided.
    private var encodedFrames: Double {
        targets.filter { Pipeline.isFurther(pass: $0.key) }.reduce(frameCount) { sum, pass in
            sum + pass.value.keys.reduce(0) { $0 + size(of: $1, .encode, pass.key) }
        }
    }

    private mutating func progress(_ stage: Stage, _ range: Int, _ done: Int, _ bits: Int, _ seconds: Double) {
        let before = frames[range, default: 0]
        setFrames(max(done, before), of: range)
        active.insert(range)
        if stage.scope != .film { workers = max(workers, active.count) }
        if stage == .encode { setBits(bits, of: range) }
        let isEncoding = stage.isPass
        if isEncoding, state.ranges.indices.contains(range), state.ranges[range] != .done {
            state.ranges[range] = Pipeline.isFurther(pass: state.pass) ? .repeating : .running
        }
        recent.append((seconds, max(done - before, 0)))
        recentFrames += max(done - before, 0)
        let old = recent.prefix { $0.seconds < seconds - 10 }
        recentFrames -= old.reduce(0) { $0 + $1.frames }
        recent.removeFirst(old.count)
        if let first = recent.first, seconds - first.seconds > 1 {
            state.framesPerSecond = Double(recentFrames - first.frames) / (seconds - first.seconds)
        }
        state.bitsPerSecond = bitRate
    }

    private mutating func end(_ unit: WorkUnit, _ cost: WorkCost?) {
        active.subtract(unit.ranges)
        guard unit.stage == stage else { return }
        let places = unit.stage.scope == .film ? [0] : unit.ranges
        for range in places { setFrames(count(of: range, unit.stage), of: range) }
        guard let cost else { return }
        stages[unit.stage]?.measure(
            seconds: cost.wallSeconds,
            frames: places.reduce(0) { $0 + (sizes[$1] ?? 0) }
        )
    }

    private mutating func endWave() {
        let whole = sizes.values.reduce(0, +)
        stages[stage]?.done += whole
        stages[stage]?.own += whole
        clearWave()
    }

    private mutating func clearWave() {
        (sizes, frames, active) = ([:], [:], [])
        doneInWave = 0
        countCodedSeconds()
    }

    // MARK: - Sums

    private mutating func setFrames(_ done: Int, of range: Int) {
        doneInWave -= doneSize(of: range)
        if bits[range] != nil { codedSeconds -= codedSeconds(of: range) }
        frames[range] = done
        doneInWave += doneSize(of: range)
        if bits[range] != nil { codedSeconds += codedSeconds(of: range) }
    }

    private mutating func setBits(_ count: Int, of range: Int) {
        if let before = bits[range] { codedBits -= before } else { codedSeconds += codedSeconds(of: range) }
        bits[range] = count
        codedBits += count
    }

    private mutating func countCodedSeconds() {
        codedSeconds = bits.keys.reduce(0) { $0 + codedSeconds(of: $1) }
    }

    /// What is done of a range in the running wave, in the measure of `sizes`.
    private func doneSize(of range: Int) -> Double {
        guard let size = sizes[range] else { return 0 }
        return size * min(Double(frames[range] ?? 0) / Double(max(count(of: range, stage), 1)), 1)
    }

    /// The time of the pictures of a range that are coded. A range without frames in this wave was coded before.
    private func codedSeconds(of range: Int) -> Double {
        guard let planned = plan?.ranges[safely: range] else { return 0 }
        let share = Double(frames[range] ?? planned.frames.count) / Double(planned.frames.count)
        return planned.timeRange.duration.seconds * min(share, 1)
    }

    // MARK: - Work

    /// Estimates all work again from what is known now.
    private mutating func refresh() {
        let seconds = secondsPerFrame
        // One worker muxes while the others wait.
        func weight(_ stage: Stage) -> Double { (seconds[stage] ?? 0) * (stage.scope == .film ? Double(workers) : 1) }
        var (done, total, before) = (0.0, 0.0, 0.0)
        for (stage, progress) in stages {
            done += progress.done * weight(stage)
            total += progress.total * weight(stage)
            before += progress.before * weight(stage)
        }
        done += doneInWave * weight(stage)
        state.doneWork = state.hasEnded && state.activity == "finished" ? total : min(done, total)
        state.totalWork = total
        state.workDoneBefore = before
        state.reachedFraction = max(state.reachedFraction, state.fraction)
    }

    /// Seconds of a worker for a frame of each stage: measured, or else estimated and scaled by the measurements of
    /// other stages.
    private var secondsPerFrame: [Stage: Double] {
        func scale(_ known: [Stage]) -> Double? {
            var (measured, expected) = (0.0, 0.0)
            for stage in known {
                guard let took = stages[stage]?.measured else { continue }
                measured += took.seconds
                expected += took.frames * estimated(stage)
            }
            return measured > 0 && expected > 0 ? measured / expected : nil
        }
        // The time of passes tells little about the time of decoders: the former depends strongly on presets and
        // pictures, the latter hardly. A fast scout shows a fast machine. A slow scout shows a slow machine only for a
        // source of a usual codec; other codecs may be slow to decode.
        let scouted = scale([.scout]) ?? 1
        let decoding =
            hasUsualDecoder
            ? min(max(pow(scouted, 0.9), 0.25), 4)
            : scouted < 1 ? max(pow(scouted, 0.75), 0.4) : min(pow(scouted, 0.25), 1.3)
        let coding = scale([.analyse, .encode]) ?? decoding
        var all: [Stage: Double] = [:]
        for stage in Stage.allCases {
            all[stage] =
                if let took = stages[stage]?.measured, took.frames > 0 {
                    took.seconds / took.frames
                } else if stage == self.stage, let seconds = secondsPerFrameInWave {
                    seconds
                } else {
                    estimated(stage) * (stage.isPass ? coding : decoding)
                }
        }
        return all
    }

    /// Seconds of a worker for a frame of the running wave, before the first of its units has ended; nil in the first
    /// second of the wave.
    private var secondsPerFrameInWave: Double? {
        let seconds = state.elapsedSeconds - waveStart
        guard seconds >= 1, doneInWave > 0 else { return nil }
        return seconds * Double(max(active.count, 1)) / doneInWave
    }

    /// The estimated seconds of a worker for a frame. For verification the estimate uses the bits encoded so far, or
    /// else those of the requested rate.
    private func estimated(_ stage: Stage) -> Double {
        let bits = state.bitsPerSecond.map { $0 * filmSeconds / max(frameCount, 1) } ?? bitsPerFrame
        return cost.secondsPerFrame(stage, bitsPerFrame: bits)
    }

    /// FFmpeg's names of codecs that decode about as fast as H.264.
    private static let usualCodecs: Set<String> = ["h264", "hevc", "mpeg2video", "mpeg4", "vp8", "vp9", "av1"]

    /// The bit rate over the ranges that have bits, with dynamic HDR metadata, which is the same in all of them.
    private var bitRate: Double? {
        guard let plan, codedSeconds > 0 else { return nil }
        let film = plan.timeRange.duration.seconds
        let metadata = film > 0 ? Double(plan.dynamicMetadata?.bits ?? 0) / film : 0
        return Double(codedBits) / codedSeconds + metadata
    }

    /// Frames of a range: a coarse range in the scout, the whole film in the mux.
    private func count(of range: Int, _ stage: Stage) -> Int {
        switch stage.scope {
        case .coarseRanges: coarse[safely: range]?.frames.count ?? 0
        case .ranges: plan?.ranges[safely: range]?.frames.count ?? 0
        case .film: Int(frameCount)
        }
    }

    /// Size of a range in frames. Where its target is known, the size is weighted by its bits, because bits take time.
    private func size(of range: Int, _ stage: Stage, _ pass: Int) -> Double {
        let count = Double(count(of: range, stage))
        guard stage == .encode, count > 0, let bitsPerFrame, let bits = targets[pass]?[range]?.targetBits else {
            return count
        }
        let expectation = ExpectedEffort(pictureSamples: job.encoder.size.width * job.encoder.size.height)
        let effort = expectation.effort(frames: Int(count), bits: bits, codedShare: 0.5)
        let usual = expectation.effort(frames: Int(count), bits: Int(bitsPerFrame * count), codedShare: 0.5)
        return usual > 0 ? count * effort / usual : count
    }
}
