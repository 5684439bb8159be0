import Foundation
import Media
import Testing

@testable import Intake

/// Light levels of matrices that mix linear light, compared with a second implementation of ITU-R BT.2100 and H.273.
@Suite("Light meter: ICtCp and constant luminance")
struct LinearLightMeterTests {
    typealias Colour = (red: Double, green: Double, blue: Double)

    /// The inverse EOTF of PQ, BT.2100 table 4, of light in cd/m².
    private static func pq(_ luminance: Double) -> Double {
        let power = pow(max(luminance, 0) / 10000, 0.1593017578125)
        return pow((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power), 78.84375)
    }

    private static func eotf(_ value: Double) -> Double {
        let root = pow(min(max(value, 0), 1), 1 / 78.84375)
        return 10000 * pow(max(root - 0.8359375, 0) / (18.8515625 - 18.6875 * root), 1 / 0.1593017578125)
    }

    /// I, CT and CP of light in cd/m² (BT.2100 table 7).
    private static func ictcp(_ colour: Colour) -> (Double, Double, Double) {
        let (r, g, b) = colour
        let l = pq((1688 * r + 2146 * g + 262 * b) / 4096)
        let m = pq((683 * r + 2951 * g + 462 * b) / 4096)
        let s = pq((99 * r + 309 * g + 3688 * b) / 4096)
        let tritan: Double = (6610 * l - 13613 * m + 7003 * s) / 4096
        let protan: Double = (17933 * l - 17390 * m - 543 * s) / 4096
        return (0.5 * l + 0.5 * m, tritan, protan)
    }

    /// Y', Cb and Cr of light in cd/m² (H.273 8.3, MatrixCoefficients 10).
    private static func constantLuminance(_ colour: Colour) -> (Double, Double, Double) {
        let luma = pq(0.2627 * colour.red + 0.6780 * colour.green + 0.0593 * colour.blue)
        func difference(_ value: Double, _ weight: Double) -> Double {
            let difference = pq(value) - luma
            return difference / (2 * (difference <= 0 ? pq((1 - weight) * 10000) : 1 - pq(weight * 10000)))
        }
        return (luma, difference(colour.blue, 0.0593), difference(colour.red, 0.2627))
    }

    /// R, G and B of coded ICtCp, by Cramer's rule for the formulae of the opposite direction.
    private static func lightOfICtCp(_ i: Double, _ t: Double, _ p: Double) -> Double {
        func solve(_ rows: [[Double]], _ sides: [Double]) -> [Double] {
            func determinant(_ m: [[Double]]) -> Double {
                let first: Double = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
                let second: Double = m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
                let third: Double = m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
                return first - second + third
            }
            return (0..<3).map { column in
                var other = rows
                for row in 0..<3 { other[row][column] = sides[row] }
                return determinant(other) / determinant(rows)
            }
        }
        let values = solve(
            [
                [0.5, 0.5, 0], [6610.0 / 4096, -13613.0 / 4096, 7003.0 / 4096],
                [17933.0 / 4096, -17390.0 / 4096, -543.0 / 4096],
            ],
            [i, t, p]
        )
        let cones = [[1688.0, 2146, 262], [683, 2951, 462], [99, 309, 3688]].map { $0.map { $0 / 4096 } }
        return min(max(solve(cones, values.map(eotf)).max()!, 0), 10000)
    }

    private static func lightOfConstantLuminance(_ y: Double, _ cb: Double, _ cr: Double) -> Double {
        func value(_ difference: Double, _ weight: Double) -> Double {
            y + difference * 2 * (difference <= 0 ? pq((1 - weight) * 10000) : 1 - pq(weight * 10000))
        }
        let (red, luminance, blue) = (eotf(value(cr, 0.2627)), eotf(y), eotf(value(cb, 0.0593)))
        let green = (luminance - 0.2627 * red - 0.0593 * blue) / 0.6780
        return min(max(red, green, blue, 0), 10000)
    }

    private static func picture(_ samples: [(Int, Int, Int)], width: Int, height: Int) -> Picture {
        var bytes: [UInt8] = []
        func append(_ sample: Int) { bytes += [UInt8(sample & 255), UInt8(sample >> 8)] }
        func sample(_ x: Int, _ y: Int) -> (Int, Int, Int) { samples[(y * width + x) % samples.count] }
        for y in 0..<height { for x in 0..<width { append(sample(x, y).0) } }
        for y in 0..<height / 2 { for x in 0..<width / 2 { append(sample(2 * x, 2 * y).1) } }
        for y in 0..<height / 2 { for x in 0..<width / 2 { append(sample(2 * x, 2 * y).2) } }
        return Picture(
            format: .yuv420p10,
            size: PictureSize(width: width, height: height),
            frame: 3,
            presentationTime: .zero,
            duration: MediaTime(value: 1, timescale: 1),
            storage: bytes
        )
    }

