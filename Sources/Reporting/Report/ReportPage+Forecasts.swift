import Jobs
import Media

/// Prediction and result of a film with `optimize`, range by range.
extension ReportPage {
    /// One row for each range: prediction with one quantiser for all, prediction of the plan, and result.
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
            <div class="wide"><table><thead><tr><th>Range</th><th>Frames</th><th>Predicted at one quantiser</th>\
            <th>Predicted</th><th>\(metric.name)</th></tr></thead><tbody>
            \(rows)</tbody></table></div></details>
            """
    }

    /// The result of a film in a sentence.
    static func words(_ outcome: OptimizationOutcome) -> String {
        let scale = QualityScale(metric: outcome.metric)
        var sentence = "the film has \(scale.words(outcome.mean))"
        if let forecast = outcome.forecast, let balanced = outcome.balanced {
            sentence +=
                "; the prediction was \(scale.words(forecast)), and \(scale.words(balanced)) with one quantiser for "
                + "all ranges"
        }
        return sentence
    }
}
