import Media

/// Values of a film's frames over its time, drawn as SVG: a line through means, with the spread around it, on bands of
/// time.
package struct TimePlot: Sendable {
    /// One value per frame.
    package struct Series: Sendable {
        let name: String
        let style: String
        let values: [Double]

        /// Creates a series; `style` is its class in the style sheet.
        package init(_ name: String, style: String, values: [Double]) {
            self.name = name
            self.style = style
            self.values = values
        }
    }

    /// A part of the time with its own colour.
    package struct Band: Sendable {
        let seconds: Range<Double>
        let style: String
        let words: String

        /// Creates a band; `style` has its classes in the style sheet, `words` is its tooltip.
        package init(_ seconds: Range<Double>, style: String, words: String) {
            self.seconds = seconds
            self.style = style
            self.words = words
        }
    }

    private let series: [Series]
    private let columns: [Range<Int>]
    private let starts: [Double]
    private let end: Double
    private let bands: [Band]
    private let marks: [(seconds: Double, words: String)]
    private let digits: Int
    private let height: Double
    private let x: ChartAxis
    private let y: ChartAxis

    /// The most points of a line: more cannot be distinguished on a screen.
    private static let mostColumns = 240
    private static let width = 1000.0
    private static let (left, top, right, bottom) = (56.0, 8.0, 8.0, 22.0)

    /// Creates a drawing; nil without frames or without a finite value.
    ///
    /// - Parameters:
    ///   - series: each with as many values as `starts`; others are left out.
    ///   - starts: when each frame is presented, in seconds, ascending.
    ///   - end: when the last frame ends, in seconds.
    ///   - marks: moments at which a line is drawn.
    ///   - floor: a value that the vertical axis must include, as 0 for rates; nil for the range of the values.
    ///   - digits: decimal digits of the labels.
    package init?(
        _ series: [Series],
        starts: [Double],
        end: Double,
        bands: [Band] = [],
        marks: [(seconds: Double, words: String)] = [],
        floor: Double? = nil,
        digits: Int,
        height: Double = 220
    ) {
        let drawn = series.filter { $0.values.count == starts.count }
        let values = drawn.flatMap(\.values).filter(\.isFinite) + [floor].compactMap(\.self)
        guard let first = starts.first, end > first, !drawn.isEmpty, let lowest = values.min(),
            let highest = values.max(),
            values.count > (floor == nil ? 0 : 1)
        else { return nil }
        self.series = drawn
        self.starts = starts
        self.end = end
        self.bands = bands
        self.marks = marks
        self.digits = digits
        self.height = height
        let count = min(starts.count, Self.mostColumns)
        columns = (0..<count).map { $0 * starts.count / count..<($0 + 1) * starts.count / count }
        x = ChartAxis(.linear, first...end, from: Self.left, to: Self.width - Self.right)
        let margin = highest > lowest ? 0.04 * (highest - lowest) : 0.5
        y = ChartAxis(
            .linear,
            (floor == lowest ? lowest : lowest - margin)...highest + margin,
            from: height - Self.bottom,
            to: Self.top
        )
    }

    /// The drawing.
    ///
    /// - Parameter label: a description of the drawing for screen readers.
    package func drawing(_ label: String) -> HTMLText {
        """
        <svg viewBox="0 0 \(Int(Self.width)) \(Int(height))" role="img" aria-label="\(label)">
        \(background)\(lines)\(hovering)</svg>
        """
    }

    private var background: HTMLText {
        let (top, bottom) = (Self.number(Self.top), Self.number(height - Self.bottom))
        var markup: HTMLText = ""
        for band in bands {
            let (from, to) = (x.place(band.seconds.lowerBound), x.place(band.seconds.upperBound))
            markup += """
                <rect class="\(band.style) band" x="\(Self.number(from))" y="\(top)" \
                width="\(Self.number(max(to - from, 0.5)))" \
                height="\(Self.number(height - Self.bottom - Self.top))"/>

                """
        }
        for tick in y.ticks(room: 36) {
            let place = Self.number(y.place(tick))
            markup +=
                #"""
                <line class="grid" x1="\#(Self.number(Self.left))" x2="\#(Self.number(Self.width - Self.right))" \#
                y1="\#(place)" y2="\#(place)"/>
                """#
            markup +=
                #"""
                <text x="\#(Self.number(Self.left - 6))" y="\#(Self.number(y.place(tick) + 4))" \#
                text-anchor="end">\#(Figure.shortest(tick, digits))</text>
                """#
        }
        for tick in x.ticks(room: 90) {
            let anchor = x.place(tick) > Self.width - 30 ? "end" : "middle"
            markup +=
                #"""
                <text x="\#(Self.number(x.place(tick)))" y="\#(Self.number(height - 6))" \#
                text-anchor="\#(anchor)">\#(Figure.moment(tick))</text>
                """#
        }
        for mark in marks {
            let place = Self.number(x.place(mark.seconds))
            markup +=
                #"""
                <line class="worst" x1="\#(place)" x2="\#(place)" y1="\#(top)" \#
                y2="\#(bottom)"><title>\#(mark.words)</title></line>
                """#
        }
        return markup
    }

    private var lines: HTMLText {
        var markup: HTMLText = ""
        for one in series {
            let summaries = columns.compactMap { column in Self.summary(one.values[column]).map { (column, $0) } }
            func path(_ figure: (Summary) -> Double) -> [String] {
                summaries.map { "\(Self.number(middle(of: $0.0))),\(Self.number(y.place(figure($0.1))))" }
            }
            if starts.count > columns.count {
                let outline = path(\.highest) + path(\.lowest).reversed()
                markup += #"<polygon class="\#(one.style) spread" points="\#(outline.joined(separator: " "))"/>"#
            }
            markup += #"<polyline class="\#(one.style) curve" points="\#(path(\.mean).joined(separator: " "))"/>"#
        }
        return markup
    }

    /// One invisible column for each point of the lines, whose tooltip shows the values.
    private var hovering: HTMLText {
        var markup: HTMLText = ""
        for column in columns {
            let (from, to) = (x.place(starts[column.lowerBound]), x.place(ending(of: column)))
            let seconds = starts[column.lowerBound]
            var words = [Figure.timestamp(seconds)]
            for one in series {
                guard let summary = Self.summary(one.values[column]) else { continue }
                let lowest = column.count > 1 ? ", lowest \(Figure.decimal(summary.lowest, digits))" : ""
                words.append("\(one.name): \(Figure.decimal(summary.mean, digits))\(lowest)")
            }
            words += bands.filter { $0.seconds.contains(seconds) }.map(\.words)
            markup += """
                <rect class="hover" x="\(Self.number(from))" y="\(Self.number(Self.top))" \
                width="\(Self.number(max(to - from, 0.5)))" \
                height="\(Self.number(height - Self.bottom - Self.top))">\
                <title>\(words.joined(separator: "\n"))</title></rect>

                """
        }
        return markup
    }

    private struct Summary {
        var lowest: Double
        var mean: Double
        var highest: Double
    }

    /// Nil when no value is finite.
    private static func summary(_ values: ArraySlice<Double>) -> Summary? {
        let values = values.filter(\.isFinite)
        guard let lowest = values.min(), let highest = values.max() else { return nil }
        return Summary(lowest: lowest, mean: values.reduce(0, +) / Double(values.count), highest: highest)
    }

    private func ending(of column: Range<Int>) -> Double {
        column.upperBound < starts.count ? starts[column.upperBound] : end
    }

    private func middle(of column: Range<Int>) -> Double {
        (x.place(starts[column.lowerBound]) + x.place(ending(of: column))) / 2
    }

    private static func number(_ value: Double) -> String { Figure.decimal(value, 1) }
}
