import Foundation

/// The planned bits of several ranges together, and the quantiser at which they reach a number of bits.
///
/// The quantiser is that of `EncoderRateModel.solve` over the sum of `RateCurve.bits(atQuantizer:)`, bit for bit: the
/// same numbers are added in the same order. Where the quantiser is nearly known, the sum is computed about 15 times
/// instead of 50 times.
package struct CurveSum {
    fileprivate struct Entry {
        let curve: RateCurve?
        let factor: Double
        let offset: Double
        /// The points between which the quantiser was last.
        var index = -1
        var bits = 0.0
        var ratio = 0.0
    }

    private var entries: [Entry] = []

    /// An empty sum.
    package init() {}

    /// Adds a range.
    ///
    /// - Parameters:
    ///   - factor: the planned bits of its curve are multiplied by this.
    ///   - offset: its quantiser is that of the sum plus this, within x265's limits.
    package mutating func add(_ curve: RateCurve, factor: Double, offset: Double = 0) {
        entries.append(Entry(curve: curve, factor: factor, offset: offset))
    }

    /// Adds a range whose bits do not depend on the quantiser.
    package mutating func add(bits: Double) { entries.append(Entry(curve: nil, factor: bits, offset: 0)) }

    /// The quantiser at which `start`, plus the bits of all ranges, minus `wanted` is 0; 0 or 69 when there is none.
    ///
    /// - Parameter guess: a quantiser that is probably near; nil if none is known.
    package mutating func quantizer(from start: Double = 0, to wanted: Double = 0, near guess: Double? = nil) -> Double
    {
        var sides = (positive: -Double.infinity, negative: Double.infinity)
        if let guess { sides = self.sides(from: start, to: wanted, near: guess) }
        return EncoderRateModel.solve { quantizer in
            if quantizer <= sides.positive { return 1 }
            if quantizer >= sides.negative { return -1 }
            return excess(quantizer, start, wanted)
        }
    }

    private mutating func excess(_ quantizer: Double, _ start: Double, _ wanted: Double) -> Double {
        var sum = start
        for place in entries.indices { sum += entries[place].bits(atQuantizer: quantizer) }
        return sum - wanted
    }

    /// A quantiser up to which the excess is positive for certain, and one from which on it is negative: nearly the
    /// same ones, found by the secant method.
    ///
    /// The excess falls with the quantiser, apart from rounding. A sum of positive numbers is rounded by at most its
    /// count times the precision, so that beyond an excess of eight times that all signs are known.
    private mutating func sides(
        from start: Double,
        to wanted: Double,
        near guess: Double
    ) -> (positive: Double, negative: Double) {
        let noise = 4 * Double(entries.count + 8) * Double.ulpOfOne * (wanted - start).magnitude
        var sides = (positive: -Double.infinity, negative: Double.infinity)
        func tried(_ sum: inout CurveSum, _ quantizer: Double) -> (at: Double, excess: Double) {
            let excess = sum.excess(quantizer, start, wanted)
            if excess > noise { sides.positive = max(sides.positive, quantizer) }
            if excess < -noise { sides.negative = min(sides.negative, quantizer) }
            return (quantizer, excess)
        }
        var last = tried(&self, guess)
        var next = tried(&self, guess + (last.excess > 0 ? 0.01 : -0.01))
        for _ in 0..<8 {
            let slope = (next.excess - last.excess) / (next.at - last.at)
            guard slope < 0, slope.isFinite else { break }
            let root = next.at - next.excess / slope
            guard (0...X265Limits.highestQuantizer).contains(root) else { break }
            let reach = 2 * noise / -slope
            if (root - next.at).magnitude <= reach {
                _ = (tried(&self, root - reach), tried(&self, root + reach))
                break
            }
            (last, next) = (next, tried(&self, root))
        }
        return sides
    }
}

extension CurveSum.Entry {
    /// `RateCurve.bits(atQuantizer:)` times the factor. The quotient of two points is kept while the quantiser stays
    /// between them.
    fileprivate mutating func bits(atQuantizer quantizer: Double) -> Double {
        guard let curve else { return factor }
        let (index, fraction) = RateCurve.place(ofQuantizer: X265Limits.clamped(quantizer: quantizer + offset))
        if index != self.index {
            (self.index, bits, ratio) = (index, curve.bits[index], curve.bits[index + 1] / curve.bits[index])
        }
        return bits * pow(ratio, fraction) * factor
    }
}
