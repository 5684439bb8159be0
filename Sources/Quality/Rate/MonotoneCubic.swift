/// Piecewise cubic Hermite interpolation that keeps the shape of its points (PCHIP): no overshoot between them.
///
/// Slopes are those of Fritsch and Butland, "A method for constructing local monotone piecewise cubic interpolants",
/// SIAM Journal on Scientific and Statistical Computing 5 (2), 1984; at the ends those of the three-point formula of
/// SLATEC's PCHIM, as in MATLAB's and SciPy's `pchip`.
struct MonotoneCubic {
    private let x: [Double]
    private let y: [Double]
    private let slopes: [Double]

    /// Precondition: as many values as places, at least two, places strictly ascending.
    init(x: [Double], y: [Double]) {
        precondition(x.count == y.count && x.count >= 2 && zip(x, x.dropFirst()).allSatisfy(<), "x must ascend")
        self.x = x
        self.y = y
        let widths = zip(x, x.dropFirst()).map { $1 - $0 }
        let rises = zip(zip(y, y.dropFirst()).map { $1 - $0 }, widths).map { $0 / $1 }
        let last = widths.count - 1
        guard last > 0 else {
            slopes = [rises[0], rises[0]]
            return
        }
        let inner = (1...last).map { index in
            let (before, after) = (rises[index - 1], rises[index])
            guard before * after > 0 else { return 0.0 }
            let (w1, w2) = (2 * widths[index] + widths[index - 1], widths[index] + 2 * widths[index - 1])
            return (w1 + w2) / (w1 / before + w2 / after)
        }
        let first = Self.endSlope(widths[0], widths[1], rises[0], rises[1])
        slopes = [first] + inner + [Self.endSlope(widths[last], widths[last - 1], rises[last], rises[last - 1])]
    }

    private static func endSlope(_ near: Double, _ far: Double, _ nearRise: Double, _ farRise: Double) -> Double {
        let slope = ((2 * near + far) * nearRise - near * farRise) / (near + far)
        if slope * nearRise <= 0 { return 0 }
        if nearRise * farRise <= 0, abs(slope) > 3 * abs(nearRise) { return 3 * nearRise }
        return slope
    }

    /// The exact integral between two positions within the points' range.
    func integral(from lower: Double, to upper: Double) -> Double {
        (0..<x.count - 1).reduce(0) { total, index in
            let (start, end) = (max(lower, x[index]), min(upper, x[index + 1]))
            return start < end ? total + antiderivative(index, end) - antiderivative(index, start) : total
        }
    }

    /// Integral of the piece from its own start.
    private func antiderivative(_ index: Int, _ place: Double) -> Double {
        let width = x[index + 1] - x[index]
        let t = (place - x[index]) / width
        let rise = y[index + 1] - y[index]
        let (d0, d1) = (slopes[index] * width, slopes[index + 1] * width)
        let (a, b) = (d0 + d1 - 2 * rise, 3 * rise - 2 * d0 - d1)
        return width * t * (y[index] + t * (d0 / 2 + t * (b / 3 + t * a / 4)))
    }
}
