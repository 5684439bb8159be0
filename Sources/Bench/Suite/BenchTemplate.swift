/// Commands of any program: lists of words with places for names and numbers, run without a shell.
///
/// In every word `{input}`, `{output}`, `{folder}`, `{rate}` (bit/s), `{kilobits}`, `{factor}`, `{fps}`, `{keyint}`,
/// `{width}`, `{height}`, `{depth}` are replaced. With `input: y4m`, a program gets the clip as Y4M at its standard
/// input.
package struct BenchTemplate: Hashable, Sendable {
    /// How the clip reaches the program.
    package enum Input: String, Hashable, Sendable, CaseIterable {
        /// As the file's path, in place of `{input}`.
        case file
        /// Decoded, as Y4M at the standard input.
        case y4m
    }

    /// What the program writes.
    package enum Output: String, Hashable, Sendable, CaseIterable {
        case hevc
        case h264
        case ivf
    }

    /// The names that may be in braces.
    package static let places: Set<String> = [
        "input", "output", "folder", "rate", "kilobits", "factor", "fps", "keyint", "width", "height", "depth",
    ]

    /// Commands that are run one after the other.
    package var commands: [[String]]
    /// How the clip reaches them.
    package var input: Input
    /// What the last one writes to `{output}`.
    package var output: Output
    /// The command that prints the program's version; nil if there is none.
    package var version: [String]?

    /// Creates a template.
    package init(commands: [[String]], input: Input, output: Output, version: [String]?) {
        self.commands = commands
        self.input = input
        self.output = output
        self.version = version
    }

    /// The unknown places in a word.
    static func unknownPlaces(in word: String) -> [String] {
        word.matches(of: #/\{([^{}]*)\}/#).map { String($0.1) }.filter { !places.contains($0) }
    }

    /// A word with its places filled. The inserted text is not searched for places again.
    static func filled(_ word: String, _ values: [String: String]) -> String {
        word.replacing(#/\{([a-z0-9]+)\}/#) { match in values[String(match.1)] ?? String(match.0) }
    }
}
