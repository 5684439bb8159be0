import Coordination
import Jobs
import Media

/// The part of a progress display that shows one film.
struct FilmDisplay: Sendable {
    /// The display that it is a part of.
    let display: ProgressDisplay
    /// The place of the film among those of the display.
    let place: Int
    /// What messages about the film begin with; empty if no other film can be meant.
    let label: String

    /// Takes an event of the film; from any thread.
    func show(_ event: JobEvent) { display.show(event, ofFilm: place) }

    /// Writes a message about the film to standard error.
    func say(_ message: String) { display.write("granary: \(label)\(message)\n") }

    /// Leaves what was drawn on the terminal if no other film is shown: later text appears below it.
    func finish() { if label.isEmpty { display.finish() } }
}
