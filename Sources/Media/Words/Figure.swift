import Foundation

/// Numbers for display, the same in every locale.
package enum Figure {
    /// A number with that many decimals; `∞` and `?` if it is not finite.
    package static func decimal(_ value: Double, _ digits: Int) -> String {
        guard value.isFinite else { return value.isNaN ? "?" : value < 0 ? "-∞" : "∞" }
        // Without a locale it is the same everywhere, too, and does not make a formatter of numbers for each one.
        return String(format: "%.\(digits)f", value)
    }

    /// A number with at most that many decimals, without trailing zeros.
    package static func shortest(_ value: Double, _ digits: Int) -> String {
        let text = decimal(value, digits)
        guard text.contains(".") else { return text }
        return String(text.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed())
    }

    /// A fraction as signed percentage, as in `+1.25 %`.
    package static func miss(_ fraction: Double?) -> String {
        fraction.map { ($0 < 0 ? "−" : "+") + decimal($0.magnitude * 100, 2) + " %" } ?? "–"
    }

    /// A bit rate in kbit/s.
    package static func rate(_ bitsPerSecond: Double) -> String { decimal(bitsPerSecond / 1000, 0) + " kbit/s" }

    /// Bits as kilobytes or megabytes.
    package static func size(bits: Int) -> String { size(bytes: Double(bits) / 8) }

    /// Bytes in the appropriate unit.
    package static func size(bytes: Double) -> String {
        bytes.isFinite ? "\(ByteSize(Int64(min(max(bytes, 0), 1e18).rounded())))" : "?"
    }

    /// Seconds, or minutes and seconds from two minutes on.
    package static func duration(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "?" }
        if seconds < 120 { return decimal(seconds, 1) + " s" }
        let whole = Int(seconds.rounded())
        return "\(whole / 60) min \(whole % 60) s"
    }

    /// A point of the film, as in `1:02:03.040`.
    package static func timestamp(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds.magnitude < 1e9 else { return "?" }
        let sign = seconds < 0 ? "-" : ""
        let milliseconds = Int((seconds.magnitude * 1000).rounded())
        let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        let (hours, minutes) = (whole / 3600, whole / 60 % 60)
        let tail = padded(whole % 60, 2) + "." + padded(rest, 3)
        return hours > 0 ? "\(sign)\(hours):\(padded(minutes, 2)):\(tail)" : "\(sign)\(minutes):\(tail)"
    }

    /// A point of the film with no more digits than necessary, as in `1:02` or `0:00.4`.
    package static func moment(_ seconds: Double) -> String {
        let text = timestamp(seconds)
        guard text.contains(".") else { return text }
        return String(text.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed())
    }

    private static func padded(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(digits - text.count, 0)) + text
    }
}
