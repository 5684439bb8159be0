import Foundation
import Media

/// Curves, and dots with error bars, over an axis of rates or of other values, drawn as SVG.
package struct CurvePlot: Sendable {
    /// A line through points, from the first to the last.
    package struct Line: Sendable {
        let style: String
        let points: [ChartPoint]

        /// Creates a line; `style` is its class in the style sheet.
        package init(style: String, points: [ChartPoint]) {
            self.style = style
            self.points = points
        }
    }

    /// One measured value.
    package struct Dot: Sendable {
        let style: String
        let place: ChartPoint
        let words: String
        let spread: ClosedRange<Double>?

        /// Creates a dot.
        ///
        /// - Parameters:
        ///   - style: its classes in the style sheet.
        ///   - spread: the values between which its error bar is drawn.
        ///   - words: its tooltip.
        package init(style: String, at place: ChartPoint, spread: ClosedRange<Double>? = nil, words: String) {
            self.style = style
            self.place = place
            self.spread = spread
            self.words = words
        }
    }

    /// The values of the horizontal axis.
    package enum Horizontal: Sendable {
        /// Rates in bit/s, on a logarithmic axis labelled in kbit/s.
        case rate
        /// Any values, on a linear axis with labels by the function.
        case linear(@Sendable (Double) -> String)
    }

    private let lines: [Line]
    private let dots: [Dot]
    private let digits: Int
    private let width: Double
    private let height: Double
    private let horizontal: Horizontal
    private let x: ChartAxis
    private let y: ChartAxis
    private let rules: [Double]

    /// Margins around the curves. The numbers are in the left and the bottom margin.
    private static let (left, top, right, bottom) = (64.0, 10.0, 14.0, 24.0)

    /// Creates a drawing of a size in its own units; nil when it would be empty. Points that are not finite, or have no
    /// positive rate, are left out.
    ///
    /// - Parameters:
    ///   - rules: values at which a line is drawn from side to side.
    ///   - digits: decimal digits of the labels.
    package init?(
        _ lines: [Line],
        _ dots: [Dot],
        over horizontal: Horizontal = .rate,
        rules: [Double] = [],
        digits: Int,
        width: Double,
        height: Double
    ) {
        let isRate = if case .rate = horizontal { true } else { false }
        func isDrawn(_ point: ChartPoint) -> Bool {
            point.x.isFinite && point.y.isFinite && (!isRate || point.x > 0)
        }
        self.lines = lines.map { Line(style: $0.style, points: $0.points.filter(isDrawn)) }
        self.dots = dots.filter { isDrawn($0.place) }
        self.digits = digits
        self.width = width
        self.height = height
        self.horizontal = horizontal
        self.rules = rules.filter(\.isFinite)
        let places = self.dots.map(\.place) + self.lines.flatMap(\.points)
        let spreads = self.dots.compactMap(\.spread).flatMap { [$0.lowerBound, $0.upperBound] }.filter(\.isFinite)
        let values = places.map(\.y) + spreads + self.rules
        guard let first = places.map(\.x).min(), let last = places.map(\.x).max(), let lowest = values.min(),
            let highest = values.max()
        else { return nil }
        x = Self.axis(first, last, isRate: isRate, width: width)
        // Equal values are in the middle.
        let margin = max((20 * pow(10, -Double(digits)) - (highest - lowest)) / 2, 0.03 * (highest - lowest))
        y = ChartAxis(.linear, lowest - margin...highest + margin, from: height - Self.bottom, to: Self.top)
    }

    /// Figures of runs one after the other, in percent, with a rule at 0; nil when it would be empty. Runs have equal
    /// distances: days without a run take no space.
    ///
    /// - Parameters:
    ///   - style: class of the curve's colour in the style sheet.
    ///   - dots: a dot for each run, at its number.
    ///   - names: what stands below each run.
    package static func ofRuns(_ dots: [Dot], style: String, names: [String]) -> CurvePlot? {
        CurvePlot(
            [Line(style: "\(style) curve", points: dots.map(\.place))],
            dots,
            over: .linear { place in
                let index = Int(place.rounded())
                return names.indices.contains(index) && abs(place - Double(index)) < 0.01 ? names[index] : ""
            },
            rules: [0],
            digits: 1,
            width: 1000,
            height: 240
        )
    }

    private static func axis(_ first: Double, _ last: Double, isRate: Bool, width: Double) -> ChartAxis {
        guard isRate else {
            let margin = last > first ? 0.03 * (last - first) : 0.5
            return ChartAxis(.linear, first - margin...last + margin, from: left, to: width - right)
        }
        let wider = max((1.3 / (last / first)).squareRoot(), 1.02)
        return ChartAxis(.logarithmic, first / wider...last * wider, from: left, to: width - right)
    }

    /// The drawing.
    ///
    /// - Parameter label: a description of the drawing for screen readers.
    package func drawing(_ label: String) -> HTMLText {
        """
        <svg viewBox="0 0 \(Int(width)) \(Int(height))" role="img" aria-label="\(label)">
        \(grid)\(curves)\(marks)</svg>
        """
    }

    private var grid: HTMLText {
        var grid: HTMLText = ""
        for tick in x.ticks(room: 56) where !words(along: tick).isEmpty {
            let place = Self.number(x.place(tick))
            grid +=
                #"""
                <line class="grid" x1="\#(place)" x2="\#(place)" y1="\#(Self.number(Self.top))" \#
                y2="\#(Self.number(height - Self.bottom))"/>
                """#
            grid +=
                #"""
                <text x="\#(place)" y="\#(Self.number(height - 8))" \#
                text-anchor="middle">\#(words(along: tick))</text>
                """#
        }
        for tick in y.ticks(room: height > 250 ? 44 : 34) {
            let place = Self.number(y.place(tick))
            grid +=
                #"""
                <line class="grid" x1="\#(Self.number(Self.left))" x2="\#(Self.number(width - Self.right))" \#
                y1="\#(place)" y2="\#(place)"/>
                """#
            grid +=
                #"""
                <text x="\#(Self.number(Self.left - 6))" y="\#(Self.number(y.place(tick) + 4))" \#
                text-anchor="end">\#(Figure.shortest(tick, digits))</text>
                """#
        }
        for rule in rules {
            let place = Self.number(y.place(rule))
            grid +=
                #"""
                <line class="rule" x1="\#(Self.number(Self.left))" x2="\#(Self.number(width - Self.right))" \#
                y1="\#(place)" y2="\#(place)"/>
                """#
        }
        return grid
    }

    private var curves: HTMLText {
        var curves: HTMLText = ""
        for line in lines where line.points.count > 1 {
            let points = line.points.map { "\(Self.number(x.place($0.x))),\(Self.number(y.place($0.y)))" }
            curves += #"<polyline class="\#(line.style)" points="\#(points.joined(separator: " "))"/>"#
        }
        return curves
    }

    private var marks: HTMLText {
        var marks: HTMLText = ""
        for dot in dots {
            let (column, row) = (x.place(dot.place.x), y.place(dot.place.y))
            if let spread = dot.spread, spread.upperBound > spread.lowerBound {
                let (high, low) = (y.place(spread.upperBound), y.place(spread.lowerBound))
                let ends = [(high, high), (low, low)].map {
                    "M\(Self.number(column - 4)) \(Self.number($0.0))H\(Self.number(column + 4))"
                }
                marks +=
                    #"""
                    <path class="\#(dot.style) bar" d="M\#(Self.number(column)) \#
                    \#(Self.number(high))V\#(Self.number(low))\#(ends.joined())"/>
                    """#
            }
            marks += """
                <circle class="\(dot.style)" cx="\(Self.number(column))" cy="\(Self.number(row))" r="4.5">\
                <title>\(dot.words)</title></circle>

                """
        }
        return marks
    }

    private func words(along tick: Double) -> String {
        switch horizontal {
        case .rate: Figure.decimal(tick / 1000, tick < 1000 ? 2 : tick < 1e4 ? 1 : 0)
        case .linear(let words): words(tick)
        }
    }

    private static func number(_ value: Double) -> String { Figure.decimal(value, 1) }
}
