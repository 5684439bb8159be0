import Foundation
import Media
import Quality

/// A run as a page of Markdown for a repository, with losses and holes included.
package struct BenchMarkdown: Sendable {
    private let run: BenchRun

    /// The page of a run.
    package init(_ run: BenchRun) { self.run = run }

    /// The text, which ends with a line feed.
    package var text: String {
        let parts = [setting] + run.subjects.map(rates) + clips + [speed, accuracy, percentiles, holes, commands]
        return parts.compactMap(\.self).joined(separator: "\n")
    }

    // MARK: - What was measured

    private var setting: String? {
        let measured = run.points.count - run.holes.count
        let machine = run.machine
        let memory = Figure.size(bytes: Double(machine.memoryByteCount))
        var lines = [
            "## The run", "",
            "\(run.id), suite `\(run.suite.name)`, commit \(run.commit ?? "not known"): "
                + "\(counted(measured, "point")) of "
                + "\(run.points.count), \(Figure.duration(run.finished.timeIntervalSince(run.started))), on "
                + "\(machine.processor), \(counted(machine.coreCount, "core")), \(memory), \(machine.system).", "",
        ]
        lines += Self.table(
            ["clip", "kind", "size", "frames", "frames a second", "licence"],
            run.clips.map { clip in
                [
                    clip.name, clip.contentClass.title, clip.size.map { "\($0.width)x\($0.height)" } ?? "–",
                    clip.frameCount.map(String.init) ?? "–", clip.frameRate.map { Figure.shortest($0, 3) } ?? "–",
                    clip.licence,
                ]
            }
        )
        lines.append("")
        lines += Self.table(
            ["anchor", "what it is", "version"],
            run.anchors.map { ["`\($0.name)`", $0.title, $0.version ?? "not known"] }
        )
        return Self.lines(lines)
    }

    // MARK: - Rate for equal quality

    /// Means over clips, one row for each rival.
    private func rates(_ subject: BenchAnchorRecord) -> String? {
        let rivals = run.rivals(of: subject)
        guard !rivals.isEmpty else { return nil }
        let rows = rivals.map { rival in
            [rival.title]
                + run.metrics.map { metric in
                    BenchContest(run, of: subject.name, against: rival.name, metric: metric).overall?.description ?? "–"
                }
        }
        return Self.lines(
            [
                "## BD-rate of \(subject.title)", "",
                "Bits for equal quality: negative means fewer bits. Means over clips, with the interval that "
                    + "contains 95 of 100 resamplings of the clips.", "",
            ] + Self.table(["against"] + run.metrics.map(\.title), rows)
        )
    }

    /// The BD-rates of each clip, one table for each of Granary's anchors and each metric.
    private var clips: [String?] {
        run.subjects.flatMap { subject in
            run.metrics.map { metric in
                let rivals = run.rivals(of: subject)
                let contests = rivals.map { BenchContest(run, of: subject.name, against: $0.name, metric: metric) }
                let measured = run.clips.filter { isMeasured($0, metric) }
                let rows = measured.compactMap { clip -> [String]? in
                    let cells = contests.map { contest in
                        contest.clips.first { $0.name == clip.name }?.outcome.description ?? "not meant for it"
                    }
                    return cells.isEmpty ? nil : [clip.name] + cells
                }
                guard !rows.isEmpty else { return nil }
                let others = run.clips.map(\.name).filter { name in !measured.contains { $0.name == name } }
                let left = others.isEmpty ? [] : ["", "Not measured: \(others.joined(separator: ", "))."]
                return Self.lines(
                    ["### \(subject.title), clip by clip, \(metric.title)", ""]
                        + Self.table(["clip"] + rivals.map(\.title), rows) + left.map(Self.escaped)
                )
            }
        }
    }

    /// Whether a clip was to be measured by a metric: HDR metrics are for HDR clips only. A measurement that failed is
    /// a hole and stays in the table.
    private func isMeasured(_ clip: BenchClipRecord, _ metric: BenchMetric) -> Bool {
        let films = run.anchors.flatMap { run.measured(anchor: $0.name) }.filter { $0.point.clip == clip.name }
        return films.isEmpty || films.contains { film in film.of.metrics.contains { $0.metric == metric } }
    }

    // MARK: - Time, accuracy, percentiles

    /// Times as ratios to the reference at the same clip and rate: medians, with the smallest and the largest.
    private var speed: String? {
        guard let reference = run.reference else { return nil }
        let base = AnchorPoints(run, reference.name)
        let rows = run.anchors.map { anchor -> [String] in
            let points = AnchorPoints(run, anchor.name)
            func ratio(_ path: KeyPath<BenchCost, Double>) -> String {
                let ratios = points.keys.compactMap { key -> Double? in
                    guard let own = points.median(key, path), let other = base.median(key, path), other > 0 else {
                        return nil
                    }
                    return own / other
                }.sorted()
                guard let least = ratios.first, let greatest = ratios.last, let summary = QualitySummary(ratios) else {
                    return "–"
                }
                let words = [summary.median, least, greatest].map { Figure.decimal($0, 2) }
                return "\(words[0]) (\(words[1]) to \(words[2]))"
            }
            let costs = run.measured(anchor: anchor.name)
            let wall = costs.reduce(0) { $0 + $1.of.cost.wallSeconds }
            let again = costs.compactMap(\.of.repeatedShare)
            let memory = costs.map(\.of.cost.peakMemoryBytes).max()
            return [
                anchor.title, "\(costs.count)", Figure.duration(wall), ratio(\.wallSeconds), ratio(\.cpuSeconds),
                memory.map { Figure.size(bytes: Double($0)) } ?? "–",
                again.isEmpty ? "–" : "\(Figure.decimal(again.reduce(0, +) / Double(again.count) * 100, 1)) %",
            ]
        }
        return Self.lines(
            [
                "## Time and memory", "",
                "Ratios are to \(reference.title) at the same clip and rate; anchors with rate factors have none.",
                "",
            ]
                + Self.table(
                    ["anchor", "encodes", "time", "wall", "CPU", "peak memory", "encoded again, share of CPU"],
                    rows
                )
        )
    }

    /// How far the rates miss their targets.
    private var accuracy: String? {
        let rows = run.anchors.compactMap { anchor -> [String]? in
            let misses = run.measured(anchor: anchor.name).compactMap { point, measurement in
                point.rate.bitsPerSecond.flatMap { $0 > 0 ? measurement.bitsPerSecond / Double($0) - 1 : nil }
            }
            guard let low = misses.min(), let high = misses.max() else { return nil }
            let mean = misses.reduce(0) { $0 + $1.magnitude } / Double(misses.count)
            return [
                anchor.title, "\(misses.count)", "\(Figure.decimal(mean * 100, 2)) %", BDRate.words(low),
                BDRate.words(high),
            ]
        }
        guard !rows.isEmpty else { return nil }
        return Self.lines(
            ["## Accuracy of rates", ""]
                + Self.table(["anchor", "encodes", "mean miss", "furthest below", "furthest above"], rows)
        )
    }

    /// By how much 5th percentiles differ from the reference's at the same clip and rate: the mean over points, and the
    /// worst point.
    private var percentiles: String? {
        guard let reference = run.reference else { return nil }
        let base = AnchorPoints(run, reference.name)
        let rows = run.anchors.filter { $0.name != reference.name }.compactMap { anchor -> [String]? in
            let points = AnchorPoints(run, anchor.name)
            let cells = run.metrics.map { metric -> String in
                let clips = run.clips(for: metric)
                let keys = points.keys.filter { clips.contains($0.clip) }
                let changes = points.differences(of: metric, \.percentile5, from: base, at: keys)
                guard let worst = changes.min() else { return "–" }
                let digits = metric == .ssim ? 4 : 2
                let mean = changes.reduce(0, +) / Double(changes.count)
                return "\(Self.signed(mean, digits)) (worst \(Self.signed(worst, digits)))"
            }
            return cells.allSatisfy { $0 == "–" } ? nil : [anchor.title] + cells
        }
        guard !rows.isEmpty else { return nil }
        return Self.lines(
            [
                "## 5th percentile of frames", "",
                "Differences from \(reference.title) at the same clip and requested rate: the mean, and the worst.",
                "",
            ] + Self.table(["anchor"] + run.metrics.map(\.title), rows)
        )
    }

    // MARK: - Holes and commands

    private var holes: String? {
        let stories = run.holes.map { point, hole in
            "- \(point.clip), `\(point.anchor)`, \(point.rate.label), repetition \(point.repetition): \(hole.story)"
        }
        let all = (stories + RunText.metricHoles(run).map { "- \($0)" }).map(Self.escaped)
        return Self.lines(["## Holes", ""] + (all.isEmpty ? ["None."] : all))
    }

    /// The commands of the first point of every anchor.
    private var commands: String? {
        var lines = ["## Commands", "", "The commands of the first point of each anchor."]
        for anchor in run.anchors {
            guard let first = run.measured(anchor: anchor.name).first else { continue }
            lines += ["", "`\(anchor.name)`, \(first.point.clip) at \(first.point.rate.label):", ""]
            lines += first.of.commands.flatMap { Self.wrapped($0.map(Self.word)) }
        }
        return Self.lines(lines)
    }

    // MARK: - Text

    /// A command as indented lines of at most 120 characters, for a shell.
    private static func wrapped(_ words: [String]) -> [String] {
        var lines: [String] = []
        var line = "   "
        for word in words {
            if line.count + word.count > 117, line.count > 7 {
                lines.append(line + " \\")
                line = "       "
            }
            line += " " + word
        }
        return lines + [line]
    }

    /// An argument of a command without folders, which belong to the machine and not to the run.
    private static func word(_ word: String) -> String {
        let names = word.split(separator: "=", omittingEmptySubsequences: false).map { part in
            part.hasPrefix("/") ? String(part.split(separator: "/").last ?? "/") : String(part)
        }.joined(separator: "=")
        return names.contains(" ") ? "'\(names)'" : names
    }

    private static func signed(_ value: Double, _ digits: Int) -> String {
        (value < 0 ? "" : "+") + Figure.decimal(value, digits)
    }

    private static func table(_ head: [String], _ rows: [[String]]) -> [String] {
        ([head, head.map { _ in "---" }] + rows).map { row in
            "| " + row.map(escaped).joined(separator: " | ") + " |"
        }
    }

    /// Escapes text from outside, so that it cannot become markup or further cells.
    private static func escaped(_ words: String) -> String {
        words.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("|", with: "\\|").replacing(
            "\n",
            with: " "
        )
    }

    private static func lines(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }
}
