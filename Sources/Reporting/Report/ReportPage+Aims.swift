import Jobs
import Media

/// The targets of a film with a target quality, range by range and pass by pass, and the distribution of its frames.
extension ReportPage {
    /// One row for each metric: mean, 5th percentile, lowest frame, and standard deviation.
    var distribution: HTMLText {
        guard let distribution = report.totals.distribution else { return "" }
        var rows: HTMLText = ""
        for (name, digits, summary) in distribution.all {
            rows += """
                <tr><td class="text">\(name)</td><td>\(Figure.decimal(summary.mean, digits))</td>\
                <td>\(Figure.decimal(summary.percentile5, digits))</td>\
                <td>\(Figure.decimal(summary.minimum, digits))</td>\
                <td>\(Figure.decimal(summary.standardDeviation, digits))</td></tr>

                """
        }
        return """
            <h2>Quality of the frames</h2>
            <div class="wide"><table><thead><tr><th class="text">Metric</th><th>Mean</th><th>5th percentile</th>\
            <th>Lowest</th><th>Standard deviation</th></tr></thead><tbody>
            \(rows)</tbody></table></div>
            """
    }

    /// One row for each encode of each range: prediction, result, floor.
    var aims: HTMLText {
        guard let outcome = report.totals.qualityOutcome else { return "" }
        let metric = outcome.goal.metric
        var rows: HTMLText = ""
        for range in report.ranges {
            for encode in range.encodes {
                let figure = encode.quality?.figure(metric)
                let isUnder = outcome.goal.floor.flatMap { floor in figure.map { $0 < floor } } ?? false
                rows += """
                    <tr><td>\(range.index)</td><td>\(encode.pass)</td>\
                    <td>\(encode.aim.map { Figure.decimal($0.wanted, metric.digits) } ?? "–")</td>\
                    <td>\(figure.map { Figure.decimal($0, metric.digits) } ?? "–")</td>\
                    <td class="text">\(isUnder ? "under the floor" : "")</td>\
                    <td class="text">\(encode.isUsed ? "in the film" : encode.isAnalysis ? "analysis" : "")</td></tr>

                    """
            }
        }
        return """
            <h2>\(outcome.goal.description)</h2>
            <p>\(Self.words(outcome))</p>
            <details><summary>\(metric.name) of every range, pass by pass</summary>
            <div class="wide"><table><thead><tr><th>Range</th><th>Pass</th><th>Predicted</th><th>\(metric.name)</th>\
            <th class="text"></th><th class="text"></th></tr></thead><tbody>
            \(rows)</tbody></table></div></details>
            """
    }

    /// The result of a film in a sentence.
    static func words(_ outcome: QualityOutcome) -> String {
        let scale = QualityScale(metric: outcome.goal.metric)
        let misses = outcome.misses
        guard misses.isEmpty else { return misses.joined(separator: "; ") }
        return "\(outcome.goal): the film has \(scale.words(outcome.mean))"
            + (outcome.goal.floor == nil ? "" : ", and no range is under the floor")
    }
}
