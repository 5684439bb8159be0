import Foundation
package import Jobs
package import Media
import Platform
import RateControl

/// Follows the events of a job and says how far it is: pure, so that displays are tested without a job.
///
/// Work is counted in seconds of workers: frames, times what a frame of their stage takes. That is estimated from the
/// pictures until units of the stage have ended, and measured from then on; the estimate of later stages is scaled
/// by what was measured of earlier ones. So the pace, which is work over time, predicts the stages that have not
/// begun, too.
package struct ProgressTracker: Sendable {
    /// How far the job is.
    package private(set) var state: ProgressState

    private let job: ResolvedJob
    private let frameCount: Double
    private let coarse: [PlannedRange]
    private let cost: StageCost
    /// Whether the source decodes about as quickly as the films that the estimate was fitted to.
    private let hasUsualDecoder: Bool
    private let filmSeconds: Double
    private let bitsPerFrame: Double?
    private var plan: Plan?
    private var stages: [Stage: StageProgress] = [:]
    private var targets: [Int: [Int: RangeTarget]] = [:]
    private var pass = 0
    private var stage = Stage.scout
    /// Sizes of the ranges in the running wave, in frames, and how many of each are done.
    private var sizes: [Int: Double] = [:]
    private var frames: [Int: Int] = [:]
    private var bits: [Int: Int] = [:]
    /// Ranges that workers are at, and the most that there were at once.
    private var active: Set<Int> = []
    private var workers = 1
    /// When the running wave began, in seconds since the start.
    private var waveStart = 0.0
    private var recent: [(seconds: Double, frames: Int)] = []

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

    /// Takes an event that happened so many seconds after the start.
    package mutating func note(_ event: JobEvent, elapsedSeconds: Double) {
        state.elapsedSeconds = elapsedSeconds
        switch event {
        case .planned(let plan):
            self.plan = plan
            state.ranges = Array(repeating: .waiting, count: plan.ranges.count)
        case .allocated(let allocation):
            for target in allocation.targets { targets[allocation.pass, default: [:]][target.range] = target }
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
            // Also told of a job that is resumed after its last pass; a range that has to be mended says so by its
            // wave.
            state.ranges = Array(repeating: .done, count: state.ranges.count)
            let encoded = encodedFrames
            stages[.encode]?.total = encoded
            for stage in [Stage.scout, .analyse, .encode] { stages[stage]?.complete() }
        case .resolved, .discarded, .note: break
        }
        refresh()
    }

    // MARK: - Waves

    private mutating func begin(_ stage: Stage, _ pass: Int, _ wave: Int, _ ranges: [Int]) {
        (self.stage, self.pass) = (stage, pass)
        waveStart = state.elapsedSeconds
        frames = [:]
        active = []
        // The conclusion of the scout has no ranges, and nothing to count.
        sizes =
            stage == .mux
            ? [0: frameCount] : Dictionary(ranges.map { ($0, size(of: $0, stage, pass)) }) { first, _ in first }
        state.activity = stage.rawValue
        state.pass = stage.isPass ? pass : 0
        let needed = sizes.values.reduce(0, +)
        for earlier in Stage.allCases where earlier < stage { stages[earlier]?.complete() }
        if stage == .encode, pass > 2 {
            let encoded = encodedFrames
            stages[.encode]?.total = encoded
            state.repeatedRanges += ranges.count
        }
        let later = later(stage, pass, wave)
        stages[stage]?.begin(needed: needed, later: later)
        guard stage.isPass else { return }
        for range in ranges where state.ranges.indices.contains(range) {
            state.ranges[range] = pass > 2 ? .requested : .waiting
        }
    }

    /// Frames of the film that the stage is to do after a wave.
    private func later(_ stage: Stage, _ pass: Int, _ wave: Int) -> Double {
        guard stage == .encode, pass <= 2, let total = stages[.encode]?.total else { return 0 }
        // Further passes, as far as they are expected; and the rest of the film after the sample.
        let again = max(total - frameCount, 0)
        guard pass == 2, wave == 1 else { return again }
        let sample = (targets[2] ?? [:]).keys.reduce(0) { $0 + size(of: $1, .encode, 2) }
        return again + max(frameCount - sample, 0)
    }

    /// Frames of the film, and of every range that a further pass was decided for.
    private var encodedFrames: Double {
        targets.filter { $0.key > 2 }.reduce(frameCount) { sum, pass in
            sum + pass.value.keys.reduce(0) { $0 + size(of: $1, .encode, pass.key) }
        }
    }

    private mutating func progress(_ stage: Stage, _ range: Int, _ done: Int, _ bits: Int, _ seconds: Double) {
        let before = frames[range, default: 0]
        frames[range] = max(done, before)
        active.insert(range)
        if stage != .mux { workers = max(workers, active.count) }
        if stage == .encode { self.bits[range] = bits }
        let isEncoding = stage.isPass
        if isEncoding, state.ranges.indices.contains(range), state.ranges[range] != .done {
            state.ranges[range] = state.pass > 2 ? .repeating : .running
        }
        recent.append((seconds, max(done - before, 0)))
        recent.removeAll { $0.seconds < seconds - 10 }
        if let first = recent.first, seconds - first.seconds > 1 {
            state.framesPerSecond = Double(recent.dropFirst().reduce(0) { $0 + $1.frames }) / (seconds - first.seconds)
        }
        state.bitsPerSecond = bitRate
    }

    private mutating func end(_ unit: WorkUnit, _ cost: WorkCost?) {
        active.subtract(unit.ranges)
        guard unit.stage == stage else { return }
        let places = unit.stage == .mux ? [0] : unit.ranges
        for range in places { frames[range] = count(of: range, unit.stage) }
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
        (sizes, frames, active) = ([:], [:], [])
    }

    // MARK: - Work

    /// Estimates all work anew with what is known of it now.
    private mutating func refresh() {
        let seconds = secondsPerFrame
        // One worker stitches while the others wait.
        func weight(_ stage: Stage) -> Double { (seconds[stage] ?? 0) * (stage == .mux ? Double(workers) : 1) }
        var (done, total, before) = (0.0, 0.0, 0.0)
        for (stage, progress) in stages {
            done += progress.done * weight(stage)
            total += progress.total * weight(stage)
            before += progress.before * weight(stage)
        }
        for (range, size) in sizes {
            let share = Double(frames[range] ?? 0) / Double(max(count(of: range, stage), 1))
            done += size * min(share, 1) * weight(stage)
        }
        state.doneWork = state.hasEnded && state.activity == "finished" ? total : min(done, total)
        state.totalWork = total
        state.workDoneBefore = before
        state.reachedFraction = max(state.reachedFraction, state.fraction)
    }

    /// Seconds of a worker for a frame of each stage: as measured, else as estimated and scaled by what was measured of
    /// others.
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
        // What passes take says little of what decoders take: presets and pictures differ by factors, decoders hardly.
        // A scout that is quick says that the machine is; one that is slow may have a source of a codec that is slow to
        // decode, where it is not a usual one.
        let scouted = scale([.scout]) ?? 1
        let decoding =
            hasUsualDecoder
            ? min(max(pow(scouted, 0.9), 0.25), 4)
            : scouted < 1 ? max(pow(scouted, 0.75), 0.4) : min(pow(scouted, 0.25), 1.3)
        let coding = scale([.analyse, .encode]) ?? decoding
        return Dictionary(
            uniqueKeysWithValues: Stage.allCases.map { stage in
                if let took = stages[stage]?.measured, took.frames > 0 { return (stage, took.seconds / took.frames) }
                if stage == self.stage, let seconds = secondsPerFrameInWave { return (stage, seconds) }
                let isCoding = stage.isPass
                return (stage, estimated(stage) * (isCoding ? coding : decoding))
            }
        )
    }

    /// Seconds of a worker for a frame of the running wave, before the first of its units has ended; nil in its first
    /// second.
    private var secondsPerFrameInWave: Double? {
        let seconds = state.elapsedSeconds - waveStart
        let done = sizes.reduce(0.0) { sum, range in
            sum + range.value * min(Double(frames[range.key] ?? 0) / Double(max(count(of: range.key, stage), 1)), 1)
        }
        guard seconds >= 1, done > 0 else { return nil }
        return seconds * Double(max(active.count, 1)) / done
    }

    /// Seconds of a worker for a frame, as estimated; of a verification by the bits that there are so far, else by
    /// those that are asked for.
    private func estimated(_ stage: Stage) -> Double {
        let bits = state.bitsPerSecond.map { $0 * filmSeconds / max(frameCount, 1) } ?? bitsPerFrame
        return cost.secondsPerFrame(stage, bitsPerFrame: bits)
    }

    /// FFmpeg's names of codecs that decode about as quickly as H.264.
    private static let usualCodecs: Set<String> = ["h264", "hevc", "mpeg2video", "mpeg4", "vp8", "vp9", "av1"]

    /// Bits over the time of the ranges that have any.
    private var bitRate: Double? {
        guard let plan, !bits.isEmpty else { return nil }
        let seconds = bits.keys.reduce(0.0) { sum, range in
            guard let planned = plan.ranges[safely: range] else { return sum }
            let share = Double(frames[range] ?? planned.frames.count) / Double(planned.frames.count)
            return sum + planned.timeRange.duration.seconds * min(share, 1)
        }
        return seconds > 0 ? Double(bits.values.reduce(0, +)) / seconds : nil
    }

    /// Frames of a range; of a coarse one in the scout, of the film in the mux.
    private func count(of range: Int, _ stage: Stage) -> Int {
        switch stage {
        case .scout: coarse[safely: range]?.frames.count ?? 0
        case .mux: Int(frameCount)
        case .analyse, .encode, .verify: plan?.ranges[safely: range]?.frames.count ?? 0
        }
    }

    /// Size of a range in frames, weighed by the bits that it is to have, where that is known: bits take time.
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
