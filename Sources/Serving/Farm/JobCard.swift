import JobDocuments
import Jobs
import Media

/// A job as the server shows it: its status, and how far it is.
struct JobCard: Encodable, Sendable {
    /// Id of the job, the name of its directory.
    let id: String
    /// What the user calls it.
    let name: String
    /// `running`, `stopped`, `finished`, `faulty` or `unreadable`.
    let state: String
    /// The current stage, or the stage with which it would continue; absent if nothing is left.
    let stage: String?
    /// Path of the job directory.
    let directory: String
    /// Path of the film to make; absent if the job cannot be read.
    let output: String?
    /// Who coordinates it, in words; absent if nobody does.
    let coordinator: String?
    /// Number of ranges; absent before the film is planned.
    let ranges: Int?
    /// The passes that have started; the scout is pass 0.
    let passes: [PassStatus]
    /// Ranges of the muxed film that were decoded and compared.
    let verifiedRanges: Int
    /// What verification found, and why a job cannot be read.
    let findings: [String]
    /// How far it is, while it runs; absent for a job of a build without a journal.
    let pace: JournalEntry.Pace?
    /// Whether it has a report page.
    let hasReport: Bool
    /// Whether it has a picture.
    let hasThumbnail: Bool
    /// Position in its journal up to which this was read.
    let position: Int64
    /// What a list shows, in words.
    let words: Words

    /// Figures as people read them.
    struct Words: Encodable, Sendable, Hashable {
        /// As in `encode, pass 2`.
        var activity = ""
        /// As in `42 %`.
        var progress = ""
        /// As in `12.3 frames/s`.
        var rate = ""
        /// Ranges that are encoded now, as in `2`.
        var workers = ""
        /// As in `3 min 20 s`.
        var remaining = ""
    }

    /// The card of a job that can be read.
    init(_ status: JobStatus, id: String, pace: JournalEntry.Pace?, position: Int64, report: Bool, thumbnail: Bool) {
        self.id = id
        name = status.name
        state = status.stateOfAll.rawValue
        stage = status.stage?.rawValue
        directory = status.directory
        output = status.output
        coordinator = status.holder.map(String.init(describing:))
        ranges = status.ranges
        passes = status.passes
        verifiedRanges = status.verifiedRanges
        findings = status.findings
        let isRunning = status.stateOfAll == .running
        self.pace = pace
        hasReport = report
        hasThumbnail = thumbnail
        self.position = position
        words = Self.words(status, isRunning ? pace : nil)
    }

    /// The card of a job that cannot be read.
    init(unreadable id: String, directory: String, _ words: String) {
        self.id = id
        name = id
        state = "unreadable"
        self.directory = directory
        (stage, output, coordinator, ranges, pace) = (nil, nil, nil, nil, nil)
        (passes, verifiedRanges, findings) = ([], 0, [words])
        (hasReport, hasThumbnail, position) = (false, false, 0)
        self.words = Words()
    }

    private static func words(_ status: JobStatus, _ pace: JournalEntry.Pace?) -> Words {
        var words = Words()
        if let pace {
            words.activity = pace.activity + (pace.pass > 0 ? ", pass \(pace.pass)" : "")
            words.progress = "\(Figure.decimal(pace.fraction * 100, 0)) %"
            let busy = pace.strip.count { $0 == JournalEntry.RangeMark.running.rawValue }
            words.workers = String(busy + pace.strip.count { $0 == JournalEntry.RangeMark.repeating.rawValue })
            if let rate = pace.framesPerSecond { words.rate = "\(Figure.decimal(rate, 1)) frames/s" }
            if let seconds = pace.remainingSeconds { words.remaining = Figure.duration(seconds) }
        } else if let stage = status.stage {
            words.activity = stage.rawValue
            if let pass = status.passes.last, pass.ranges > 0 {
                words.progress = "\(pass.doneRanges) of \(counted(pass.ranges, "range"))"
            }
        } else {
            words.progress = "100 %"
        }
        return words
    }
}
