/// A position in a text file, counted as editors do.
package struct TextPosition: Hashable, Sendable, Codable {
    /// Line, counted from 1.
    package var line: Int
    /// Column in Unicode scalars, counted from 1.
    package var column: Int

    /// Creates a position.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}
