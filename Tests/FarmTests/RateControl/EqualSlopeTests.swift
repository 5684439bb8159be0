import Foundation
import Testing

@testable import RateControl

@Suite("Distribution of bits at equal slopes")
struct EqualSlopeTests {
    /// Quantisers that ranges may have.
    private static let grid = Array(stride(from: 26.0, through: 34, by: 0.25))

    /// A range whose bits double in six steps, and whose worth rises more and more slowly towards finer quantisers.
    private static func offer(_ range: Int, bits: Double, missing: Double, weight: Double = 1) -> EqualSlope.Offer {
        EqualSlope.Offer(
            range: range,
            quantizers: grid,
            bits: { bits * exp2((30 - $0) / 6) },
            worth: { -weight * missing * exp2(($0 - 30) / 5.5) }
        )
    }

    private static var film: [EqualSlope.Offer] {
        (0..<12).map { range in
            offer(range, bits: 1000 + Double(range * 7 % 12) * 700, missing: 2 + Double(range * 5 % 12))
        }
    }

    private static func bits(_ shares: EqualSlope, _ offers: [EqualSlope.Offer]) -> Double {
        offers.reduce(0) { $0 + $1.bits(shares.quantizers[$1.range] ?? 0) }
    }

    @Test("A further bit is worth the same to every range", arguments: [0.7, 0.85, 1, 1.2, 1.4])
    func slopes(share: Double) {
        let budget = share * Self.film.reduce(0) { $0 + $1.bits(30) }
        let shares = EqualSlope(Self.film, bits: budget)
        #expect(abs(Self.bits(shares, Self.film) - budget) < 1e-6 * budget)
        for offer in Self.film {
            let quantizer = shares.quantizers[offer.range] ?? 0
            for (one, other) in zip(offer.corners, offer.corners.dropFirst()) {
                let slope = (other.worth - one.worth) / (other.bits - one.bits)
                // Pieces beyond the range's quantiser are worth less per bit; pieces that it has are worth at least as
                // much.
                if one.quantizer <= quantizer { #expect(slope <= shares.slope * (1 + 1e-9)) }
                if other.quantizer >= quantizer { #expect(slope >= shares.slope * (1 - 1e-9)) }
            }
        }
        #expect(Set(shares.quantizers.values).count > 4)
    }

    @Test("No combination of three ranges' quantisers with as many bits is worth more")
    func bruteForce() throws {
        // The worth jumps, as a clipped prediction does, so there are few corners.
        let worth: [[Double]] = [
            [0, 30, 31, 55, 56, 90, 90], [0, 5, 40, 45, 46, 46, 60], [10, 20, 30, 40, 50, 60, 70],
        ]
        let quantizers = (0..<7).map { 36 - Double($0) }
        let offers = worth.enumerated().map { range, worth in
            EqualSlope.Offer(
                range: range,
                quantizers: quantizers,
                bits: { (100 + 30 * Double(range)) * exp2((36 - $0) / 6) },
                worth: { worth[Int(36 - $0)] }
            )
        }
        var tried = 0
        for budget in stride(from: 400.0, through: 800, by: 5) {
            // Rounded down to whole steps: the range that has part of a step loses it.
            let shares = EqualSlope(offers, bits: budget).quantizers
            let chosen = offers.map { offer in
                offer.corners.last { $0.quantizer >= (shares[offer.range] ?? 0) - 1e-9 } ?? offer.corners[0]
            }
            let taken = chosen.reduce(0) { $0 + $1.bits }
            var best = -Double.infinity
            for combination in 0..<343 {
                let places = [combination % 7, combination / 7 % 7, combination / 49]
                let bits = zip(offers, places).reduce(0) { $0 + $1.0.bits(quantizers[$1.1]) }
                guard bits <= taken + 1e-9 else { continue }
                best = max(best, zip(worth, places).reduce(0) { $0 + $1.0[$1.1] })
            }
            #expect(abs(chosen.reduce(0) { $0 + $1.worth } - best) < 1e-9, "\(budget)")
            tried += taken > 400 ? 1 : 0
        }
        #expect(tried > 40)
    }

    @Test("A quantiser below a straight line between two others is never chosen")
    func concave() {
        let worth: [Double: Double] = [34: 0, 33: 1, 32: 50, 31: 51, 30: 60, 29: 60]
        let offer = EqualSlope.Offer(
            range: 0,
            quantizers: worth.keys.sorted(),
            bits: { exp2((34 - $0) / 6) },
            worth: { worth[$0] ?? 0 }
        )
        #expect(offer.corners.map(\.quantizer) == [34, 32, 30])
        // Beyond the end of a rate curve all quantisers take the same bits: the best of them is taken.
        let flat = EqualSlope.Offer(range: 0, quantizers: [34, 33, 32], bits: { _ in 5 }, worth: { -$0 })
        #expect(flat.corners.map(\.quantizer) == [32])
    }

    @Test("Of equal ranges, the first gets the finer quantiser, in every order of the offers")
    func ties() throws {
        let offers = (0..<4).map { Self.offer($0, bits: 1000, missing: 5) }
        let budget = 3900.0
        let shares = EqualSlope(offers, bits: budget)
        let quantizers = (0..<4).compactMap { shares.quantizers[$0] }
        #expect(quantizers == quantizers.sorted() && Set(quantizers).count > 1)
        #expect(EqualSlope(offers.reversed(), bits: budget).quantizers == shares.quantizers)
        let turned = [Self.film[7], Self.film[3]] + Self.film.filter { ![3, 7].contains($0.range) }
        #expect(EqualSlope(turned, bits: 50_000).quantizers == EqualSlope(Self.film, bits: 50_000).quantizers)
    }

    @Test("With too few bits all ranges get their coarsest quantiser, with too many their finest")
    func ends() {
        #expect(EqualSlope(Self.film, bits: 1).quantizers.values.allSatisfy { $0 == 34 })
        #expect(EqualSlope(Self.film, bits: 1e9).quantizers.values.allSatisfy { $0 == 26 })
        #expect(EqualSlope(Self.film, bits: 1e9).slope == 0)
        #expect(EqualSlope([], bits: 1).quantizers.isEmpty)
    }
}
