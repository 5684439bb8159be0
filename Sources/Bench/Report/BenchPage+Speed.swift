import Foundation
import Media
import Reporting

/// Time and memory of the encodes, and how near they are to their rates.
extension BenchPage {
    /// One row for each anchor: times as ratios to the reference of the same run, over the points that both have.
    var speed: HTMLText {
        var rows: HTMLText = ""
        for anchor in run.anchors {
            let measured = run.measured(anchor: anchor.name).map(\.of)
            guard !measured.isEmpty else {
                rows += """
                    <tr><td class="text">\(anchor.title)</td><td class="hole" colspan="7">nothing was measured</td></tr>

                    """
                continue
            }
            let frames = measured.reduce(0) { $0 + $1.frameCount }
            let wall = measured.reduce(0) { $0 + $1.cost.wallSeconds }
            let memory = measured.map(\.cost.peakMemoryBytes).max() ?? 0
            let repeated = measured.compactMap(\.repeatedShare)
            let share = repeated.isEmpty ? nil : repeated.reduce(0, +) / Double(repeated.count)
            rows += """
                <tr><td class="text">\(anchor.title)</td><td>\(measured.count)</td>\
                <td>\(wall > 0 ? Figure.decimal(Double(frames) / wall, 2) : "–")</td>\
                <td>\(Figure.duration(wall))</td><td>\(ratio(anchor) { $0.wallSeconds })</td>\
                <td>\(ratio(anchor) { $0.cpuSeconds })</td>\
                <td>\(Figure.size(bytes: Double(memory)))</td>\
                <td>\(share.map { "\(Figure.decimal($0 * 100, 1)) %" } ?? "–")</td></tr>

                """
        }
        let reference = run.reference?.title ?? "the reference"
        return """
            <h2>Speed and memory</h2>
            <p class="faint">Ratios to \(reference): the median over the encodes, with the smallest and the largest. \
            Times of other nights are not compared.</p>
            <div class="wide"><table><thead><tr><th class="text">Encoder</th><th>Encodes</th><th>Frames a \
            second</th><th>Time</th>\
            <th>Time ratio</th><th>CPU ratio</th><th>Peak memory</th><th>Encoded again</th></tr></thead><tbody>
            \(rows)</tbody></table></div>
            """
    }

    /// The median of ratios to the reference's encode of the same clip, rate and repetition. If the reference has no
    /// such encode, the ratio is to its mean over the clip.
    private func ratio(_ anchor: BenchAnchorRecord, _ cost: (BenchCost) -> Double) -> String {
        guard let reference = run.reference else { return "–" }
        if reference.name == anchor.name { return "1" }
        var ratios: [Double] = []
        for own in run.measured(anchor: anchor.name) {
            let others = run.measured(clip: own.point.clip, anchor: reference.name)
            let same = others.first { $0.point.rate == own.point.rate && $0.point.repetition == own.point.repetition }
            let base =
                same.map { cost($0.of.cost) }
                ?? (others.isEmpty ? 0 : others.reduce(0) { $0 + cost($1.of.cost) } / Double(others.count))
            if base > 0 { ratios.append(cost(own.of.cost) / base) }
        }
        guard !ratios.isEmpty else { return "–" }
        let sorted = ratios.sorted()
        let spread = "\(Figure.decimal(sorted[0], 2)) to \(Figure.decimal(sorted[sorted.count - 1], 2))"
        return "\(Figure.decimal(QualitySummary(ratios)?.median ?? .nan, 2)) (\(spread))"
    }

    /// How far the rates miss their targets, one row for each anchor; empty if all anchors have rate factors.
    var accuracy: HTMLText {
        var rows: HTMLText = ""
        for anchor in run.anchors {
            let misses = run.measured(anchor: anchor.name).compactMap { point, measurement in
                point.rate.bitsPerSecond.flatMap { $0 > 0 ? measurement.bitsPerSecond / Double($0) - 1 : nil }
            }
            guard let low = misses.min(), let high = misses.max(),
                let summary = QualitySummary(misses.map(\.magnitude))
            else { continue }
            rows += """
                <tr><td \
                class="text">\(anchor.title)</td><td>\(misses.count)</td><td>\(Figure.decimal(summary.mean * 100, 2)) \
                %</td>\
                <td>\(Figure.miss(low))</td><td>\(Figure.miss(high))</td></tr>

                """
        }
        guard !rows.markup.isEmpty else { return "" }
        return """
            <h2>Accuracy of bit rates</h2>
            <div class="wide"><table><thead><tr><th class="text">Encoder</th><th>Encodes</th><th>Mean \
            miss</th><th>Furthest below</th>\
            <th>Furthest above</th></tr></thead><tbody>
            \(rows)</tbody></table></div>
            """
    }
}
