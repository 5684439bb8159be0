import Media
import Quality

extension FilmMeasurement {
    /// The figures as a table, one line for each metric.
    package var lines: [String] {
        let head = ["metric", "film", "mean", "harmonic", "5 %", "1 %", "lowest"]
        return [head].map(Self.line)
            + metrics.map { metric in
                let summary = metric.summary
                let values = [
                    metric.film, summary.mean, summary.harmonicMean, summary.percentile5, summary.percentile1,
                    summary.minimum,
                ]
                return Self.line([metric.metric.rawValue] + values.map { Figure.decimal($0, 4) })
            }
    }

    private static func line(_ cells: [String]) -> String {
        cells.enumerated().map { place, cell in
            let gap = String(repeating: " ", count: max((place == 0 ? 10 : 9) - cell.count, 0))
            return place == 0 ? cell + gap : gap + cell
        }.joined(separator: " ")
    }
}
