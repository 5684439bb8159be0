import Media

/// A table whose cells are coloured: green for better, red for worse.
package struct HeatMap: Sendable {
    /// One cell.
    package enum Cell: Hashable, Sendable {
        /// A number, negative if it is better, with its text and its tooltip.
        case figure(Double, words: String, story: String)
        /// No number, with the reason as a tooltip.
        case hole(String)
    }

    private let columns: [String]
    private let rows: [(name: String, cells: [Cell])]
    private let full: Double

    /// The largest share of colour in the background, in percent. Text on it stays readable.
    private static let mostColour = 55.0

    /// Creates a table. Precondition: every row has a cell for each column.
    ///
    /// - Parameter full: the positive magnitude from which on a cell has the full colour.
    package init(columns: [String], rows: [(name: String, cells: [Cell])], full: Double) {
        precondition(rows.allSatisfy { $0.cells.count == columns.count }, "every row has a cell for each column")
        self.columns = columns
        self.rows = rows
        self.full = full
    }

    /// The table.
    ///
    /// - Parameter corner: the heading of the row names.
    package func table(_ corner: String) -> HTMLText {
        var head: HTMLText = ""
        for column in columns { head += #"<th scope="col">\#(column)</th>"# }
        var body: HTMLText = ""
        for row in rows {
            body += #"<tr><th scope="row">\#(row.name)</th>"#
            for cell in row.cells { body += Self.markup(of: cell, full: full) }
            body += "</tr>\n"
        }
        return """
            <div class="wide"><table class="heat"><thead><tr><th class="text">\(corner)</th>\(head)</tr></thead><tbody>
            \(body)</tbody></table></div>
            """
    }

    private static func markup(of cell: Cell, full: Double) -> HTMLText {
        switch cell {
        case .figure(let value, let words, let story):
            let share = value.isFinite && full > 0 ? min(value.magnitude / full, 1) * mostColour : 0
            return """
                <td class="\(value <= 0 ? "better" : "worse")" style="--share: \(Figure.decimal(share, 1))" \
                title="\(story)">\(words)</td>
                """
        case .hole(let reason):
            return #"<td class="hole" title="\#(reason)">–</td>"#
        }
    }
}
