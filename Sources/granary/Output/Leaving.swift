import ArgumentParser
import Foundation
import Media

extension Granary {
    /// Says what went wrong, in the words of the error, and exits with its code.
    static func leave(after error: any Error) -> Never {
        switch error {
        case let failure as any ExplainedError:
            StandardError.write("granary: \(failure.explanation)\n")
            Foundation.exit(failure.kind.rawValue)
        case is CancellationError:
            StandardError.write("granary: interrupted\n")
            Foundation.exit(FailureKind.interrupted.rawValue)
        default:
            // Usage errors, --help and --version are the parser's own; anything else is an error nobody foresaw.
            let code = exitCode(for: error)
            guard code == .failure else { exit(withError: error) }
            StandardError.write("granary: \(error)\n  This is a bug in Granary.\n")
            Foundation.exit(FailureKind.bug.rawValue)
        }
    }
}
