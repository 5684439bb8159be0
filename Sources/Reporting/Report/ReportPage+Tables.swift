import Jobs
import Media
import Platform

extension ReportPage {
    /// One row for each further film of the job.
    var furtherOutputs: HTMLText {
        guard let outputs = report.furtherOutputs, !outputs.isEmpty else { return "" }
        var rows: HTMLText = ""
        for output in outputs {
            rows += """
                <tr><td class="text"><a href="\(output.page)">\(output.name)</a></td>\
                <td class="text">\(output.path)</td><td>\(output.size), \(output.bitDepth) bit</td>\
                <td class="text">\(output.colour)</td><td class="text">\(output.rate)</td>\
                <td>\(output.bitsPerSecond.map(Figure.rate) ?? "–")</td>\
                <td class="text">\(output.outcome)</td></tr>

                """
        }
        return """
            <h2>Further films of this job</h2>
            <div class="wide"><table><thead><tr><th class="text">Film</th><th class="text">Path</th><th>Picture</th>\
            <th class="text">Colour</th><th class="text">Goal</th><th>Rate</th><th class="text">Outcome</th></tr>\
            </thead><tbody>
            \(rows)</tbody></table></div>
            """
    }

    /// One row for each pass.
    var passes: HTMLText {
        guard !report.passes.isEmpty else { return "" }
        var rows: HTMLText = ""
        for pass in report.passes {
            let isWhole = pass.ranges.count == report.ranges.count
            rows += """
                <tr><td>\(pass.pass)</td>\
                <td>\(isWhole ? "all" : "\(pass.ranges.count) of \(report.ranges.count)")</td>\
                <td>\(pass.frameCount)</td><td>\(Figure.size(bits: pass.bits))</td>\
                <td>\(Figure.duration(pass.cpuSeconds))</td>\
                <td class="text">\(pass.explanations.joined(separator: "; "))\
                <details><summary>x265 options</summary><code>\(pass.optionsLine)</code></details></td></tr>

                """
        }
        return """
            <h2>Passes</h2>
            <div class="wide"><table><thead><tr><th>Pass</th><th>Ranges</th><th>Frames</th><th>Size</th><th>CPU \
            time</th>\
            <th class="text">Reasons and options</th></tr></thead><tbody>
            \(rows)</tbody></table></div>
            <p>\(report.conclusion)</p>
            """
    }

    /// Every request for another pass.
    var requests: HTMLText {
        var rows: HTMLText = ""
        for range in report.ranges {
            for request in range.requests {
                rows += """
                    <tr><td>\(request.range)</td><td>\(request.pass.map(String.init) ?? "–")</td>\
                    <td>\(Self.span(request.timeRange))</td>\
                    <td>\(Figure.miss(request.missedBy))</td><td>\(request.isGranted ? "yes" : "no")</td>\
                    <td class="text">\(request.reason)</td></tr>

                    """
            }
        }
        guard !rows.markup.isEmpty else { return "" }
        return """
            <h2>Requests for another pass</h2>
            <div class="wide"><table><thead><tr><th>Range</th><th>After pass</th><th>Time</th><th>Missed \
            by</th><th>Granted</th>\
            <th class="text">Reason</th></tr></thead><tbody>
            \(rows)</tbody></table></div>
            """
    }

