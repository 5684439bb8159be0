import ArgumentParser
import Foundation
import Glibc
import Hooks
import Media

/// `granary hooks deliver`: sends the messages of the outbox.
struct HooksDeliver: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deliver",
        abstract: "Send the messages that wait in the outbox.",
        discussion: """
            Tries each message once. A run starts this by itself, with --wait, when a film has ended. Start it again \
            after the machine was started anew, for example from a timer.

            Exit codes: 0 none waits, 65 the file of the hooks is wrong, 75 messages wait.
            """
    )

    @OptionGroup var place: HookPlace

    @Flag(help: "Try again when it is time, until no message waits.")
    var wait = false

    /// Closes what this process inherited apart from its standard streams: whoever started the run may wait until
    /// these are closed. What the process has opened itself closes on exec, and stays.
    private static func closeInherited() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        for descriptor in names.compactMap({ CInt($0) }) where descriptor > 2 {
            let flags = fcntl(descriptor, F_GETFD)
            if flags >= 0, flags & FD_CLOEXEC == 0 { close(descriptor) }
        }
    }

    func run() throws {
        if wait { Self.closeInherited() }
        // With an outbox, the files that its messages name are enough.
        let file = place.outbox == nil ? try HookFile(at: place.options.path) : nil
        let outbox = try place.outbox(of: file)
        let run = OutboxRun(outbox) { delivery, step in
            let subject = "message \(delivery.id.prefix(8)) to hook \(delivery.hook)"
            switch step {
            case .accepted: StandardError.write("granary: \(subject): accepted\n")
            case .waits(let words): StandardError.write("granary: \(subject): \(PlainText.field(words))\n")
            case .givenUp(let words):
                StandardError.write(
                    "granary: \(subject): given up, and kept in \(outbox.givenUpFolder): "
                        + "\(PlainText.field(words))\n"
                )
            }
        }
        if wait {
            // It outlives the terminal of the run that started it, and holds no file system.
            signal(SIGHUP, SIG_IGN)
            // Safe: the call does not keep the path.
            _ = unsafe chdir("/")
            try run.untilEmpty()
        } else if try run.once() > 0 {
            throw ExitCode(FailureKind.temporary.rawValue)
        }
    }
}
