import Foundation
import Media

/// Runs as CSV (RFC 4180) for other programs, one line for each point.
package enum BenchTable {
    /// The text with a header line. Holes have their reason instead of figures.
    package static func text(of runs: [BenchRun]) -> String {
        let metrics = runs.flatMap(\.metrics).reduce(into: [BenchMetric]()) { known, metric in
            if !known.contains(metric) { known.append(metric) }
        }
        let figures = ["film", "mean", "harmonic-mean", "percentile-5", "percentile-1"]
        let head =
            ["run", "started", "commit", "suite", "clip", "class", "anchor", "rate", "repetition", "hole", "story"]
            + ["bits-per-second", "asked-bits-per-second", "video-bytes", "wall-seconds", "cpu-seconds"]
            + ["peak-memory-bytes", "repeated-share", "frames"]
            + metrics.flatMap { metric in figures.map { "\(metric.rawValue)-\($0)" } }
        let lines = runs.flatMap { run in run.points.map { row($0, of: run, metrics) } }
        return ([head] + lines).map { $0.map(quoted).joined(separator: ",") + "\r\n" }.joined()
    }

    private static func row(_ point: BenchPoint, of run: BenchRun, _ metrics: [BenchMetric]) -> [String] {
        let contentClass = run.clips.first { $0.name == point.clip }?.contentClass.rawValue ?? ""
        var words = [
            run.id, run.started.formatted(.iso8601), run.commit ?? "", run.suite.name, point.clip, contentClass,
            point.anchor, point.rate.label, "\(point.repetition)",
        ]
        switch point.outcome {
        case .hole(let hole):
            words += [hole.reason.rawValue, hole.story]
            words += [String](repeating: "", count: 8 + 5 * metrics.count)
        case .measured(let measured):
            words += ["", ""]
            words += ["\(measured.bitsPerSecond)", point.rate.bitsPerSecond.map(String.init) ?? ""]
            words += ["\(measured.videoByteCount)", "\(measured.cost.wallSeconds)", "\(measured.cost.cpuSeconds)"]
            words += ["\(measured.cost.peakMemoryBytes)", measured.repeatedShare.map { "\($0)" } ?? ""]
            words.append("\(measured.frameCount)")
            for metric in metrics {
                guard let value = measured.value(of: metric) else {
                    words += [String](repeating: "", count: 5)
                    continue
                }
                let frames = value.frames
                words += [value.film, frames.mean, frames.harmonicMean, frames.percentile5, frames.percentile1]
                    .map { "\($0)" }
            }
        }
        return words
    }

    private static func quoted(_ word: String) -> String {
        guard word.contains(where: { ",\"\r\n".contains($0) || $0.isNewline }) else { return word }
        return "\"\(word.replacing("\"", with: "\"\""))\""
    }
}
