import ArgumentParser

/// `granary queue`: the films of a folder that are made one after the other, by any number of processes.
struct QueueCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue",
        abstract: "Keep a queue of films in a folder: add, list, move, remove, pause, resume, watch.",
        discussion: """
            A queue is a folder. `granary run --queue FOLDER` makes its films, the highest priority first. Any number \
            of such processes share it, on one machine or on several that see the folder: each film has one \
            coordinator, and on one machine all of them together use the slots of one. There is no server.

            A film that fails stays in the list with its error, and the others go on. A full disk pauses the queue. A \
            film that was interrupted waits again, and continues where it stopped.

            Examples:
              granary queue add /films/queue film.yaml trailer.yaml
              granary queue add /films/queue urgent.yaml --priority 90
              granary run --queue /films/queue
              granary queue list /films/queue
              granary queue move /films/queue 3 --priority 80
              granary queue pause /films/queue
            """,
        subcommands: [
            QueueAdd.self, QueueList.self, QueueMove.self, QueueRemove.self, QueuePausing.self, QueueResuming.self,
            QueueWatch.self,
        ]
    )
}
