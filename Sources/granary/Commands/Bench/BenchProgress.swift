import Bench
import Jobs
import Media

/// The events of a run as lines on standard error.
enum BenchProgress {
    /// Shows an event.
    static func show(_ event: BenchEvent) {
        switch event {
        case .began(let id, let points, let done):
            let before = done > 0 ? ", \(done) of them already measured" : ""
            StandardError.write("granary: run \(id): \(counted(points, "point"))\(before)\n")
        case .clipMissing(let clip, let hole): StandardError.write("granary: clip \(clip): \(hole.story)\n")
        case .encoding(let number, let count, let clip, let anchor, let rate, let repetition):
            let again = repetition > 1 ? ", repetition \(repetition)" : ""
            StandardError.write("[\(number)/\(count)] \(clip), \(anchor), \(rate.label)\(again) ...\n")
        case .measured(_, _, _, let measurement):
            let values = measurement.metrics.compactMap { value -> String? in
                guard case .measured(let figures) = value.outcome else { return nil }
                return "\(value.metric.title) \(Quantity.words(figures.film))"
            }
            StandardError.write(
                "    \(Int((measurement.bitsPerSecond / 1000).rounded())) kbit/s, "
                    + "\(Quantity.words((measurement.cost.wallSeconds * 10).rounded() / 10)) s, "
                    + values.joined(separator: ", ") + "\n"
            )
        case .hole(let clip, let anchor, let rate, let hole):
            StandardError.write("    hole: \(clip), \(anchor), \(rate.label): \(hole.story)\n")
        case .note(let text): StandardError.write("granary: \(text)\n")
        }
    }
}
