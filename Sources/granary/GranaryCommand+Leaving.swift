import ArgumentParser
import Foundation
import Jobs
import Media

extension GranaryCommand {
    /// Prints the explanation of an error, and exits with its exit code.
    static func leave(after error: any Error) -> Never {
        switch error {
        case let failure as any ExplainedError:
            StandardError.write("granary: \(failure.explanation)\n")
            Foundation.exit(failure.kind.rawValue)
        case is CancellationError:
            StandardError.write("granary: interrupted\n")
            Foundation.exit(FailureKind.interrupted.rawValue)
        case is ExitCode:
            // Everything was already printed.
            exit(withError: error)
        default:
            // Usage errors, --help and --version come from the parser. Any other error is unexpected.
            let code = exitCode(for: error)
            if code == .validationFailure, let nearest = nearestCommand() {
                StandardError.write("granary: there is no such command; did you mean `granary \(nearest)`?\n")
            }
            guard code == .failure else {
                if code == .success {
                    if fullMessage(for: error) == configuration.version {
                        StandardOutput.write(BuildSummary.text)
                        Foundation.exit(0)
                    }
                    exit(withError: error)
                }
                // The message quotes the command line, so it is written as plain text.
                StandardError.write(fullMessage(for: error) + "\n")
                Foundation.exit(code.rawValue)
            }
            StandardError.write("granary: \(error)\n  This is a bug in Granary.\n")
            Foundation.exit(FailureKind.bug.rawValue)
        }
    }

    /// The existing command that an unknown command resembles. Nil for a command that exists, for an option, and if no
    /// command is similar.
    private static func nearestCommand() -> String? {
        guard let word = CommandLine.arguments.dropFirst().first, !word.hasPrefix("-") else { return nil }
        let names = configuration.subcommands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
        return names.contains(word) ? nil : NearMiss.of(word, among: names)
    }
}
