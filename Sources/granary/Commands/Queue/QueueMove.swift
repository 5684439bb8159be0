import ArgumentParser
import JobDocuments

/// `granary queue move`: changes when a film begins.
struct QueueMove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Give a film another priority, or another place within its priority.",
        discussion: """
            A film that is being made keeps the priority that it began with.
            """
    )

    @OptionGroup var place: QueueFolder

    @Argument(help: ArgumentHelp("Number of the film.", valueName: "number"))
    var number: Int

    @Option(help: ArgumentHelp("0 to 100, higher first.", valueName: "priority"))
    var priority: Int?

    @Flag(help: "Before the other films of its priority.")
    var first = false

    @Flag(help: "After the other films of its priority.")
    var last = false

    func validate() throws {
        if let priority, !(0...100).contains(priority) {
            throw ValidationError("--priority takes a number from 0 to 100, not \(priority).")
        }
        if first && last || priority == nil && !first && !last {
            throw ValidationError("Give --priority, --first or --last.")
        }
    }

    func run() throws {
        try place.existing(with: number).change(number) { entry, others in
            if let priority { entry.priority = priority }
            let places = others.filter { $0.priority == entry.priority }.map(\.place)
            if first { entry.place = (places.min() ?? 1) - 1 }
            if last { entry.place = (places.max() ?? -1) + 1 }
        }
    }
}
