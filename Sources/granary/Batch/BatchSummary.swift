import Coordination
import Foundation
import Jobs
import Media
import Reporting

/// What became of the films of a batch: a table for people, an event for programs.
struct BatchSummary: Encodable {
    /// One film.
    struct Film: Encodable {
        let name: String
        /// Id of its job; absent if its manifest became none.
        let jobID: String?
        let output: String
        /// In a word or two, as in `finished`.
        let state: String
        let exitCode: Int32
        /// Average rate of its video; absent until every range is encoded.
        let bitsPerSecond: Double?
        /// Size of the file; absent without a film.
        let byteCount: Int64?
        /// Seconds from its beginning to its end; absent if it was not begun.
        let seconds: Double?
    }

    /// Always `summary`.
    let type = "summary"
    /// The films, in the order of the manifests.
    let films: [Film]
    /// The worst exit code.
    let exitCode: Int32

    /// Creates a summary.
    ///
    /// - Parameter exitCodes: those of what went wrong apart from films.
    init(_ endings: [FilmEnding], exitCodes: [Int32] = []) {
        films = endings.map(Film.init)
        exitCode = FailureKind.worst(of: endings.map(\.exitCode) + exitCodes)
    }

    /// A line for each film with its state, rate, size and time, in columns.
    var text: String {
        let head = ["film", "state", "rate", "size", "time"]
        let rows =
            [head]
            + films.map { film in
                [
                    PlainText.field(film.name), film.state, film.bitsPerSecond.map(Figure.rate) ?? "-",
                    film.byteCount.map { "\(ByteSize($0))" } ?? "-",
                    film.seconds.map { ProgressText.clock(seconds: $0) } ?? "-",
                ]
            }
        let widths = head.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            row.indices.map { column -> String in
                let space = String(repeating: " ", count: widths[column] - row[column].count)
                // Words to the left, figures to the right.
                return column < 2 ? row[column] + space : space + row[column]
            }.joined(separator: "  ") + "\n"
        }.joined()
    }
}

extension BatchSummary.Film {
    init(_ ending: FilmEnding) {
        let film = ending.film
        self.init(
            name: ending.name,
            jobID: ending.jobID,
            output: ending.output,
            state: ending.state,
            exitCode: ending.exitCode,
            bitsPerSecond: film.flatMap { _ in ending.directory?.writtenReport()?.totals.bitsPerSecond },
            byteCount: film?.byteCount,
            seconds: ending.seconds
        )
    }
}
