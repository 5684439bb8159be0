import Media
import Reporting

/// The holes with their reasons, and the settings of the run.
extension BenchPage {
    /// One row for each hole: clips and encodes, and metrics with the number of encodes that they fail for.
    var holes: HTMLText {
        var rows: HTMLText = ""
        for clip in run.clips {
            guard let hole = clip.hole else { continue }
            rows += row(clip.name, "every encode", hole)
        }
        for (point, hole) in run.holes where run.clips.first(where: { $0.name == point.clip })?.hole == nil {
            rows += row(
                point.clip,
                "\(title(of: point.anchor)) at \(point.rate.label), repetition \(point.repetition)",
                hole
            )
        }
        var metrics: [String: (count: Int, hole: BenchHole, name: String)] = [:]
        for (_, measurement) in run.measured() {
            for value in measurement.metrics {
                guard case .hole(let hole) = value.outcome else { continue }
                metrics["\(value.metric.rawValue) \(hole.story)", default: (0, hole, value.metric.title)].count += 1
            }
        }
        for (_, one) in metrics.sorted(by: { $0.key < $1.key }) {
            rows += row(counted(one.count, "encode"), one.name, one.hole)
        }
        guard !rows.markup.isEmpty else { return "" }
        return """
            <h2 id="holes">Holes</h2>
            <p class="faint">These have no figure and are in no mean.</p>
            <div class="wide"><table><thead><tr><th class="text">Clip</th><th class="text">What</th><th \
            class="text">Why</th></tr></thead>\
            <tbody>
            \(rows)</tbody></table></div>
            """
    }

    private func row(_ clip: String, _ what: String, _ hole: BenchHole) -> HTMLText {
        """
        <tr><td class="text">\(clip)</td><td class="text">\(what)</td><td class="text">\(hole.story)</td></tr>

        """
    }

    /// Anchors with settings, version and the commands of one encode; clips; libraries.
    var settings: HTMLText {
        var anchors: HTMLText = ""
        for anchor in run.anchors {
            let options = anchor.settings.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            let commands = run.measured(anchor: anchor.name).first?.of.commands ?? []
            var lines: HTMLText = ""
            for command in commands { lines += "<code>\(command.joined(separator: " "))</code><br/>" }
            let shown: HTMLText =
                lines.markup.isEmpty ? "" : "<details><summary>commands of one encode</summary>\(lines)</details>"
            anchors += """
                <tr><td class="text"><span class="key series \(style(of: anchor.name))"></span>\(anchor.title)</td>\
                <td class="text">\(anchor.kind)</td><td class="text">\(options.joined(separator: ", "))</td>\
                <td class="text">\(anchor.version ?? "not known")\
                \(shown)</td></tr>

                """
        }
        var clips: HTMLText = ""
        for clip in run.clips {
            clips += """
                <tr><td class="text">\(clip.name)</td><td class="text">\(clip.contentClass.title)</td>\
                <td>\(clip.size.map(\.description) ?? "–")</td><td>\(clip.frameCount.map(String.init) ?? "–")</td>\
                <td>\(clip.frameRate.map { Figure.shortest($0, 3) } ?? "–")</td>\
                <td class="text">\(clip.isHighDynamicRange ? "HDR" : "SDR")</td><td \
                class="text">\(clip.licence)</td></tr>

                """
        }
        var libraries: HTMLText = ""
        for library in run.libraries { libraries += "<dt>\(library.name)</dt><dd>\(library.version)</dd>" }
        return """
            <h2>Settings</h2>
            <div class="wide"><table><thead><tr><th class="text">Encoder</th><th class="text">Kind</th><th \
            class="text">Settings</th>\
            <th class="text">Version</th></tr></thead><tbody>
            \(anchors)</tbody></table></div>
            <h3>Clips</h3>
            <div class="wide"><table><thead><tr><th class="text">Clip</th><th \
            class="text">Kind</th><th>Size</th><th>Frames</th>\
            <th>Frame rate</th><th class="text">Range</th><th class="text">Licence</th></tr></thead><tbody>
            \(clips)</tbody></table></div>
            <h3>Programs and libraries</h3>
            <dl class="facts">\(libraries)</dl>
            <p class="faint">Suite \(run.suite.name), SHA-256 \(run.suite.sha256); \
            \(counted(run.repetitions, "repetition")).</p>
            """
    }
}
