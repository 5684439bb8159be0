import Media
import Quality
import Reporting

/// Granary's BD-rates against the other anchors: means over clips with their intervals, and the map of clips.
extension BenchPage {
    /// One row for each rival over all clips, and one for each kind of film; one column for each metric.
    var overview: HTMLText {
        guard let subject else { return #"<p class="verdict">The suite has no anchor of Granary's own.</p>"# }
        var page: HTMLText = "<h2>BD-rate of \(subject.title): bits for equal quality</h2>"
        page += """
            <p class="faint">Negative means fewer bits. Means over clips, with the interval that contains 95 of 100 \
            resamplings of the clips. \
            Curves that do not overlap have no figure and are never extrapolated.</p>
            """
        page += means(of: subject)
        for other in run.subjects.dropFirst() {
            page += "<details><summary>BD-rate of \(other.title)</summary>\(means(of: other))</details>"
        }
        return page
    }

    private func means(of subject: BenchAnchorRecord) -> HTMLText {
        let rivals = run.rivals(of: subject)
        guard !rivals.isEmpty else { return "<p>There is nothing to compare it with.</p>" }
        var head: HTMLText = ""
        for metric in run.metrics { head += "<th>\(metric.title)</th>" }
        var rows: HTMLText = ""
        for rival in rivals {
            let contests = run.metrics.map {
                BenchContest(run, of: subject.name, against: rival.name, metric: $0)
            }
            rows += row(rival.title, contests.map(\.overall), isHead: true)
            let kinds = contests.map { RateStatistics.byKind($0.clips) }
            let names = Set(kinds.flatMap { $0.map(\.kind) }).sorted()
            guard names.count > 1 else { continue }
            for name in names {
                rows += row(name, kinds.map { $0.first { $0.kind == name }?.statistics }, isHead: false)
            }
        }
        return """
            <div class="wide"><table><thead><tr><th class="text">Against</th>\(head)</tr></thead><tbody>
            \(rows)</tbody></table></div>
            """
    }

    private func row(_ name: String, _ statistics: [RateStatistics?], isHead: Bool) -> HTMLText {
        var cells: HTMLText = ""
        for one in statistics { cells += cell(one) }
        return """
            <tr><td class="text\(isHead ? "" : " faint")">\(isHead ? "" : "\u{2003}")\(name)</td>\(cells)</tr>

            """
    }

    private func cell(_ statistics: RateStatistics?) -> HTMLText {
        guard let statistics else { return #"<td class="faint" title="no clip has a figure">–</td>"# }
        let spread = statistics.interval.map { "\(BDRate.words($0.lowerBound)) … \(BDRate.words($0.upperBound))" }
        // An interval without zero is more than chance.
        let style =
            statistics.interval.map { $0.upperBound < 0 ? "good" : $0.lowerBound > 0 ? "bad" : "" } ?? ""
        return """
            <td title="\(statistics.description)"><b class="\(style)">\(BDRate.words(statistics.mean))</b><br/>\
            <span class="faint">\(spread ?? counted(statistics.count, "clip"))</span></td>
            """
    }

    /// A map of clips against rivals for each metric; the first one is open.
    var heat: HTMLText {
        guard let subject else { return "" }
        let rivals = run.rivals(of: subject)
        guard !rivals.isEmpty, !run.clips.isEmpty else { return "" }
        var page: HTMLText = "<h2>Clip by clip</h2>"
        for (place, metric) in run.metrics.enumerated() {
            let contests = rivals.map { BenchContest(run, of: subject.name, against: $0.name, metric: metric) }
            let rows = run.clips.map { clip in
                (name: clip.name, cells: contests.map { self.cell($0, clip) })
            }
            let map = HeatMap(columns: rivals.map(\.title), rows: rows, full: 0.3)
            page += """
                <details\(place == 0 ? " open" : "")><summary>BD-rate of \(subject.title) by \(metric.title)</summary>
                \(map.table("Clip"))</details>

                """
        }
        return page
    }

    private func cell(_ contest: BenchContest, _ clip: BenchClipRecord) -> HeatMap.Cell {
        if let hole = clip.hole { return .hole(hole.story) }
        guard let found = contest.clips.first(where: { $0.name == clip.name }) else {
            return .hole("\(contest.metric.title) is not meant for HDR")
        }
        let lacks = contest.missing[clip.name].map { "; \(counted($0, "point")) missing" } ?? ""
        switch found.outcome {
        case .fraction(let value, let overlap):
            return .figure(
                value,
                words: BDRate.words(value) + (lacks.isEmpty ? "" : " *"),
                story: "\(clip.name) against \(title(of: contest.other)): \(BDRate.words(value)), the curves "
                    + "share \(Figure.decimal(overlap * 100, 0)) % of their total range of quality\(lacks)"
            )
        case .none(let failure): return .hole("\(failure)\(lacks)")
        }
    }
}
