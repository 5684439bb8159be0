import Media

/// Follows the events of a job and says how far it is: pure, so that displays are tested without a job.
///
/// Work is counted in frames, weighted by what a frame of a stage costs against one of the final encode: rough, and
/// replaced by what is measured as the job goes on, because the pace is work over time.
package struct ProgressTracker: Sendable {
    /// How far the job is.
    package private(set) var state: ProgressState

    private let frameCount: Int
    private let isVerified: Bool
    private let passLimit: Int
    private var plan: Plan?
    private var stage = Stage.scout
    /// Frames done of each range in the running wave.
    private var frames: [Int: Int] = [:]
    private var bits: [Int: Int] = [:]
    private var finishedWork = 0.0
    private var waveWork = 0.0
    private var recent: [(seconds: Double, frames: Int)] = []

    /// Creates a tracker for a job over a film of so many frames.
    package init(job: ResolvedJob, frameCount: Int) {
        self.frameCount = frameCount
        isVerified = job.verification != .none
        passLimit = job.passes.maximum
        state = ProgressState(name: job.name, activity: "probe", maximumPasses: job.passes.maximum)
        state.totalWork = expectedWork
    }

    /// Takes an event that happened so many seconds after the start.
    package mutating func note(_ event: JobEvent, elapsedSeconds: Double) {
        state.elapsedSeconds = elapsedSeconds
        switch event {
        case .planned(let plan): adopt(plan)
        case .waveBegan(let stage, let pass, _, let ranges, let done):
            begin(stage, pass, ranges, done)
        case .progress(let stage, _, let range, let frames, let bits):
            progress(stage, range, frames, bits, elapsedSeconds)
        case .rangePublished(let stage, _, let range):
            if stage == .analyse || stage == .encode, state.ranges.indices.contains(range) {
                state.ranges[range] = .done
            }
        case .unitFailed(let unit, _, _):
            for range in unit.ranges where unit.stage == .encode && state.ranges.indices.contains(range) {
                state.ranges[range] = .failed
            }
        case .waveEnded: endWave()
        case .finished:
            state.activity = "finished"
            state.pass = 0
            state.doneWork = state.totalWork
            state.framesPerSecond = nil
            state.hasEnded = true
        case .failed:
            state.activity = "failed"
            state.hasEnded = true
        case .selected:
            // Also told of a job that is resumed after its last pass; a range that has to be mended says so by its wave.
            state.ranges = Array(repeating: .done, count: state.ranges.count)
        case .resolved, .discarded, .allocated, .note, .unitEnded: break
        }
    }

    private var expectedWork: Double {
        let frames = Double(frameCount)
        let passes = passLimit == 1 ? weight(.encode) : weight(.analyse) + weight(.encode)
        return frames * (weight(.scout) + passes + weight(.mux) + (isVerified ? weight(.verify) : 0))
    }

    /// Cost of a frame against one of the final encode.
    private func weight(_ stage: Stage) -> Double {
        switch stage {
        case .scout: 0.08
        case .analyse: 0.4
        case .encode: 1
        case .mux: 0.005
        case .verify: 0.1
        }
    }

    private mutating func adopt(_ plan: Plan) {
        self.plan = plan
        state.ranges = Array(repeating: .waiting, count: plan.ranges.count)
    }

    private mutating func begin(_ stage: Stage, _ pass: Int, _ ranges: [Int], _ done: Int) {
        self.stage = stage
        frames = [:]
        state.activity = stage.rawValue
        state.pass = stage == .analyse || stage == .encode ? pass : 0
        let count = stage == .scout || stage == .mux ? frameCount : ranges.reduce(0) { $0 + size(of: $1) }
        waveWork = Double(count) * weight(stage)
        guard stage == .analyse || stage == .encode else { return }
        if pass > 2 {
            state.repeatedRanges += ranges.count
            state.totalWork += waveWork
        }
        for range in ranges where state.ranges.indices.contains(range) {
            state.ranges[range] = pass > 2 ? .requested : .waiting
        }
    }

    private mutating func progress(
        _ stage: Stage,
        _ range: Int,
        _ done: Int,
        _ bits: Int,
        _ seconds: Double
    ) {
        let before = frames[range, default: 0]
        frames[range] = max(done, before)
        if stage == .encode { self.bits[range] = bits }
        let isEncoding = stage == .analyse || stage == .encode
        if isEncoding, state.ranges.indices.contains(range), state.ranges[range] != .done {
            state.ranges[range] = state.pass > 2 ? .repeating : .running
        }
        state.doneWork = finishedWork + min(Double(frames.values.reduce(0, +)) * weight(stage), waveWork)
        recent.append((seconds, max(done - before, 0)))
        recent.removeAll { $0.seconds < seconds - 10 }
        if let first = recent.first, seconds - first.seconds > 1 {
            state.framesPerSecond = Double(recent.dropFirst().reduce(0) { $0 + $1.frames }) / (seconds - first.seconds)
        }
        state.bitsPerSecond = bitRate
    }

    private mutating func endWave() {
        finishedWork += waveWork
        waveWork = 0
        frames = [:]
        state.doneWork = finishedWork
    }

    /// Bits over the time of the ranges that have any.
    private var bitRate: Double? {
        guard let plan, !bits.isEmpty else { return nil }
        let seconds = bits.keys.reduce(0.0) { sum, range in
            guard plan.ranges.indices.contains(range) else { return sum }
            let share =
                Double(frames[range] ?? plan.ranges[range].frames.count) / Double(plan.ranges[range].frames.count)
            return sum + plan.ranges[range].timeRange.duration.seconds * min(share, 1)
        }
        return seconds > 0 ? Double(bits.values.reduce(0, +)) / seconds : nil
    }

    private func size(of range: Int) -> Int {
        guard let plan, plan.ranges.indices.contains(range) else { return 0 }
        return plan.ranges[range].frames.count
    }
}
