import ArgumentParser
import JobDocuments

/// `granary queue remove`: takes films out of a queue.
struct QueueRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Take films out of a queue, finished, failed, waiting or damaged.",
        discussion: """
            Films and job directories stay. A film that is being made is not removed: interrupt its process first.

            Exit codes: 0 removed, 66 there is no such queue or film, 75 the film is being made.
            """
    )

    @OptionGroup var place: QueueFolder

    @Argument(help: ArgumentHelp("Numbers of the films.", valueName: "number"))
    var numbers: [Int]

    func run() throws {
        for number in numbers { try place.existing(with: number).remove(number) }
    }
}
