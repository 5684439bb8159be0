import ArgumentParser
import Foundation
import Hooks
import Media

/// `granary hooks test`: sends a message without a film.
struct HooksTest: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Send a message of the type `test` to a hook, once and at once.",
        discussion: """
            Exit codes: 0 it was accepted, 65 the file of the hooks is wrong, 66 there is no such hook, 75 it was not \
            accepted.
            """
    )

    @OptionGroup var options: HooksOptions

    @Argument(help: ArgumentHelp("Name of the hook.", valueName: "name"))
    var name: String

    func run() throws {
        guard let file = try HookFile(at: options.path) else {
            throw FileFailure(missing: options.path, attempted: "read the hooks")
        }
        guard let hook = file.hook(name) else {
            let known = file.hooks.map(\.name).joined(separator: ", ")
            throw FileFailure(
                kind: .sourceNotFound,
                attempted: "send a message to a hook",
                subject: name,
                cause: "there is no hook of this name in \(file.path)",
                remedy: known.isEmpty ? "the file has none" : "known: \(known)"
            )
        }
        let message = HookMessage(id: HookDelivery.newID(), type: .test, time: Date())
        let delivery = HookDelivery(
            id: message.id,
            hook: name,
            file: file.path,
            event: .test,
            body: try message.text,
            now: Int(message.time.timeIntervalSince1970)
        )
        do throws(HookFailure) {
            try HookSender().send(delivery, to: hook)
        } catch {
            throw FileFailure(
                kind: .temporary,
                attempted: "send a message to hook \(name)",
                subject: hook.place,
                cause: error.words,
                remedy: "check the receiver and \(file.path)"
            )
        }
        StandardOutput.write("\(name): accepted by \(PlainText.field(hook.place))\n")
    }
}
