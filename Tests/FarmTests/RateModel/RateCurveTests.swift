import Foundation
import Storage
import Testing

@testable import RateModel

@Suite("Rate curves")
struct RateCurveTests {
    @Test(
        "A curve falls, and agrees with the model between its points within half a percent",
        arguments: RateModelFixture.all
    )
    func agrees(_ fixture: RateModelFixture) {
        let curve = curve(fixture)
        let model = EncoderRateModel(
            fixture.statistics.map { $0.plannedAsCoded(bidirectionalRatio: 1.3) },
            options: EncoderRateOptions(optionsLine: fixture.optionsLine),
            frameSeconds: RateModelFixture.frameSeconds
        )
        #expect(curve.bits.count == RateCurve.pointCount)
        #expect(zip(curve.bits, curve.bits.dropFirst()).allSatisfy { $0 >= $1 })
        #expect(curve.encoderSeconds == model.seconds)
        for quantizer in stride(from: 10.0, through: 50, by: 0.2) {
            let planned = model.plannedBits(atQuantizer: quantizer)
            #expect(abs(curve.bits(atQuantizer: quantizer) / planned - 1) < 0.005)
        }
    }

    @Test("The curve at the quantiser for a number of bits has that number", arguments: RateModelFixture.all)
    func inverts(_ fixture: RateModelFixture) {
        let curve = curve(fixture)
        for quantizer in [3.0, 17.3, 28, 41.9, 60] {
            let bits = curve.bits(atQuantizer: quantizer)
            #expect(abs(curve.bits(atQuantizer: curve.quantizer(forBits: bits)) / bits - 1) < 1e-6)
            #expect(abs(curve.quantizer(forBits: bits) - quantizer) < 1e-3)
        }
    }

    @Test("Beyond its ends a curve keeps the values of its ends")
    func ends() {
        let curve = curve(.withCutree)
        #expect(curve.bits(atQuantizer: -5) == curve.bits[0])
        #expect(abs(curve.bits(atQuantizer: 100) / curve.bits[RateCurve.pointCount - 1] - 1) < 1e-12)
        #expect(curve.quantizer(forBits: 1e12) < 1e-9)
        #expect(curve.quantizer(forBits: 0) > 69 - 1e-9)
    }

    @Test("A curve survives encoding to JSON and decoding", arguments: RateModelFixture.all)
    func roundTrip(_ fixture: RateModelFixture) throws {
        let curve = curve(fixture)
        let bytes = try JSONEncoder().encode(curve)
        #expect(try JSONDecoder().decode(RateCurve.self, from: bytes) == curve)
    }

    @Test(
        "Invalid curves are refused: a wrong number of points, a rise, no bits, numbers that no film has",
        arguments: [
            Garbage(bits: Array(repeating: 5, count: 138), seconds: 1),
            Garbage(bits: Array(repeating: 5, count: 140), seconds: 1),
            Garbage(bits: [], seconds: 1),
            Garbage(bits: (1...139).map(Double.init), seconds: 1),
            Garbage(bits: (0..<139).map { Double(138 - $0) }, seconds: 1),
            Garbage(bits: Array(repeating: -1, count: 139), seconds: 1),
            Garbage(bits: Array(repeating: 1e300, count: 139), seconds: 1),
            Garbage(bits: Array(repeating: 5, count: 139), seconds: 0),
            Garbage(bits: Array(repeating: 5, count: 139), seconds: -1),
            Garbage(bits: Array(repeating: 5, count: 139), seconds: 1e-300),
            Garbage(bits: Array(repeating: 5, count: 139), seconds: 1e300),
        ]
    )
    func refuses(_ garbage: Garbage) throws {
        let bytes = try JSONEncoder().encode(garbage)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(RateCurve.self, from: bytes) }
    }

    /// A document with the keys of a curve.
    struct Garbage: Codable, Sendable {
        let bits: [Double]
        let encoderSeconds: Double

        init(bits: [Double], seconds: Double) {
            self.bits = bits
            encoderSeconds = seconds
        }
    }

    private func curve(_ fixture: RateModelFixture) -> RateCurve {
        RateCurve(fixture.statistics, optionsLine: fixture.optionsLine, frameSeconds: RateModelFixture.frameSeconds)
    }
}
