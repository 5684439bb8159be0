import Coordination
import Foundation
import Jobs
import Media
import Platform

/// Shows the events of a job in the requested form.
final class ProgressDisplay: Sendable {
    private struct State {
        var tracker: ProgressTracker
        var shown: ProgressState?
        var drawnLines = 0
        var lastDrawn: ContinuousClock.Instant?
    }

    /// Which of several films of a job is shown.
    struct Film {
        /// What the user calls it.
        let name: String
        /// True for the first one, which stands for the job.
        let isFirst: Bool
    }

    private let form: ProgressChoice
    private let film: Film?
    private let start = ContinuousClock.now
    private let state: Locked<State>

    /// Creates a display; `auto` becomes the form that fits this terminal.
    ///
    /// - Parameter film: the film, if the job makes several.
    init(_ choice: ProgressChoice, job: ResolvedJob, source: SourceDescription, film: Film? = nil) {
        form = choice.resolved
        self.film = film
        state = Locked(State(tracker: ProgressTracker(job: job, source: source)))
    }

    /// Takes an event; from any thread.
    func show(_ event: JobEvent) {
        if form == .none { return }
        state.withLock { state in
            let elapsed = start.duration(to: .now).components
            state.tracker.note(event, elapsedSeconds: Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18)
            let current = state.tracker.state
            // A display that does not change for half a minute must show what it waits for.
            if form != .json, case .note(_, let text) = event, AwaitedFile.isNote(text) {
                StandardError.write(text + "\n")
                state.drawnLines = 0
            }
            switch form {
            case .json:
                try? StandardOutput.writeLine(json: labelled(event))
                pace(current, &state, isFinal: event.isLast)
            case .bar: draw(current, &state, isFinal: event.isLast)
            default: print(current, &state)
            }
        }
    }

    /// The event with the name of its film. Of the first film, only the event that ends it has the name: the job goes
    /// on.
    private func labelled(_ event: JobEvent) -> JobEvent {
        guard let film, !film.isFirst || event.isLast else { return event }
        return .ofOutput(film.name, event)
    }

    /// Leaves what was drawn on the terminal: later text appears below it.
    func finish() {
        state.withLock { $0.drawnLines = 0 }
    }

    private func draw(_ current: ProgressState, _ state: inout State, isFinal: Bool) {
        if let last = state.lastDrawn, !isFinal, last.duration(to: .now) < .milliseconds(100) { return }
        state.lastDrawn = .now
        let lines = ProgressText(width: ProgressDisplay.terminalWidth).lines(current)
        var text: TerminalText = state.drawnLines > 0 ? "\u{1B}[\(state.drawnLines)A" : ""
        for line in lines { text += "\r\u{1B}[2K\(line)\n" }
        StandardError.write(terminal: text)
        state.drawnLines = lines.count
    }

    /// Writes the progress about once a second, for programs that show it. It is never the first or the last event, and
    /// nothing is written while the job is only beginning.
    private func pace(_ current: ProgressState, _ state: inout State, isFinal: Bool) {
        if isFinal || current.activity == ProgressState.beginning { return }
        if let last = state.lastDrawn, last.duration(to: .now) < .seconds(1) { return }
        state.lastDrawn = .now
        try? StandardOutput.writeLine(json: ProgressPace(current, output: film?.isFirst == false ? film?.name : nil))
    }

    private func print(_ current: ProgressState, _ state: inout State) {
        guard ProgressText.isWorthALine(current, after: state.shown, everySeconds: 10) else { return }
        state.shown = current
        StandardError.write(PlainText.field(ProgressText(width: 120).line(current)) + "\n")
    }

    private static var terminalWidth: Int {
        var size = winsize()
        // Safe: the call fills the structure that it is lent.
        guard unsafe ioctl(2, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
