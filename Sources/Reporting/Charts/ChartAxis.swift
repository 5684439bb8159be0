import Foundation

/// One axis of a drawing: the values that it shows, and their places in the drawing's own units.
package struct ChartAxis: Hashable, Sendable {
    /// The relation of distances to values.
    package enum Scale: Hashable, Sendable {
        /// Equal distances are equal differences.
        case linear
        /// Equal distances are equal ratios; values are positive.
        case logarithmic
    }

    private let scale: Scale
    /// Values from one end to the other.
    package let values: ClosedRange<Double>
    private let first: Double
    private let last: Double

    /// Creates an axis from the place of its lowest value to that of its highest.
    package init(_ scale: Scale, _ values: ClosedRange<Double>, from first: Double, to last: Double) {
        self.scale = scale
        self.values = values
        self.first = first
        self.last = last
    }

    /// The place of a value. Values outside of the axis have places outside of it.
    package func place(_ value: Double) -> Double {
        guard values.upperBound > values.lowerBound else { return (first + last) / 2 }
        let share =
            scale == .linear
            ? (value - values.lowerBound) / (values.upperBound - values.lowerBound)
            : log(value / values.lowerBound) / log(values.upperBound / values.lowerBound)
        return first + share * (last - first)
    }

    /// Round values on the axis, ascending, with room for a number at each.
    ///
    /// - Parameter room: the least distance of two of them, in the drawing's units.
    package func ticks(room: Double) -> [Double] {
        guard values.upperBound > values.lowerBound, values.upperBound.isFinite, values.lowerBound.isFinite else {
            return [values.lowerBound].filter(\.isFinite)
        }
        return scale == .linear ? linearTicks(room) : logarithmicTicks(room)
    }

    /// One, two or five of a power of ten apart.
    private func linearTicks(_ room: Double) -> [Double] {
        let most = max(abs(last - first) / room, 1)
        let rough = (values.upperBound - values.lowerBound) / most
        let power = pow(10, log10(rough).rounded(.down))
        let step = ([1, 2, 5, 10].first { $0 * power >= rough } ?? 10) * power
        let (low, high) = ((values.lowerBound / step).rounded(.up), (values.upperBound / step).rounded(.down))
        return low <= high ? stride(from: low, through: high, by: 1).map { $0 * step } : []
    }

    /// Some of every power of ten.
    private func logarithmicTicks(_ room: Double) -> [Double] {
        let powers = Int(log10(values.lowerBound).rounded(.down))...Int(log10(values.upperBound).rounded(.up))
        var ticks: [Double] = []
        for power in powers {
            for digit in [1.0, 1.5, 2, 3, 5, 7] {
                let tick = digit * pow(10, Double(power))
                guard values.contains(tick) else { continue }
                if let previous = ticks.last, abs(place(tick) - place(previous)) < room { continue }
                ticks.append(tick)
            }
        }
        return ticks
    }
}
