package import Jobs
package import Platform

/// One line of a job's journal: what happened, without the documents that the job directory has anyway.
package struct JournalEntry: Hashable, Sendable, Codable {
    /// How far the job is, about once a second.
    package struct Pace: Hashable, Sendable, Codable {
        /// The current activity, as in `encode`.
        package var activity: String
        /// Number of the pass; 0 where there are no passes.
        package var pass: Int
        /// The share of all work that is done, 0 to 1.
        package var fraction: Double
        /// Seconds since the job was started or resumed.
        package var elapsedSeconds: Double
        /// Seconds that the rest takes at the pace so far; nil until enough work is done to know the pace.
        package var remainingSeconds: Double?
        /// Frames per second of all workers together, over the last ten seconds.
        package var framesPerSecond: Double?
        /// Bit rate of the ranges encoded so far, in bit/s.
        package var bitsPerSecond: Double?
        /// Number of ranges that were encoded again or will be.
        package var repeatedRanges: Int
        /// A letter for the state of each range, in film order: those of `RangeMark`.
        package var strip: String

        /// Creates a value.
        package init(
            activity: String,
            pass: Int,
            fraction: Double,
            elapsedSeconds: Double,
            remainingSeconds: Double? = nil,
            framesPerSecond: Double? = nil,
            bitsPerSecond: Double? = nil,
            repeatedRanges: Int = 0,
            strip: String = ""
        ) {
            self.activity = activity
            self.pass = pass
            self.fraction = fraction
            self.elapsedSeconds = elapsedSeconds
            self.remainingSeconds = remainingSeconds
            self.framesPerSecond = framesPerSecond
            self.bitsPerSecond = bitsPerSecond
            self.repeatedRanges = repeatedRanges
            self.strip = strip
        }
    }

    /// The letter of a range's state in a strip.
    package enum RangeMark: Character, Hashable, Sendable, CaseIterable {
        /// No worker has started it.
        case waiting = "."
        /// A worker does it.
        case running = ">"
        /// Its result is published.
        case done = "#"
        /// It will be encoded again; no worker has started it.
        case requested = "o"
        /// A worker encodes it again.
        case repeating = "+"
        /// Its last attempt failed; another may follow.
        case failed = "!"
    }

    /// Name of the event, as in `waveBegan`; `pace` for how far the job is.
    package var type: String
    /// When it happened, in seconds since 1970.
    package var time: Double
    /// The stage that it is about.
    package var stage: Stage?
    /// Number of the pass that it is about.
    package var pass: Int?
    /// Number of the wave that it is about.
    package var wave: Int?
    /// The ranges that it is about.
    package var ranges: [Int]?
    /// A number of ranges or units, where the event counts some.
    package var count: Int?
    /// Words: a reason, a note, the end of a log.
    package var text: String?
    /// How a unit ended, or the exit code of a job that failed, in words.
    package var exit: String?
    /// What a unit took.
    package var cost: WorkCost?
    /// Whether a finished film was finished before this run.
    package var wasComplete: Bool?
    /// How far the job is.
    package var pace: Pace?

    /// Creates an entry with nothing but a type.
    package init(_ type: String, time: Double) {
        self.type = type
        self.time = time
    }
}
