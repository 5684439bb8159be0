/// Explains the colours of a drawing.
package struct Legend: Sendable {
    private let entries: [(style: String, words: String)]

    /// Creates a legend from the classes of series and their names.
    package init(_ entries: [(style: String, words: String)]) { self.entries = entries }

    /// The legend as a line of text.
    package var line: HTMLText {
        var line: HTMLText = #"<p class="legend">"#
        for entry in entries {
            line += #"<span><span class="key series \#(entry.style)"></span>\#(entry.words)</span> "#
        }
        line += "</p>"
        return line
    }
}
