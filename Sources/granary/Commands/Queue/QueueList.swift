import ArgumentParser
import JobDocuments
import Jobs
import Media

/// `granary queue list`: shows the films of a queue.
struct QueueList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Show the films of a queue, those that wait in the order in which they begin.",
        discussion: """
            Reads the folder and changes nothing.

            Exit codes: 0 printed, 65 an entry is damaged, 66 there is no such queue.
            """
    )

    @OptionGroup var place: QueueFolder

    @Flag(help: "Print one JSON document instead of text: an object with films, and paused if the queue is paused.")
    var json = false

    /// A film as it is shown.
    private struct Film: Encodable {
        let number: Int
        /// `waiting`, `running`, `finished` or `failed`.
        let state: String
        let name: String
        let priority: Int
        let outputs: [String]
        let exitCode: Int32?
        let error: String?
        let directory: String?
    }

    private struct Listing: Encodable {
        let paused: String?
        let films: [Film]
    }

    func run() throws {
        let queue = try place.existing()
        let listing = try queue.listing()
        for (_, error) in listing.damaged { StandardError.write("granary: \(error.explanation)\n") }
        let code = FailureKind.worst(of: listing.damaged.map(\.error.kind.rawValue))
        // What is done comes first, then what waits in its order.
        let films = (listing.done + listing.open).map { film($0, in: queue) }
        let pause = queue.pause()?.reason
        if json {
            try StandardOutput.write(json: Listing(paused: pause, films: films))
        } else {
            if let pause { StandardOutput.write("paused: \(PlainText.field(pause))\n") }
            StandardOutput.write(films.map(text).joined())
            if films.isEmpty, listing.damaged.isEmpty { StandardError.write("granary: the queue is empty\n") }
        }
        if code != 0 { throw ExitCode(code) }
    }

    private func film(_ entry: QueueEntry, in queue: JobQueue) -> Film {
        Film(
            number: entry.number,
            state: queue.shownState(of: entry),
            name: entry.name,
            priority: entry.priority,
            outputs: entry.outputs,
            exitCode: entry.exitCode,
            error: entry.words,
            directory: entry.directory
        )
    }

    private func text(_ film: Film) -> String {
        let code = film.exitCode.map { $0 == 0 ? "" : ", exit code \($0)" } ?? ""
        let outputs = PlainText.field(film.outputs.joined(separator: ", "))
        // Every line is indented, so that none can pass for a film.
        let error = (film.error ?? "").split(separator: "\n").map { PlainText.field("  \($0)") + "\n" }.joined()
        return "\(film.number)  \(film.state)\(code)  priority \(film.priority)  \(PlainText.field(film.name))  "
            + "\(outputs)\n\(error)"
    }
}
