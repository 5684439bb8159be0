import ArgumentParser

/// `granary hooks`: what others learn when a film has ended.
struct HooksCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hooks",
        abstract: "See, try and send the messages to the operator's hooks: list, test, deliver.",
        discussion: """
            A manifest with `onFinish: NAME` tells the hook of this name how each of its films ended. The hook is a \
            command or an address in the operator's file, which only its owner can change. Messages wait in an outbox, \
            and a process of its own sends them until they are accepted. No job waits for it.

            Examples:
              granary hooks list
              granary hooks test notify
              granary hooks deliver
            """,
        subcommands: [HooksList.self, HooksTest.self, HooksDeliver.self]
    )
}
