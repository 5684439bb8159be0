import ArgumentParser
import Foundation
import Jobs
import Media

extension GranaryCommand {
    /// Says what went wrong, in the words of the error, and exits with its code.
    static func leave(after error: any Error) -> Never {
        switch error {
        case let failure as any ExplainedError:
            StandardError.write("granary: \(failure.explanation)\n")
            Foundation.exit(failure.kind.rawValue)
        case is CancellationError:
            StandardError.write("granary: interrupted\n")
            Foundation.exit(FailureKind.interrupted.rawValue)
        case is ExitCode:
            // All that there was to say has been said.
            exit(withError: error)
        default:
            // Usage errors, --help and --version are the parser's own; anything else is an error nobody foresaw.
            let code = exitCode(for: error)
            if code == .validationFailure, let nearest = nearestCommand() {
                StandardError.write("granary: there is no such command; did you mean `granary \(nearest)`?\n")
            }
            guard code == .failure else {
                if code == .success { exit(withError: error) }
                // The words of the command line are in it.
                StandardError.write(fullMessage(for: error) + "\n")
                Foundation.exit(code.rawValue)
            }
            StandardError.write("granary: \(error)\n  This is a bug in Granary.\n")
            Foundation.exit(FailureKind.bug.rawValue)
        }
    }

    /// The command that somebody probably meant who wrote one that there is not; nil for one that there is, or for an
    /// option.
    private static func nearestCommand() -> String? {
        guard let word = CommandLine.arguments.dropFirst().first, !word.hasPrefix("-") else { return nil }
        let names = configuration.subcommands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
        return names.contains(word) ? nil : NearMiss.of(word, among: names)
    }
}
