/// A program with its words; started as it stands, without a shell.
package struct BenchCommand: Hashable, Sendable, Codable {
    /// Path of the program.
    package var program: String
    /// What follows the program's name.
    package var words: [String]

    /// Creates a command.
    package init(_ program: String, _ words: [String]) {
        self.program = program
        self.words = words
    }

    /// Program and words, as the record has them.
    package var line: [String] { [program] + words }
}
