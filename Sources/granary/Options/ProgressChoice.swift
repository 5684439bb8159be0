import ArgumentParser
import Foundation

/// How progress is shown.
enum ProgressChoice: String, ExpressibleByArgument, CaseIterable {
    /// A bar on a terminal, plain lines elsewhere.
    case auto
    /// A bar that is redrawn in place, on standard error.
    case bar
    /// A line from time to time, on standard error.
    case plain
    /// NDJSON events with a `type` key, on standard output.
    case json
    /// Nothing.
    case none

    /// The choice, with `auto` replaced by what fits standard error.
    var resolved: ProgressChoice {
        guard self == .auto else { return self }
        let isDumb = ProcessInfo.processInfo.environment["TERM"] == "dumb"
        return isatty(STDERR_FILENO) == 1 && !isDumb ? .bar : .plain
    }
}
