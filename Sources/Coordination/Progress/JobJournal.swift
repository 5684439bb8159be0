import Foundation
package import JobDocuments
package import Jobs
package import Media
import Platform

/// Writes what happens in a job to its journal, and about once a second how far it is.
///
/// Events come one at a time, as `JobEventSink` passes them on. Nothing is written before there is work: a finished job
/// that is run again does not change its folder.
package final class JobJournal: Sendable {
    private struct State {
        var tracker: ProgressTracker
        let start = ContinuousClock.now
        var written: JournalEntry.Pace?
        var lastPace: ContinuousClock.Instant?
        /// What waits until there is work; nil from then on.
        var held: [JournalEntry]? = []
    }

    private let writer: JournalWriter
    private let state: Locked<State>

    /// Creates the journal of a film.
    package init(of job: ResolvedJob, source: SourceDescription, in directory: JobDirectory) {
        writer = JournalWriter(path: directory.paths.journal)
        state = Locked(State(tracker: ProgressTracker(job: job, source: source)))
    }

    /// Why the last entry was not written, as the system's message; nil if it was.
    package var obstacle: String? { writer.obstacle }

    /// Takes an event of the film.
    package func note(_ event: JobEvent) {
        let time = Date().timeIntervalSince1970
        let due = state.withLock { state -> [JournalEntry] in
            state.tracker.note(event, elapsedSeconds: state.start.duration(to: .now) / .seconds(1))
            var entries = [event.entry(at: time)].compactMap(\.self)
            if let pace = Self.pace(&state, isDue: event.changesMuch) {
                var entry = JournalEntry("pace", time: time)
                entry.pace = pace
                entries.append(entry)
            }
            guard let held = state.held else { return entries }
            state.held = event.isWork ? nil : held + entries
            return event.isWork ? held + entries : []
        }
        for entry in due { writer.append(entry, isLast: event.isLast) }
    }

    /// The pace, if it changed and was not written within the last second.
    private static func pace(_ state: inout State, isDue: Bool) -> JournalEntry.Pace? {
        if !isDue, let last = state.lastPace, last.duration(to: .now) < .seconds(1) { return nil }
        let pace = JournalEntry.Pace(state.tracker.state)
        guard pace != state.written else { return nil }
        state.written = pace
        state.lastPace = .now
        return pace
    }
}

extension JournalEntry.Pace {
    /// The pace of a state.
    package init(_ state: ProgressState) {
        self.init(
            activity: state.activity,
            pass: state.pass,
            fraction: state.fraction,
            elapsedSeconds: state.elapsedSeconds,
            remainingSeconds: state.remainingSeconds,
            framesPerSecond: state.framesPerSecond,
            bitsPerSecond: state.bitsPerSecond,
            repeatedRanges: state.repeatedRanges,
            strip: String(state.ranges.map { JournalEntry.RangeMark($0).rawValue })
        )
    }
}

extension JournalEntry.RangeMark {
    fileprivate init(_ state: ProgressState.RangeState) {
        self =
            switch state {
            case .waiting: .waiting
            case .running: .running
            case .done: .done
            case .requested: .requested
            case .repeating: .repeating
            case .failed: .failed
            }
    }
}

extension JobEvent {
    /// Whether it shows that the job is worked on, or how it ended: not what a finished job also does.
    fileprivate var isWork: Bool {
        switch self {
        case .resolved, .planned, .allocated, .selected, .note, .finished(_, true): false
        default: true
        }
    }

    /// Whether a display must show the new state at once.
    fileprivate var changesMuch: Bool {
        switch self {
        case .planned, .waveBegan, .unitFailed, .finished, .failed: true
        default: false
        }
    }

    /// The line of the journal; nil for what the pace says.
    fileprivate func entry(at time: Double) -> JournalEntry? {
        func entry(_ type: String, _ change: (inout JournalEntry) -> Void) -> JournalEntry {
            var entry = JournalEntry(type, time: time)
            change(&entry)
            return entry
        }
        func unit(_ unit: WorkUnit, _ entry: inout JournalEntry) {
            (entry.stage, entry.pass, entry.ranges) = (unit.stage, unit.pass, unit.ranges)
        }
        switch self {
        case .resolved(let job): return entry("resolved") { $0.text = job.name }
        case .discarded(let reason): return entry("discarded") { $0.text = reason }
        case .planned(let plan): return entry("planned") { $0.count = plan.ranges.count }
        case .allocated(let allocation):
            return entry("allocated") { ($0.pass, $0.count) = (allocation.pass, allocation.targets.count) }
        case .selected: return entry("selected") { _ in }
        case .waveBegan(let stage, let pass, let wave, let ranges, _):
            return entry("waveBegan") { ($0.stage, $0.pass, $0.wave, $0.count) = (stage, pass, wave, ranges.count) }
        case .progress, .ofOutput: return nil
        case .rangePublished(let stage, let pass, let range):
            return entry("rangePublished") { ($0.stage, $0.pass, $0.ranges) = (stage, pass, [range]) }
        case .note(let work, let text):
            return entry("note") {
                unit(work, &$0)
                $0.text = text
            }
        case .unitEnded(let work, let cost):
            return entry("unitEnded") {
                unit(work, &$0)
                $0.cost = cost
            }
        case .unitFailed(let work, let exit, let lastWords):
            return entry("unitFailed") {
                unit(work, &$0)
                ($0.exit, $0.text) = (exit, lastWords)
            }
        case .waveEnded(let stage, let pass, let wave):
            return entry("waveEnded") { ($0.stage, $0.pass, $0.wave) = (stage, pass, wave) }
        case .finished(let film, let wasComplete):
            return entry("finished") { ($0.text, $0.wasComplete) = (film.path, wasComplete) }
        case .failed(let explanation, let exitCode):
            return entry("failed") { ($0.text, $0.exit) = (explanation, "exit code \(exitCode)") }
        }
    }
}
