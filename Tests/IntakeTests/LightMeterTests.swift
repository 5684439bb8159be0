import Foundation
import Media
import Testing

@testable import Intake

@Suite("Light meter")
struct LightMeterTests {
    private static let limited = ColourDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: false)
    private static let full = ColourDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: true)

    /// Y', Cb and Cr of a sample, as coded.
    private typealias Sample = (y: Int, cb: Int, cr: Int)

    /// A picture with `value` at each luma sample; the chroma sample of four is that of their top left one.
    private static func picture(
        _ width: Int = 16,
        _ height: Int = 8,
        frame: Int = 0,
        _ value: (_ x: Int, _ y: Int) -> Sample
    ) -> Picture {
        var bytes: [UInt8] = []
        func append(_ sample: Int) { bytes += [UInt8(sample & 255), UInt8(sample >> 8)] }
        for y in 0..<height { for x in 0..<width { append(value(x, y).y) } }
        for y in 0..<height / 2 { for x in 0..<width / 2 { append(value(2 * x, 2 * y).cb) } }
        for y in 0..<height / 2 { for x in 0..<width / 2 { append(value(2 * x, 2 * y).cr) } }
        let second = MediaTime(value: 1, timescale: 1)
        return Picture(
            format: .yuv420p10,
            size: PictureSize(width: width, height: height),
            frame: frame,
            presentationTime: MediaTime(value: Int64(frame), timescale: 1),
            duration: second,
            storage: bytes
        )
    }

    private static func measure(_ picture: Picture, _ colour: ColourDescription = limited) throws -> MeasuredLight {
        try #require(LightMeter(colour)).measure(picture)
    }

    /// A second implementation of the EOTF of ITU-R BT.2100.
    private static func eotf(_ value: Double) -> Double {
        let (m1, m2) = (0.1593017578125, 78.84375)
        let (c1, c2, c3) = (0.8359375, 18.8515625, 18.6875)
        let root = pow(value, 1 / m2)
        return 10000 * pow(max(root - c1, 0) / (c2 - c3 * root), 1 / m1)
    }

    /// Reference light of each pixel and the average: R'G'B' in doubles, clamped, then the EOTF of each.
    private static func reference(
        _ picture: Picture,
        isFullRange: Bool,
        weights: (red: Double, blue: Double)
    ) -> (maximum: Double, average: Double) {
        func sample(_ plane: Int, _ x: Int, _ y: Int) -> Double {
            let offset = picture.byteRange(ofPlane: plane).lowerBound + y * picture.stride(ofPlane: plane) + 2 * x
            return Double(Int(picture.storage[offset]) | Int(picture.storage[offset + 1]) << 8)
        }
        var (maximum, sum) = (0.0, 0.0)
        for y in 0..<picture.size.height {
            for x in 0..<picture.size.width {
                let luma = isFullRange ? sample(0, x, y) / 1023 : (sample(0, x, y) - 64) / 876
                let cb = (sample(1, x / 2, y / 2) - 512) / (isFullRange ? 1023 : 896)
                let cr = (sample(2, x / 2, y / 2) - 512) / (isFullRange ? 1023 : 896)
                let red = luma + 2 * (1 - weights.red) * cr
                let blue = luma + 2 * (1 - weights.blue) * cb
                let green = (luma - weights.red * red - weights.blue * blue) / (1 - weights.red - weights.blue)
                let light = [red, green, blue].map { eotf(min(max($0, 0), 1)) }.max() ?? 0
                maximum = max(maximum, light)
                sum += light
            }
        }
        return (maximum, sum / Double(picture.size.width * picture.size.height))
    }

    /// The Y'CbCr code nearest to an R'G'B' colour, BT.2020, limited range.
    private static func code(_ red: Double, _ green: Double, _ blue: Double) -> Sample {
        let luma = 0.2627 * red + 0.678 * green + 0.0593 * blue
        return (
            64 + Int((876 * luma).rounded()), 512 + Int((896 * (blue - luma) / 1.8814).rounded()),
            512 + Int((896 * (red - luma) / 1.4746).rounded())
        )
    }

    @Test(
        "Grey has the light of its code as average and as maximum",
        arguments: [
            // 10-bit codes of limited range and the light that ITU-R BT.2100's EOTF gives them.
            (64, 0.0), (502, 92.2457), (509, 99.9128), (722, 993.7308), (723, 1004.1919), (940, 10000), (1023, 10000),
            (4, 0),
        ]
    )
    func grey(code: Int, light: Double) throws {
        let measured = try Self.measure(Self.picture { _, _ in (code, 512, 512) })
        #expect(abs(measured.maximum - light) < 1e-4, "\(measured)")
        #expect(abs(measured.average - measured.maximum) <= 1 / 131072.0)
        #expect(abs(measured.maximum - Self.eotf(min(max(Double(code - 64) / 876, 0), 1))) < 1e-6)
    }

    @Test("Full range uses all codes", arguments: [0, 520, 594, 769, 1023])
    func fullRange(code: Int) throws {
        let measured = try Self.measure(Self.picture { _, _ in (code, 512, 512) }, Self.full)
        let expected = Self.eotf(Double(code) / 1023)
        #expect(abs(measured.maximum - expected) < 1e-6 && abs(measured.average - expected) <= 1 / 131072.0)
        if code == 1023 { #expect(measured.contentLight == levels(10000, 10000)) }
    }

    @Test("A pure colour is as bright as its primary, not as its luminance")
    func primaries() throws {
        let signal = 0.7518  // 1000 cd/m²
        for (red, green, blue) in [(1.0, 0.0, 0.0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (0, 1, 1), (1, 0, 1)] {
            let sample = Self.code(red * signal, green * signal, blue * signal)
            let measured = try Self.measure(Self.picture { _, _ in sample })
            // The nearest code is up to half a step away in each of three values: within two percent of light.
            #expect(abs(measured.maximum - 1000) < 20, "\(red) \(green) \(blue): \(measured)")
            #expect(abs(measured.average - measured.maximum) < 0.002)
            let levels = measured.contentLight
            #expect(levels.maximumContentLightLevel == levels.maximumFrameAverageLightLevel)
        }
    }

    @Test("One bright pixel is the maximum, and one of many in the average")
    func pixel() throws {
        for (x, y) in [(0, 0), (15, 7), (7, 4), (8, 3)] {
            let measured = try Self.measure(Self.picture { ($0, $1) == (x, y) ? (940, 512, 512) : (64, 512, 512) })
            #expect(measured.maximum == 10000 && measured.average == 10000.0 / 128)
            #expect(measured.contentLight == levels(10000, 78))
        }
    }

    @Test("Half black, half white is half as bright on average, in any arrangement")
    func halves() throws {
        let halves: [(Int, Int) -> Bool] = [{ x, _ in x < 8 }, { _, y in y >= 4 }, { x, y in x % 2 == y % 2 }]
        for isWhite in halves {
            let measured = try Self.measure(Self.picture { isWhite($0, $1) ? (940, 512, 512) : (64, 512, 512) })
            #expect(measured.maximum == 10000 && measured.average == 5000)
        }
    }

    @Test("Flat areas of colour are exact up to their edges: no light is interpolated between two samples")
    func edges() throws {
        let (red, blue) = (Self.code(0.7, 0, 0), Self.code(0, 0, 0.5))
        let light = try [red, blue].map { sample in try Self.measure(Self.picture { _, _ in sample }) }
        let both = try Self.measure(Self.picture { x, y in x < 6 ? red : blue })
        #expect(both.maximum == light[0].maximum)
        #expect(abs(both.average - (light[0].average * 6 + light[1].average * 10) / 16) < 1 / 65536.0)
    }

    @Test(
        "The measured light equals the reference in doubles for every matrix and range",
        arguments: [
            (UInt8(1), 0.2126, 0.0722), (4, 0.30, 0.11), (5, 0.299, 0.114), (6, 0.299, 0.114), (7, 0.212, 0.087),
            (9, 0.2627, 0.0593),
        ],
        [true, false]
    )
    func reference(matrix: (UInt8, Double, Double), isFullRange: Bool) throws {
        var seed = UInt64(matrix.0) &* 0x9E37_79B9_7F4A_7C15 | 1
        func random(_ count: Int) -> Int {
            seed ^= seed << 13
            seed ^= seed >> 7
            seed ^= seed << 17
            return Int(seed >> 33) % count
        }
        let colour = ColourDescription(primaries: 9, transfer: 16, matrix: matrix.0, isFullRange: isFullRange)
        let meter = try #require(LightMeter(colour))
        // From random codes, most of which are no valid colour, to dark and nearly grey ones.
        for (lumas, chromas) in [(1024, 1024), (300, 60), (700, 200), (1024, 4)] {
            for (width, height) in [(2, 2), (34, 6), (16, 16)] {
                let picture = Self.picture(width, height) { _, _ in
                    (random(lumas), 512 + random(chromas) - chromas / 2, 512 + random(chromas) - chromas / 2)
                }
                let expected = Self.reference(picture, isFullRange: isFullRange, weights: (matrix.1, matrix.2))
                let measured = meter.measure(picture)
                #expect(abs(measured.maximum - expected.maximum) <= 1e-5 * expected.maximum + 1e-6)
                #expect(abs(measured.average - expected.average) <= 1e-5 * expected.average + 1e-5)
            }
        }
    }

    @Test("The parts of a film merge to the same result in any order, and the first of equally bright frames counts")
    func merging() throws {
        let parts = [
            MeasuredLight(frame: 0, maximum: 10, average: 5), MeasuredLight(frame: 1, maximum: 300, average: 4),
            MeasuredLight(frame: 2, maximum: 300, average: 7), MeasuredLight(frame: 3, maximum: 2, average: 7),
        ]
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
            let whole = try #require(order.reduce(nil as MeasuredLight?) { parts[$1].merged(with: $0) })
            #expect(whole.maximum == 300 && whole.maximumFrame == 1)
            #expect(whole.average == 7 && whole.averageFrame == 2)
            #expect(try JSONDecoder().decode(MeasuredLight.self, from: JSONEncoder().encode(whole)) == whole)
        }
    }

    @Test("Levels are rounded to whole cd/m², and never 0, which means unknown")
    func rounding() {
        func light(_ maximum: Double, _ average: Double) -> ContentLight {
            MeasuredLight(frame: 0, maximum: maximum, average: average).contentLight
        }
        #expect(light(1003.9, 399.4) == levels(1004, 399))
        #expect(light(0, 0) == levels(1, 1))
        #expect(light(0.4, 0.2) == levels(1, 1))
        #expect(light(10000, 10000) == levels(10000, 10000))
        #expect(light(.infinity, -1) == levels(10000, 1))
        // A flat picture: its average comes from a table, its maximum does not.
        #expect(light(99.4999999, 99.5) == levels(99, 99))
    }

    @Test("Films without defined or measurable light levels are not measured, with a reason")
    func obstacles() {
        for (transfer, matrix) in [
            (1, 1), (18, 9), (16, 2), (16, 0), (16, 8), (16, 11), (16, 12), (16, 13), (2, 9), (18, 14),
        ] {
            let colour = ColourDescription(primaries: 9, transfer: UInt8(transfer), matrix: UInt8(matrix))
            #expect(LightMeter(colour) == nil && colour.obstacleToLightLevels != nil)
        }
        #expect(Self.limited.obstacleToLightLevels == nil)
        // An unspecified range is limited.
        #expect(LightMeter(ColourDescription(primaries: 9, transfer: 16, matrix: 9)) != nil)
    }

    private func levels(_ content: UInt16, _ average: UInt16) -> ContentLight {
        ContentLight(maximumContentLightLevel: content, maximumFrameAverageLightLevel: average)
    }
}