    /// One row for each pass over each range.
    var ranges: HTMLText {
        var rows: HTMLText = ""
        for range in report.ranges {
            for (place, encode) in range.encodes.enumerated() {
                let name: HTMLText =
                    place == 0
                    ? """
                    <td rowspan="\(range.encodes.count)">\(range.index)</td>\
                    <td rowspan="\(range.encodes.count)">\(Self.span(range.timeRange))\
                    \(range.startsScene ? "" : " (blind cut)")</td>\
                    <td rowspan="\(range.encodes.count)">\(range.frames.count)</td>
                    """ : ""
                rows += """
                    <tr>\(name)<td>\(encode.pass)</td><td>\(Self.words(encode.rate))</td>\
                    <td>\(encode.targetBits.map { Figure.size(bits: $0) } ?? "–")</td>\
                    <td>\(Figure.size(bits: encode.bits))</td><td>\(Figure.miss(encode.missedBy))</td>\
                    <td>\(encode.quality.map { Self.words($0) } ?? "–")</td>\
                    <td>\(Figure.duration(encode.cost.cpuSeconds))</td>\
                    <td>\(Self.fate(of: encode))</td></tr>

                    """
            }
        }
        return """
            <h2>Ranges</h2>
            <details><summary>\(counted(report.ranges.count, "range")), pass by pass</summary>
            <div \
            class="wide"><table><thead><tr><th>Range</th><th>Time</th><th>Frames</th>\
            <th>Pass</th><th>Rate</th><th>Target</th>\
            <th>Size</th><th>Missed by</th><th>Quality</th><th>CPU time</th><th>In the film</th></tr></thead><tbody>
            \(rows)</tbody></table></div></details>
            """
    }

    /// Every setting, and the value of each "auto" with its reason.
    var settings: HTMLText {
        let builds = report.job.builds
        var all: HTMLText = ""
        for setting in report.job.settings {
            all += """
                <tr><td class="text"><code>\(setting.key)</code></td><td class="text">\(setting.value)</td></tr>

                """
        }
        var rows: HTMLText = ""
        for resolution in report.job.resolutions {
            rows += """
                <tr><td class="text"><code>\(resolution.key)</code></td><td class="text">\(resolution.value)</td>\
                <td class="text">\(resolution.reason)</td></tr>

                """
        }
        return """
            <h2>Automatic settings</h2>
            <div class="wide"><table><thead><tr><th class="text">Key</th><th class="text">Value</th><th \
            class="text">Reason</th>\
            </tr></thead><tbody>
            \(rows)</tbody></table></div>
            <details><summary>All settings</summary>
            <div class="wide"><table><thead><tr><th class="text">Key</th><th class="text">Value</th></tr></thead><tbody>
            \(all)</tbody></table></div></details>
            <p>Job \(report.job.id), Granary \(builds.granary), \(builds.encoder), \(builds.reader)</p>
            """
    }

    /// Damage in the source, frame by frame.
    var damage: HTMLText {
        let frames = (report.damage ?? []).map { damaged in
            "frame \(damaged.frame) at \(Figure.timestamp(damaged.time.seconds)): \(damaged.cause)"
        }
        return Self.list((report.missing ?? []) + frames, under: "Damage in the source")
    }

    /// Anomalies of colour, light and pictures.
    var warnings: HTMLText { Self.list(report.warnings, under: "Warnings") }

    /// The content of the source that is in the film, except for the pictures.
    var carried: HTMLText { Self.list(report.job.carried(of: report.source), under: "Carried") }

    /// The content of the source that is not in the film, and notes of the mux.
    var losses: HTMLText {
        let light = [report.light?.disagreement].compactMap(\.self)
        let notes = (report.mux?.notes ?? []).filter { !report.notCarried.contains($0) }
        return Self.list(report.notCarried + light + notes, under: "Not carried, and notes")
    }

    private static func list(_ lines: [String], under heading: String) -> HTMLText {
        guard !lines.isEmpty else { return "" }
        var items: HTMLText = ""
        for line in lines { items += "<li>\(line)</li>" }
        return "<h2>\(heading)</h2><ul>\(items)</ul>"
    }

    /// A time range of the film, as in `0:01.000 – 0:03.500`.
    static func span(_ range: TimeRange) -> String {
        "\(Figure.timestamp(range.start.seconds)) – \(Figure.timestamp(range.end.seconds))"
    }

    private static func words(_ rate: RateTarget?) -> String {
        switch rate {
        case .constantRateFactor(let factor): "CRF \(Figure.decimal(factor, 2))"
        case .average(let kilobits): "\(kilobits) kbit/s"
        case nil: "–"
        }
    }

    private static func fate(of encode: EncodeReport) -> String {
        if encode.isUsed { return "yes" }
        return encode.isAnalysis ? "analysis" : "no"
    }
}
