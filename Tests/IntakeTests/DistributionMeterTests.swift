import Foundation
import Media
import Testing

@testable import Intake

@Suite("Light distribution of a picture")
struct DistributionMeterTests {
    private static let colour = ColourDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: false)

    /// A picture of 100 by 100 pixels, with one colour for each square of four.
    private func picture(_ value: (_ x: Int, _ y: Int) -> (y: Int, cb: Int, cr: Int)) -> Picture {
        var planes: [[UInt8]] = [[], [], []]
        func append(_ sample: Int, _ plane: Int) { planes[plane] += [UInt8(sample & 255), UInt8(sample >> 8)] }
        for y in 0..<100 { for x in 0..<100 { append(value(x / 2, y / 2).y, 0) } }
        for y in 0..<50 {
            for x in 0..<50 {
                append(value(x, y).cb, 1)
                append(value(x, y).cr, 2)
            }
        }
        return Picture(
            format: .yuv420p10,
            size: PictureSize(width: 100, height: 100),
            frame: 0,
            presentationTime: MediaTime(value: 0, timescale: 1),
            duration: MediaTime(value: 1, timescale: 1),
            storage: planes.flatMap(\.self)
        )
    }

    /// A second implementation of the EOTF of ITU-R BT.2100, in 0.1 cd/m².
    private func light(_ value: Double) -> Double {
        let (m1, m2) = (0.1593017578125, 78.84375)
        let (c1, c2, c3) = (0.8359375, 18.8515625, 18.6875)
        let root = pow(min(max(value, 0), 1), 1 / m2)
        return 100_000 * pow(max(root - c1, 0) / (c2 - c3 * root), 1 / m1)
    }

    private func measure(_ picture: Picture, _ colour: ColourDescription = colour) throws -> LightDistribution {
        try #require(DistributionMeter(colour)).measure(picture)
    }

    @Test(
        "a grey picture has the light of its code everywhere",
        arguments: [(64, 0, 100), (502, 922, 100), (509, 999, 100), (510, 1011, 0), (722, 9937, 0), (940, 100_000, 0)]
            as [(Int, UInt32, UInt32)]
    )
    func grey(code: Int, level: UInt32, dim: UInt32) throws {
        let measured = try measure(picture { _, _ in (code, 512, 512) })
        #expect(measured.numbers == [UInt32](repeating: level, count: 12) + [dim])
    }

    @Test("shares of the pixels have their levels, and a share includes the pixel that completes it")
    func shares() throws {
        // 2500 squares: 25 black, 600 of 92.2 cd/m², 1875 of 993.7, of which one is 10000.
        let measured = try measure(
            picture { x, y in
                let index = y * 50 + x
                return (index < 25 ? 64 : index < 625 ? 502 : index < 2499 ? 722 : 940, 512, 512)
            }
        )
        #expect(measured.levels == [0, 922, 9937, 9937, 9937, 9937, 100_000, 100_000])
        #expect(measured.dimPercentage == 25 && measured.maximum == [100_000, 100_000, 100_000])
        let average = (600 * 922.457 + 1874 * 9937.308 + 100_000) / 2500
        #expect(abs(Double(measured.average) - average) < 1)
    }

    @Test("colours have their own R, G and B, and are as bright as the largest of them")
    func colours() throws {
        // Reference in doubles: BT.2020, limited range.
        for (luma, cb, cr) in [(400, 450, 700), (500, 700, 400), (450, 430, 440), (300, 512, 560)] {
            let value = Double(luma - 64) / 876
            let red = value + 1.4746 * Double(cr - 512) / 896
            let blue = value + 1.8814 * Double(cb - 512) / 896
            let green = (value - 0.2627 * red - 0.0593 * blue) / 0.678
            let measured = try measure(picture { _, _ in (luma, cb, cr) })
            for (found, wanted) in zip(measured.maximum, [red, green, blue]) {
                #expect(abs(Double(found) - light(wanted)) <= 0.5 + light(wanted) * 1e-5)
            }
            let largest = light(max(red, green, blue))
            // A quarter of a step is 0.3 % of the light.
            for level in measured.levels + [measured.average] {
                #expect(abs(Double(level) - largest) <= 0.5 + largest * 0.003)
            }
        }
    }

    @Test("other colours than PQ with a matrix of weights have no meter")
    func obstacles() {
        let codes: [[UInt8]] = [[9, 18, 9], [9, 1, 9], [9, 16, 14], [9, 16, 2]]
        for code in codes {
            let colour = ColourDescription(primaries: code[0], transfer: code[1], matrix: code[2])
            #expect(DistributionMeter(colour) == nil && colour.obstacleToHDR10Plus != nil)
        }
    }
}
