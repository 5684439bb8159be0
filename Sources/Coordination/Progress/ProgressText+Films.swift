import Media

extension ProgressText {
    /// The lines of the display of several films: a line for each, and the ranges of the one in front, which is the
    /// first that has not ended. Where there are more films than rows, those that have ended are only counted.
    ///
    /// - Parameters:
    ///   - films: the films that have begun, in that order.
    ///   - waitingCount: number of films that have not begun.
    ///   - rows: rows of the terminal.
    package func lines(_ films: [ProgressState], waitingCount: Int, rows: Int) -> [String] {
        // The strip, the line of the others, and the line of the cursor.
        let room = max(rows - 3, 1)
        let open = films.filter { !$0.hasEnded }
        let shown = films.count <= room ? films : Array(open.prefix(room))
        var lines: [String] = []
        for film in shown {
            let own = self.lines(film)
            lines += film == open.first ? own : Array(own.prefix(1))
        }
        var others: [String] = []
        let ended = films.count - open.count
        if shown.count < films.count {
            if ended > 0 { others.append("\(counted(ended, "film")) ended") }
            if open.count > shown.count { others.append("\(open.count - shown.count) more in work") }
        }
        if waitingCount > 0 { others.append("\(counted(waitingCount, "film")) not begun") }
        if !others.isEmpty { lines.append(others.joined(separator: ", ")) }
        return lines
    }
}
