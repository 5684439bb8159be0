import Foundation
import Glibc
import Hooks
import Media
import Platform

/// Starts the process that sends the messages of an outbox. It goes on when this process ends, so that neither the exit
/// code nor the time of a job depends on a receiver.
enum OutboxProcess {
    /// Starts it. If there is one already, the new one ends at once.
    static func start(_ outbox: Outbox) throws {
        let program = OwnProgram.path
        // Safe: the call does not keep the path.
        let nothing = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { if nothing >= 0 { close(nothing) } }
        let (result, process) = ProcessStart.lock.withLock {
            ProcessStart.spawn(
                program,
                ["hooks", "deliver", "--wait", "--outbox", outbox.path],
                ProcessInfo.processInfo.environment,
                input: nothing,
                output: nothing,
                error: nothing
            )
        }
        guard result == 0 else {
            throw FileFailure(
                kind: .temporary,
                attempted: "start the process that sends messages to hooks",
                subject: program,
                // Safe: the message is copied before another call can replace it.
                cause: unsafe String(cString: strerror(result)),
                remedy: "they wait in \(outbox.path); send them with granary hooks deliver"
            )
        }
        // Removes it from the process table if it ends before this process.
        Thread { while waitpid(process, nil, 0) < 0 && errno == EINTR {} }.start()
    }
}
