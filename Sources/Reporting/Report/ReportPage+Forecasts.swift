import Jobs
import Media

/// What a film was foretold whose rate is spent for a metric, and what came, range by range.
extension ReportPage {
    /// One row for each range: with one quantiser for all, as it was planned, as it came.
    var forecasts: HTMLText {
        guard let outcome = report.totals.optimization else { return "" }
        let metric = outcome.metric
        func words(_ value: Double?) -> String { value.map { Figure.decimal($0, metric.digits) } ?? "–" }
        var rows: HTMLText = ""
        for range in report.ranges {
            let forecast = range.encodes.lazy.compactMap(\.forecast).first
            rows += """
                <tr><td>\(range.index)</td><td>\(range.frames.count)</td><td>\(words(forecast?.balanced))</td>\
                <td>\(words(forecast?.value))</td><td>\(words(range.used?.quality?.figure(metric)))</td></tr>

                """
        }
        return """
            <h2>Optimised for \(metric.name)</h2>
            <p>\(Self.words(outcome))</p>
            <details><summary>\(metric.name) of every range</summary>
            <div class="wide"><table><thead><tr><th>Range</th><th>Frames</th><th>Foretold at one quantiser</th>\
            <th>Foretold</th><th>\(metric.name)</th></tr></thead><tbody>
            \(rows)</tbody></table></div></details>
            """
    }

    /// How a film came out, in a sentence.
    static func words(_ outcome: OptimizationOutcome) -> String {
        let scale = QualityScale(metric: outcome.metric)
        var sentence = "the film has \(scale.words(outcome.mean))"
        if let forecast = outcome.forecast, let balanced = outcome.balanced {
            sentence +=
                "; foretold were \(scale.words(forecast)), and \(scale.words(balanced)) for one quantiser in all ranges"
        }
        return sentence
    }
}
