/// A program with its arguments, started without a shell.
package struct BenchCommand: Hashable, Sendable, Codable {
    /// Path of the program.
    package var program: String
    /// The arguments.
    package var words: [String]

    /// Creates a command.
    package init(_ program: String, _ words: [String]) {
        self.program = program
        self.words = words
    }

    /// Program and arguments, as in the record.
    package var line: [String] { [program] + words }
}
