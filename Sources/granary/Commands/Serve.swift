import ArgumentParser
import Foundation
import Glibc
import Media
import Platform

/// `granary serve`: becomes the program `granary-serve`, so that this one contains no server.
struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show jobs and queues in a browser.",
        discussion: """
            Starts the program granary-serve, which is next to this one. `granary serve --help` lists its options.

            Examples:
              granary serve --jobs /films/jobs --queue /films/queue

            Exit codes: 0 stopped by a signal, 64 usage, 69 granary-serve is not installed, or the address cannot be \
            used.
            """
    )

    @Argument(
        parsing: .captureForPassthrough,
        help: ArgumentHelp("Options of granary-serve: --listen, --jobs, --queue and more.", valueName: "options")
    )
    var options: [String] = []

    func run() throws {
        let program = URL(filePath: OwnProgram.path).deletingLastPathComponent().appending(path: "granary-serve").path
        // Safe: the texts are duplicated and terminated with nil; the call keeps them only if it does not return.
        var words = unsafe ([program] + options).map { unsafe strdup($0) } + [nil]
        defer { while let word = unsafe words.popLast() { unsafe free(word) } }
        _ = unsafe execv(program, &words)
        let code = errno
        throw FileFailure(
            kind: .unavailable,
            attempted: "start the server",
            subject: program,
            // Safe: the message is copied before another call can replace it.
            cause: code == ENOENT ? "it is not installed" : unsafe String(cString: strerror(code)),
            remedy: "install the whole package, or build it with swift build --product granary-serve"
        )
    }
}
