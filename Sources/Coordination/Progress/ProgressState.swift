/// How far a job is: the content of a progress display, without its form.
package struct ProgressState: Hashable, Sendable, Codable {
    /// The state of one range in the current pass.
    package enum RangeState: String, Hashable, Sendable, Codable, CaseIterable {
        /// No worker has started it.
        case waiting
        /// A worker does it.
        case running
        /// Its result is published.
        case done
        /// It will be encoded again; no worker has started it.
        case requested
        /// A worker encodes it again.
        case repeating
        /// Its last attempt failed; another may follow.
        case failed
    }

    /// Name of the job.
    package var name: String
    /// The current activity in a word or two, as in `encode` or `verify`.
    package var activity: String
    /// Number of the pass, from 1; 0 where there are no passes.
    package var pass: Int
    /// The most passes that the job may have.
    package var maximumPasses: Int
    /// State of each range, in order.
    package var ranges: [RangeState]
    /// Number of ranges that were encoded again or will be, over all passes.
    package var repeatedRanges: Int
    /// Work that is done in the whole job, in the unit of `totalWork`.
    package var doneWork: Double
    /// All work of the job as far as it is known. It grows when ranges are to be encoded again.
    package var totalWork: Double
    /// The highest share of the work so far, 0 to 1. The display uses it so that it never goes back when the total
    /// grows.
    package var reachedFraction: Double
    /// Seconds since the job was started or resumed.
    package var elapsedSeconds: Double
    /// Work that was done before that. Without it, a resumed job would seem fast.
    package var workDoneBefore: Double
    /// Frames per second of all workers together, over the last ten seconds; nil when it is not known yet.
    package var framesPerSecond: Double?
    /// Bit rate of the ranges encoded so far, in bit/s; nil before the final pass.
    package var bitsPerSecond: Double?
    /// Whether the job has ended, with success or without.
    package var hasEnded: Bool

    /// The activity of a job before its first wave.
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

    /// The share of all work that is done, 0 to 1; it never falls.
    package var fraction: Double {
        guard totalWork > 0, doneWork.isFinite, totalWork.isFinite else { return min(reachedFraction, 1) }
        return min(max(doneWork / totalWork, reachedFraction, 0), 1)
    }

    /// Seconds that the rest takes at the pace so far; nil in the first second, and before half a percent of the work
    /// is done.
    package var remainingSeconds: Double? {
        let measured = doneWork - workDoneBefore
        guard elapsedSeconds >= 1, measured > 0, totalWork > 0, measured >= totalWork * 0.005 else { return nil }
        return max(0, (totalWork - doneWork) * elapsedSeconds / measured)
    }
}
