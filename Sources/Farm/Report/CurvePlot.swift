import Foundation

/// Curves and dots over a logarithmic axis of rates, drawn as SVG.
struct CurvePlot {
    /// A line through points.
    struct Line {
        /// Its class in the style sheet.
        let style: String
        let curve: RateDistortion.Curve
    }

    /// One encode.
    struct Dot {
        /// Its classes in the style sheet.
        let style: String
        let bitsPerSecond: Double
        let value: Double
        /// What is shown where one points at it.
        let words: String
    }

    private let lines: [Line]
    private let dots: [Dot]
    private let digits: Int
    private let (width, height): (Double, Double)
    private let rates: ClosedRange<Double>
    private let values: ClosedRange<Double>

    /// Room around the curves, left and below, where the numbers stand.
    private static let (left, top, right, bottom) = (64.0, 10.0, 14.0, 24.0)

    /// Creates a drawing of a size in its own units; nil when there is nothing in it. What is not finite, or has no rate, is left out.
    ///
    /// - Parameter digits: that tell values apart.
    init?(_ lines: [Line], _ dots: [Dot], digits: Int, width: Double, height: Double) {
        self.lines = lines
        self.dots = dots.filter { $0.bitsPerSecond > 0 && $0.bitsPerSecond.isFinite && $0.value.isFinite }
        self.digits = digits
        (self.width, self.height) = (width, height)
        let rates = (self.dots.map(\.bitsPerSecond) + lines.flatMap(\.curve.bitsPerSecond)).filter { $0 > 0 }
        let values = (self.dots.map(\.value) + lines.flatMap(\.curve.values)).filter(\.isFinite)
        guard let slowest = rates.min(), let fastest = rates.max(), let lowest = values.min(),
            let highest = values.max()
        else { return nil }
        // Equal ones lie in the middle.
        let wider = max((1.3 / (fastest / slowest)).squareRoot(), 1.02)
        self.rates = slowest / wider...fastest * wider
        let margin = max((20 * pow(10, -Double(digits)) - (highest - lowest)) / 2, 0.03 * (highest - lowest))
        self.values = lowest - margin...highest + margin
    }

    /// The drawing.
    ///
    /// - Parameter label: what it shows, for those who cannot see it.
    func drawing(_ label: String) -> HTMLText {
        var inside: HTMLText = ""
        for rate in rateTicks {
            let x = Self.number(x(rate))
            inside +=
                #"<line class="grid" x1="\#(x)" x2="\#(x)" y1="\#(Self.number(Self.top))" y2="\#(Self.number(height - Self.bottom))"/>"#
            inside +=
                #"<text x="\#(x)" y="\#(Self.number(height - 8))" text-anchor="middle">\#(Self.words(rate))</text>"#
        }
        for value in valueTicks {
            let y = Self.number(y(value))
            inside +=
                #"<line class="grid" x1="\#(Self.number(Self.left))" x2="\#(Self.number(width - Self.right))" y1="\#(y)" y2="\#(y)"/>"#
            inside +=
                #"<text x="\#(Self.number(Self.left - 6))" y="\#(Self.number(self.y(value) + 4))" text-anchor="end">\#(words(value))</text>"#
        }
        for line in lines {
            var points: [String] = []
            for (rate, value) in zip(line.curve.bitsPerSecond, line.curve.values) where rate > 0 && value.isFinite {
                points.append("\(Self.number(x(rate))),\(Self.number(y(value)))")
            }
            inside += #"<polyline class="\#(line.style)" points="\#(points.joined(separator: " "))"/>"#
        }
        for dot in dots {
            inside += """
                <circle class="\(dot.style)" cx="\(Self.number(x(dot.bitsPerSecond)))" cy="\(Self.number(y(dot.value)))" r="4.5">\
                <title>\(dot.words)</title></circle>

                """
        }
        return """
            <svg viewBox="0 0 \(Int(width)) \(Int(height))" role="img" aria-label="\(label)">
            \(inside)</svg>
            """
    }

    // MARK: - Axes

    private func x(_ rate: Double) -> Double {
        let share = log(rate / rates.lowerBound) / log(rates.upperBound / rates.lowerBound)
        return Self.left + share * (width - Self.left - Self.right)
    }

    private func y(_ value: Double) -> Double {
        let share = (value - values.lowerBound) / (values.upperBound - values.lowerBound)
        return height - Self.bottom - share * (height - Self.top - Self.bottom)
    }

    /// Rates on the grid: 1, 2 and 5 of every power of ten, as many as have room for their numbers.
    private var rateTicks: [Double] {
        let powers = Int(log10(rates.lowerBound).rounded(.down))...Int(log10(rates.upperBound).rounded(.up))
        let fine = powers.flatMap { power in [1.0, 1.5, 2, 3, 5, 7].map { $0 * pow(10, Double(power)) } }
            .filter(rates.contains)
        var ticks: [Double] = []
        for tick in fine where ticks.last.map({ x(tick) - x($0) >= 56 }) ?? true { ticks.append(tick) }
        return ticks
    }

    /// Values on the grid: three to six round ones.
    private var valueTicks: [Double] {
        let rough = (values.upperBound - values.lowerBound) / (height > 250 ? 6 : 4)
        let power = pow(10, log10(rough).rounded(.down))
        let step = ([1, 2, 5, 10].first { $0 * power >= rough } ?? 10) * power
        let first = (values.lowerBound / step).rounded(.up)
        let last = (values.upperBound / step).rounded(.down)
        return stride(from: first, through: last, by: 1).map { $0 * step }
    }

    private func words(_ value: Double) -> String {
        let text = Figure.decimal(value, digits)
        guard text.contains(".") else { return text }
        return String(text.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed())
    }

    /// In kbit/s.
    private static func words(_ rate: Double) -> String {
        Figure.decimal(rate / 1000, rate < 1000 ? 2 : rate < 1e4 ? 1 : 0)
    }

    private static func number(_ value: Double) -> String { Figure.decimal(value, 1) }
}
