/// Shares bits out among ranges so that what they are worth together is as much as can be: all end where a further bit
/// is worth the same to each (Shoham and Gersho 1988).
///
/// Every range offers some quantisers. Those that lie below a straight line between two others are left out: what
/// remains is a concave curve of worth over bits, and its pieces get flatter one by one. The steepest pieces of all
/// ranges are taken until the bits are used up. The slope of the last one is the Lagrangian multiplier that a bisection
/// would come to; sorting finds it at once and exactly. Among equally steep pieces those of the range with the lower
/// number go first.
struct EqualSlope {
    /// What a range offers at a quantiser.
    struct Point: Hashable {
        let quantizer: Double
        /// More than a coarser point takes.
        let bits: Double
        /// In any unit that is the same for all ranges.
        let worth: Double
    }

    /// What a range offers.
    struct Offer {
        /// Number of the range.
        let range: Int
        /// Corners of the concave curve, the coarsest first; never empty. Beyond the last one more bits are worth
        /// nothing.
        let corners: [Point]
        /// Bits at any quantiser; falls as it rises.
        let bits: (Double) -> Double

        /// Creates an offer.
        ///
        /// - Parameters:
        ///   - quantizers: that the range may have; the finest of the coarsest worth is never left out. Not empty.
        ///   - worth: of the range at a quantiser.
        init(range: Int, quantizers: [Double], bits: @escaping (Double) -> Double, worth: (Double) -> Double) {
            self.range = range
            self.bits = bits
            corners = EqualSlope.corners(
                quantizers.sorted(by: >).map { Point(quantizer: $0, bits: bits($0), worth: worth($0)) }
            )
        }
    }

    /// The quantiser of each range, by its number.
    let quantizers: [Int: Double]
    /// Worth of a further bit, the same for all ranges; 0 when bits are left over, infinite when there are too few of
    /// them.
    let slope: Double

    /// Shares bits out. With fewer than the coarsest quantisers take, each range has its coarsest; what is more than
    /// the finest take is left over.
    init(_ offers: [Offer], bits budget: Double) {
        // Sums of floating-point numbers depend on their order.
        let offers = offers.sorted { $0.range < $1.range }
        var quantizers: [Int: Double] = [:]
        var left = budget
        var pieces: [(slope: Double, offer: Int, corner: Int)] = []
        for (index, offer) in offers.enumerated() {
            guard let coarsest = offer.corners.first else { continue }
            quantizers[offer.range] = coarsest.quantizer
            left -= coarsest.bits
            for corner in offer.corners.indices.dropFirst() {
                let (from, to) = (offer.corners[corner - 1], offer.corners[corner])
                pieces.append(((to.worth - from.worth) / (to.bits - from.bits), index, corner))
            }
        }
        pieces.sort { left, right in
            left.slope != right.slope
                ? left.slope > right.slope : (left.offer, left.corner) < (right.offer, right.corner)
        }
        var slope = left <= 0 ? Double.infinity : 0
        for piece in pieces where left > 0 {
            let offer = offers[piece.offer]
            let (from, to) = (offer.corners[piece.corner - 1], offer.corners[piece.corner])
            guard to.bits - from.bits > left else {
                quantizers[offer.range] = to.quantizer
                left -= to.bits - from.bits
                continue
            }
            quantizers[offer.range] = EqualSlope.quantizer(of: offer, from, to, bits: from.bits + left)
            slope = piece.slope
            left = 0
        }
        self.quantizers = quantizers
        self.slope = slope
    }

    /// Where between two corners a range takes a number of bits.
    private static func quantizer(of offer: Offer, _ coarse: Point, _ fine: Point, bits: Double) -> Double {
        var (low, high) = (fine.quantizer, coarse.quantizer)
        for _ in 0..<50 {
            let middle = (low + high) / 2
            if offer.bits(middle) > bits { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    /// The corners of the smallest concave curve over some points, as far as it rises.
    ///
    /// - Parameter points: the coarsest first.
    private static func corners(_ points: [Point]) -> [Point] {
        var corners: [Point] = []
        for point in points {
            if let last = corners.last, point.bits <= last.bits {
                // Beyond the end of a rate curve: the same bits, so the better of the two.
                if point.worth > last.worth { corners.removeLast() } else { continue }
            }
            guard point.worth > corners.last?.worth ?? -.infinity else { continue }
            while corners.count > 1 {
                let (before, last) = (corners[corners.count - 2], corners[corners.count - 1])
                let steepness = (last.worth - before.worth) * (point.bits - before.bits)
                guard steepness <= (point.worth - before.worth) * (last.bits - before.bits) else { break }
                corners.removeLast()
            }
            corners.append(point)
        }
        return corners
    }
}
