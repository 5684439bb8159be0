/// How far a job is: all that a progress display shows, and nothing of how it is shown.
package struct ProgressState: Hashable, Sendable, Codable {
    /// How far one range is in the current pass.
    package enum RangeState: String, Hashable, Sendable, Codable, CaseIterable {
        /// Its turn has not come.
        case waiting
        /// A worker is at it.
        case running
        /// Its result is published.
        case done
        /// It is asked for again, and its turn has not come.
        case requested
        /// A worker is at it again.
        case repeating
        /// Its last attempt failed; another may follow.
        case failed
    }

    /// Name of the job.
    package var name: String
    /// What is being done, in a word or two, as in `encode` or `verify`.
    package var activity: String
    /// Number of the pass, from 1; 0 where there are no passes.
    package var pass: Int
    /// Most passes there may be.
    package var maximumPasses: Int
    /// State of each range, in order.
    package var ranges: [RangeState]
    /// Ranges that were asked for again so far, over all passes.
    package var repeatedRanges: Int
    /// Work that is done, in any unit that `totalWork` shares; the work of the whole job, not of one pass.
    package var doneWork: Double
    /// All work that is known of. May grow when ranges are asked for again.
    package var totalWork: Double
    /// Most of the work that was done so far, as a share of what was known of it then, 0 to 1: what is shown never goes
    /// back, though work may turn out to be more.
    package var reachedFraction: Double
    /// Seconds since the job started or went on.
    package var elapsedSeconds: Double
    /// Work that was done before that, so that a resumed job does not look fast.
    package var workDoneBefore: Double
    /// Frames a second of all workers together, over the last while; nil when nothing is known yet.
    package var framesPerSecond: Double?
    /// Bit rate of what is encoded so far, in bit/s; nil before the final pass.
    package var bitsPerSecond: Double?
    /// Whether the job has ended, well or badly: nothing is left to wait for.
    package var hasEnded: Bool

    /// What a job is at before its first wave.
    package static let beginning = "probe"

    /// Creates a state.
    package init(
        name: String,
        activity: String,
        pass: Int = 0,
        maximumPasses: Int = 0,
        ranges: [RangeState] = [],
        repeatedRanges: Int = 0,
        doneWork: Double = 0,
        totalWork: Double = 0,
        reachedFraction: Double = 0,
        elapsedSeconds: Double = 0,
        workDoneBefore: Double = 0,
        framesPerSecond: Double? = nil,
        bitsPerSecond: Double? = nil,
        hasEnded: Bool = false
    ) {
        self.name = name
        self.activity = activity
        self.pass = pass
        self.maximumPasses = maximumPasses
        self.ranges = ranges
        self.repeatedRanges = repeatedRanges
        self.doneWork = doneWork
        self.totalWork = totalWork
        self.reachedFraction = reachedFraction
        self.elapsedSeconds = elapsedSeconds
        self.workDoneBefore = workDoneBefore
        self.framesPerSecond = framesPerSecond
        self.bitsPerSecond = bitsPerSecond
        self.hasEnded = hasEnded
    }

    /// How much of all work is done, 0 to 1; never less than it was.
    package var fraction: Double {
        guard totalWork > 0, doneWork.isFinite, totalWork.isFinite else { return min(reachedFraction, 1) }
        return min(max(doneWork / totalWork, reachedFraction, 0), 1)
    }

    /// Seconds that the rest takes at the pace so far; nil before there is a pace to speak of.
    package var remainingSeconds: Double? {
        let measured = doneWork - workDoneBefore
        guard elapsedSeconds >= 1, measured > 0, totalWork > 0, measured >= totalWork * 0.005 else { return nil }
        return max(0, (totalWork - doneWork) * elapsedSeconds / measured)
    }
}
