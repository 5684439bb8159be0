import ArgumentParser
import JobDocuments

/// `granary queue pause`: begins no further film.
struct QueuePausing: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Begin no further film; films that are being made are finished."
    )

    @OptionGroup var place: QueueFolder

    @Option(help: ArgumentHelp("Why, for those who list the queue.", valueName: "text"))
    var reason = "somebody paused it"

    func run() throws { try place.existing().pause(QueuePause(reason: String(reason.prefix(1000)))) }
}

/// `granary queue resume`: ends the pause.
struct QueueResuming: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "End the pause of a queue.",
        discussion: """
            Processes with --wait go on by themselves; otherwise start one with `granary run --queue`.
            """
    )

    @OptionGroup var place: QueueFolder

    func run() throws { try place.existing().endPause() }
}
