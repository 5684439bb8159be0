import Foundation
import Media

/// Draws a `ProgressState` as text. It is pure, so that the display can be tested without a terminal.
package struct ProgressText: Hashable, Sendable {
    /// Columns to fill, at least 40.
    package var width: Int
    /// True where only ASCII can be shown.
    package var isASCII: Bool

    /// Creates a display for a terminal of some width.
    package init(width: Int = 80, isASCII: Bool = false) {
        self.width = max(40, width)
        self.isASCII = isASCII
    }

    /// The lines of the display on a terminal: one with the bar and the numbers, one with a cell for each range.
    package func lines(_ state: ProgressState) -> [String] {
        let head = clipped(state.name, to: max(8, width / 5)) + "  " + activity(state)
        let percent = Self.percent(state.fraction)
        let tail = ([percent] + numbers(state)).joined(separator: "  ")
        let room = width - head.count - tail.count - 4
        var lines = [
            clipped(room >= 8 ? "\(head)  \(bar(state.fraction, room))  \(tail)" : "\(head)  \(tail)", to: width)
        ]
        if !state.ranges.isEmpty { lines.append(strip(state.ranges)) }
        return lines
    }

    /// One line for logs and pipes.
    package func line(_ state: ProgressState) -> String {
        let done = state.ranges.count { $0 == .done }
        let ranges = state.ranges.isEmpty ? [] : ["\(done) of \(counted(state.ranges.count, "range"))"]
        let parts = [activity(state), Self.percent(state.fraction).trimmingCharacters(in: .whitespaces)] + ranges
        return "\(state.name): " + (parts + numbers(state)).joined(separator: ", ")
    }

    /// Whether the plain display prints another line: at a new activity or pass, at the end, and after some seconds.
    package static func isWorthALine(_ state: ProgressState, after last: ProgressState?, everySeconds: Double) -> Bool {
        guard let last else { return true }
        return state.activity != last.activity || state.pass != last.pass
            || (state.fraction >= 1 && last.fraction < 1)
            || state.elapsedSeconds - last.elapsedSeconds >= everySeconds
    }

    /// Seconds as `0:07`, `12:34` or `1:02:03`.
    package static func clock(seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "-:--" }
        let whole = Int(seconds.rounded())
        let tail = String(whole % 60 + 100).dropFirst()
        guard whole >= 3600 else { return "\(whole / 60):\(tail)" }
        return "\(whole / 3600):\(String(whole / 60 % 60 + 100).dropFirst()):\(tail)"
    }

    private func activity(_ state: ProgressState) -> String {
        state.pass > 0 ? "pass \(state.pass)/\(max(state.pass, state.maximumPasses)) \(state.activity)" : state.activity
    }

    private func numbers(_ state: ProgressState) -> [String] {
        var parts: [String] = []
        if let rate = state.framesPerSecond, rate.isFinite, rate >= 0.05, rate < 1e9 {
            parts.append(Self.decimal(rate) + " fps")
        }
        // Encoders hold back their first pictures: below half a kilobit per second nothing has come out yet.
        if let rate = state.bitsPerSecond, rate.isFinite, rate >= 500, rate < 1e15 {
            parts.append("\(Int((rate / 1000).rounded())) kbit/s")
        }
        if state.repeatedRanges > 0 { parts.append("\(state.repeatedRanges) again") }
        if state.fraction < 1 && !state.hasEnded {
            parts.append("ETA " + (state.remainingSeconds.map(Self.clock) ?? "-:--"))
        } else {
            parts.append("took " + Self.clock(seconds: state.elapsedSeconds))
        }
        return parts
    }

    private func bar(_ fraction: Double, _ width: Int) -> String {
        let inner = width - 2
        let full = Int(fraction * Double(inner))
        let (done, open) = isASCII ? ("#", "-") : ("━", "─")
        return "[" + String(repeating: done, count: full) + String(repeating: open, count: inner - full) + "]"
    }

    /// One cell for each range. Where there are more ranges than columns, a cell shows the most important state of
    /// several neighbours.
    private func strip(_ ranges: [ProgressState.RangeState]) -> String {
        let cells = min(ranges.count, width)
        return String(
            (0..<cells).map { cell in
                let group = ranges[cell * ranges.count / cells..<(cell + 1) * ranges.count / cells]
                let state = group.max { Self.weight($0) < Self.weight($1) } ?? .waiting
                return symbol(state)
            }
        )
    }

    private static func weight(_ state: ProgressState.RangeState) -> Int {
        switch state {
        case .done: 0
        case .waiting: 1
        case .requested: 2
        case .running: 3
        case .repeating: 4
        case .failed: 5
        }
    }

    private func symbol(_ state: ProgressState.RangeState) -> Character {
        switch state {
        case .waiting: isASCII ? "." : "·"
        case .running: isASCII ? ">" : "▶"
        case .done: isASCII ? "#" : "■"
        case .requested: isASCII ? "r" : "□"
        case .repeating: isASCII ? "R" : "▷"
        case .failed: isASCII ? "x" : "✗"
        }
    }

    private func clipped(_ text: String, to limit: Int) -> String {
        // Control characters in a name could move the cursor, so they are replaced.
        let visible = String(
            text.map { character in
                character.unicodeScalars.contains { $0.properties.generalCategory == .control } ? "?" : character
            }
        )
        guard visible.count > limit else { return visible }
        return visible.prefix(limit - 1) + (isASCII ? "~" : "…")
    }

    private static func percent(_ fraction: Double) -> String {
        // 100 % is only shown when all work is done.
        let whole = fraction >= 1 ? 100 : min(99, Int(fraction * 100))
        return String(repeating: " ", count: 3 - String(whole).count) + "\(whole) %"
    }

    private static func decimal(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
