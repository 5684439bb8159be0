import ArgumentParser
import Foundation
import Hooks
import Jobs
import Media

/// `granary hooks list`: shows the hooks, and the messages that wait.
struct HooksList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Show the hooks, and the messages that were not accepted yet.",
        discussion: "Exit codes: 0 printed, 65 the file of the hooks or a message is damaged, 66 there is no file."
    )

    @OptionGroup var place: HookPlace

    @Flag(help: "Print one JSON document instead of text: an object with file, outbox, hooks and messages.")
    var json = false

    private struct Shown: Encodable {
        let name: String
        let kind: String
        let place: String
    }

    private struct Message: Encodable {
        let id: String
        let hook: String
        let event: String
        let created: String
        let attempts: Int
        let failure: String?
    }

    private struct Listing: Encodable {
        let file: String
        let outbox: String
        let hooks: [Shown]
        let messages: [Message]
    }

    func run() throws {
        let file = try place.existing()
        let outbox = try place.outbox(of: file)
        var worst: FailureKind?
        var messages: [Message] = []
        for id in try outbox.ids() {
            do {
                if let delivery = try outbox.delivery(id) { messages.append(Self.message(delivery)) }
            } catch {
                StandardError.write("granary: \(error.explanation)\n")
                worst = error.kind
            }
        }
        let hooks = file.hooks.map { hook in
            let kind = if case .command = hook.action { "command" } else { "url" }
            return Shown(name: hook.name, kind: kind, place: hook.place)
        }
        if json {
            try StandardOutput.write(
                json: Listing(file: file.path, outbox: outbox.path, hooks: hooks, messages: messages)
            )
        } else {
            let lines = hooks.map { "\($0.name)  \($0.kind)  \(PlainText.field($0.place))\n" }
            StandardOutput.write(lines.joined() + messages.map(Self.text).joined())
            if hooks.isEmpty { StandardError.write("granary: there is no hook in \(PlainText.field(file.path))\n") }
        }
        if let worst { throw ExitCode(worst.rawValue) }
    }

    private static func message(_ delivery: HookDelivery) -> Message {
        Message(
            id: delivery.id,
            hook: delivery.hook,
            event: delivery.event,
            created: Date(timeIntervalSince1970: Double(delivery.created)).ISO8601Format(),
            attempts: delivery.attempts,
            failure: delivery.failure
        )
    }

    private static func text(_ message: Message) -> String {
        let failure = (message.failure ?? "").split(separator: "\n").map { PlainText.field("  \($0)") + "\n" }.joined()
        return "waits: \(message.id.prefix(8))  \(message.hook)  \(message.event)  since \(message.created), "
            + "\(counted(message.attempts, "attempt"))\n\(failure)"
    }
}