    private static func meter(_ matrix: UInt8, isFullRange: Bool = false) throws -> LightMeter {
        let colour = ColourDescription(primaries: 9, transfer: 16, matrix: matrix, isFullRange: isFullRange)
        return try #require(LightMeter(colour))
    }

    /// A colour as 10-bit codes of limited range (BT.2100 table 9).
    private static func coded(_ values: (Double, Double, Double)) -> (Int, Int, Int) {
        (
            64 + Int((876 * values.0).rounded()), 512 + Int((896 * values.1).rounded()),
            512 + Int((896 * values.2).rounded())
        )
    }

    @Test("grey has the light of its code", arguments: [10, 14] as [UInt8], [64, 502, 722, 723, 940, 1023, 4])
    func grey(matrix: UInt8, code: Int) throws {
        let measured = try Self.meter(matrix).measure(Self.picture([(code, 512, 512)], width: 16, height: 8))
        let light = Self.eotf(Double(code - 64) / 876)
        #expect(abs(measured.maximum - light) < 1e-6 * light + 1e-9, "\(measured), \(light)")
        #expect(abs(measured.average - light) < 3e-6 * light + 1e-5)
        #expect(measured.maximumFrame == 3)
    }

    @Test(
        "a flat colour of known light is measured within the step of its code",
        arguments: [10, 14] as [UInt8],
        [(1000.0, 0.0, 0.0), (0, 1000, 0), (0, 0, 1000), (1000, 1000, 0), (4000, 100, 1), (203, 203, 203), (10, 5, 80)]
    )
    func colours(matrix: UInt8, colour: (Double, Double, Double)) throws {
        let values = matrix == 14 ? Self.ictcp(colour) : Self.constantLuminance(colour)
        let measured = try Self.meter(matrix).measure(Self.picture([Self.coded(values)], width: 16, height: 8))
        let light = max(colour.0, colour.1, colour.2)
        // Three values are off by half a step at most, which is some percent of the light of saturated colours.
        #expect(abs(measured.maximum - light) < 0.06 * light, "\(measured)")
        #expect(abs(measured.average - measured.maximum) < 1e-5 * light + 1e-5)
    }

    @Test("one bright pixel is the maximum, and one of many in the average", arguments: [10, 14] as [UInt8])
    func pixel(matrix: UInt8) throws {
        let samples = (0..<128).map { $0 == 77 ? (940, 512, 512) : (64, 512, 512) }
        let measured = try Self.meter(matrix).measure(Self.picture(samples, width: 16, height: 8))
        #expect(abs(measured.maximum - 10000) < 1e-6 && abs(measured.average - 10000.0 / 128) < 1e-4)
        #expect(measured.contentLight.maximumContentLightLevel == 10000)
    }

    @Test("the measured light equals the formulae in doubles", arguments: [10, 14] as [UInt8], [true, false])
    func reference(matrix: UInt8, isFullRange: Bool) throws {
        var seed = UInt64(matrix) &* 0x9E37_79B9_7F4A_7C15 | 1
        func random(_ count: Int) -> Int {
            seed ^= seed << 13
            seed ^= seed >> 7
            seed ^= seed << 17
            return Int(seed >> 33) % count
        }
        let meter = try Self.meter(matrix, isFullRange: isFullRange)
        // From random codes, most of which are no valid colour, to dark and nearly grey ones.
        for (lumas, chromas) in [(1024, 1024), (300, 60), (700, 200), (1024, 4)] {
            for (width, height) in [(2, 2), (34, 6), (16, 16)] {
                let samples = (0..<width * height).map { _ in
                    (random(lumas), 512 + random(chromas) - chromas / 2, 512 + random(chromas) - chromas / 2)
                }
                var (maximum, sum) = (0.0, 0.0)
                for y in 0..<height {
                    for x in 0..<width {
                        let (luma, chroma) = (samples[y * width + x], samples[y / 2 * 2 * width + x / 2 * 2])
                        let first = isFullRange ? Double(luma.0) / 1023 : Double(luma.0 - 64) / 876
                        let scale = isFullRange ? 1023.0 : 896.0
                        let (second, third) = (Double(chroma.1 - 512) / scale, Double(chroma.2 - 512) / scale)
                        let light =
                            matrix == 14
                            ? Self.lightOfICtCp(first, second, third)
                            : Self.lightOfConstantLuminance(first, second, third)
                        maximum = max(maximum, light)
                        sum += light
                    }
                }
                let measured = meter.measure(Self.picture(samples, width: width, height: height))
                let average = sum / Double(width * height)
                #expect(abs(measured.maximum - maximum) <= 1e-5 * maximum + 1e-6, "\(measured.maximum) \(maximum)")
                #expect(abs(measured.average - average) <= 1e-5 * average + 2e-5, "\(measured.average) \(average)")
            }
        }
    }
}
