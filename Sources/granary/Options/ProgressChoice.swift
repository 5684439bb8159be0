import ArgumentParser
import Foundation

/// How progress is shown.
enum ProgressChoice: String, ExpressibleByArgument, CaseIterable {
    /// A bar on a terminal, plain lines elsewhere.
    case auto
    /// A bar that is drawn over, on standard error.
    case bar
    /// A line now and then, on standard error.
    case plain
    /// NDJSON events with a `type` key, on standard output.
    case json
    /// Nothing.
    case none

    /// What `auto` means here.
    var resolved: ProgressChoice {
        guard self == .auto else { return self }
        let isDumb = ProcessInfo.processInfo.environment["TERM"] == "dumb"
        return isatty(STDERR_FILENO) == 1 && !isDumb ? .bar : .plain
    }
}
