/// Distributes bits among ranges so that the sum of their worth is highest. At the end, a further bit is worth the same
/// to every range (Shoham and Gersho 1988).
///
/// Every range offers some quantisers. Those below a straight line between two others are left out. The others form a
/// concave curve of worth over bits, whose pieces get flatter from one to the next. The steepest pieces of all ranges
/// are taken until the bits are used up. The slope of the last piece is the Lagrangian multiplier that a bisection
/// would converge to; sorting finds it exactly. Among equally steep pieces, those of the range with the lower number
/// come first.
struct EqualSlope {
    /// The offer of a range at one quantiser.
    struct Point: Hashable {
        let quantizer: Double
        /// More than at a coarser point.
        let bits: Double
        /// In any unit that is the same for all ranges.
        let worth: Double
    }

    /// The offers of a range.
    struct Offer {
        /// Number of the range.
        let range: Int
        /// Corners of the concave curve, the coarsest first; never empty. Beyond the last one, more bits are worth
        /// nothing.
        let corners: [Point]
        /// Bits at any quantiser; they fall as it rises.
        let bits: (Double) -> Double

        /// Creates an offer.
        ///
        /// - Parameters:
        ///   - quantizers: those that the range may have; not empty. The coarsest is never left out, except for a
        ///     finer one that takes no more bits and is worth more.
        ///   - worth: the worth of the range at a quantiser.
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
    /// Worth of a further bit, the same for all ranges; 0 when bits are left over, infinite when there are too few.
    let slope: Double

    /// Distributes bits. If there are fewer bits than the coarsest quantisers take, each range gets its coarsest. Bits
    /// beyond those of the finest quantisers are left over.
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

    /// The quantiser between two corners at which a range takes a number of bits.
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
                // Beyond the end of a rate curve both take the same bits: the better of the two remains.
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
