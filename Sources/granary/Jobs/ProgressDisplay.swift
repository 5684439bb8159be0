import Coordination
import Foundation
import Jobs
import Media
import Platform

/// Shows the events of one film, or of several that are made at the same time, in the requested form.
final class ProgressDisplay: Sendable {
    fileprivate struct Film {
        let jobID: String
        let role: FilmRole?
        let start = ContinuousClock.now
        var tracker: ProgressTracker
        var shown: ProgressState?
        var lastPace: ContinuousClock.Instant?
    }

    private struct State {
        var films: [Film] = []
        var waitingCount = 0
        var drawnLines = 0
        var lastDrawn: ContinuousClock.Instant?
    }

    private let form: ProgressChoice
    private let showsSeveral: Bool
    private let state = Locked(State())

    /// Creates a display; `auto` becomes the form that fits this terminal.
    ///
    /// - Parameter showsSeveral: true if it shows the films of several jobs.
    init(_ choice: ProgressChoice, showsSeveral: Bool = false) {
        form = choice.resolved
        self.showsSeveral = showsSeveral
    }

    /// Adds a film.
    ///
    /// - Parameters:
    ///   - jobID: id of the job that its events name.
    ///   - role: which film it is, if the job makes several.
    func add(_ job: ResolvedJob, of source: SourceDescription, jobID: String, role: FilmRole? = nil) -> FilmDisplay {
        let film = Film(jobID: jobID, role: role, tracker: ProgressTracker(job: job, source: source))
        let place = state.withLock { state in
            state.films.append(film)
            return state.films.count - 1
        }
        return FilmDisplay(display: self, place: place, label: showsSeveral ? PlainText.field(job.name) + ": " : "")
    }

    /// Notes how many films have not begun.
    func setWaiting(_ count: Int) { state.withLock { $0.waitingCount = count } }

    /// Takes an event of a film; from any thread.
    func show(_ event: JobEvent, ofFilm place: Int) {
        if form == .none { return }
        state.withLock { state in
            let elapsed = state.films[place].start.duration(to: .now).components
            let seconds = Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18
            state.films[place].tracker.note(event, elapsedSeconds: seconds)
            // A display that does not change for half a minute must show what it waits for.
            if form != .json, case .note(_, let text) = event, AwaitedFile.isNote(text) {
                StandardError.write(text + "\n")
                state.drawnLines = 0
            }
            switch form {
            case .json:
                let film = state.films[place]
                try? StandardOutput.writeLine(json: EventLine(jobID: film.jobID, event: film.labelled(event)))
                pace(&state.films[place], isFinal: event.isLast)
            case .bar: draw(&state, isFinal: event.isLast)
            default: print(&state.films[place])
            }
        }
    }

    /// Writes lines of text to standard error. What is drawn for several films appears below them again.
    func write(_ text: String) {
        state.withLock { state in
            if showsSeveral, state.drawnLines > 0 {
                StandardError.write(terminal: "\u{1B}[\(state.drawnLines)A\r\u{1B}[J")
                state.drawnLines = 0
            }
            StandardError.write(text)
        }
    }

    /// Writes an event that is not about one film, if the form is for programs.
    func writeLine(_ event: some Encodable) throws {
        guard form == .json else { return }
        try state.withLock { _ in try StandardOutput.writeLine(json: event) }
    }

    /// Leaves what was drawn on the terminal: later text appears below it.
    func finish() {
        state.withLock { state in
            if showsSeveral, form == .bar { draw(&state, isFinal: true) }
            state.drawnLines = 0
        }
    }

    private func draw(_ state: inout State, isFinal: Bool) {
        if let last = state.lastDrawn, !isFinal, last.duration(to: .now) < .milliseconds(100) { return }
        state.lastDrawn = .now
        let (width, rows) = ProgressDisplay.terminalSize
        let display = ProgressText(width: width)
        let films = state.films.map(\.tracker.state)
        let lines =
            showsSeveral
            ? display.lines(films, waitingCount: state.waitingCount, rows: rows) : films.flatMap(display.lines)
        var text: TerminalText = state.drawnLines > 0 ? "\u{1B}[\(state.drawnLines)A" : ""
        // Fewer lines than before leave no rest.
        if showsSeveral { text += "\r\u{1B}[J" }
        for line in lines { text += "\r\u{1B}[2K\(line)\n" }
        StandardError.write(terminal: text)
        state.drawnLines = lines.count
    }

    /// Writes the progress about once a second, for programs that show it. It is never the first or the last event, and
    /// nothing is written while the job is only beginning.
    private func pace(_ film: inout Film, isFinal: Bool) {
        let current = film.tracker.state
        if isFinal || current.activity == ProgressState.beginning { return }
        if let last = film.lastPace, last.duration(to: .now) < .seconds(1) { return }
        film.lastPace = .now
        let pace = ProgressPace(current, output: film.role?.isFirst == false ? film.role?.name : nil)
        try? StandardOutput.writeLine(json: EventLine(jobID: film.jobID, event: pace))
    }

    private func print(_ film: inout Film) {
        let current = film.tracker.state
        guard ProgressText.isWorthALine(current, after: film.shown, everySeconds: 10) else { return }
        film.shown = current
        StandardError.write(PlainText.field(ProgressText(width: 120).line(current)) + "\n")
    }

    private static var terminalSize: (width: Int, rows: Int) {
        var size = winsize()
        // Safe: the call fills the structure that it is lent.
        guard unsafe ioctl(2, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return (80, 24) }
        return (Int(size.ws_col), size.ws_row > 0 ? Int(size.ws_row) : 24)
    }
}

extension ProgressDisplay.Film {
    /// The event with the name of its film. Of the first film, only the event that ends it has the name: the job goes
    /// on.
    fileprivate func labelled(_ event: JobEvent) -> JobEvent {
        guard let role, !role.isFirst || event.isLast else { return event }
        return .ofOutput(role.name, event)
    }
}
