import Foundation
import Testing

@testable import Media

/// Conversions of colours in doubles. Truth: BT.2408 table 1, formulas of BT.2446 and BT.2390 worked by hand, and the
/// ColorChecker of another program.
@Suite struct ColourConversionTests {
    private static let sdr = ColourDescription(primaries: 1, transfer: 1, matrix: 1)
    private static let pq = ColourDescription(primaries: 9, transfer: 16, matrix: 9)
    private static let hlg = ColourDescription(primaries: 9, transfer: 18, matrix: 9)

    private func conversion(
        _ source: ColourDescription,
        _ target: ColourDescription,
        _ toneMap: ToneMap? = nil,
        peak: Double = 1000
    ) throws -> ColourConversion {
        ColourConversion(try #require(ColourConversion.Terms(from: source, to: target, toneMap: toneMap)), peak: peak)
    }

    /// The ten-bit code of limited range that a grey of the source's code becomes.
    private func grey(_ code: Double, _ conversion: ColourConversion) -> Double {
        let signal = conversion.signal(RGBMatrix.Colour(repeating: (code - 64) / 876))
        #expect(signal.max() - signal.min() < 1e-6, "a grey became \(signal)")
        return 64 + 876 * (signal.sum() / 3)
    }

    private func code(_ luminance: Double) -> Double { 64 + 876 * PerceptualQuantizer.value(of: luminance) }

    @Test("SDR white is 203 cd/m², which is 58 % of PQ and 75 % of HLG")
    func white() throws {
        #expect(abs(grey(940, try conversion(Self.sdr, Self.pq)) - 572.7) < 0.1)
        #expect(abs(grey(940, try conversion(Self.sdr, Self.hlg)) - 720.9) < 0.1)
        #expect(abs(grey(502, try conversion(Self.sdr, Self.pq)) - 428) < 0.5)
        #expect(abs(grey(502, try conversion(Self.sdr, Self.hlg)) - 454) < 0.6)
        #expect(abs(grey(573, try conversion(Self.pq, Self.sdr, .clip)) - 940) < 0.01)
    }

    @Test(
        "PQ and HLG have the same light on the reference display of HLG",
        arguments: [
            (0.1, 96.7), (1, 149.3), (10, 286.7), (26, 395.6), (100, 615.5), (162, 688), (203, 720.9), (400, 816),
            (1000, 940),
        ]
    )
    func greys(luminance: Double, hybrid: Double) throws {
        #expect(abs(grey(code(luminance), try conversion(Self.pq, Self.hlg)) - hybrid) < 0.5)
        #expect(abs(grey(hybrid, try conversion(Self.hlg, Self.pq)) - code(luminance)) < 0.5)
    }

    @Test(
        "greys are mapped to SDR as the formulas say, at a peak of 1000 cd/m²",
        arguments: [
            (ToneMap.bt2446a, [150, 271, 357, 454, 536, 666, 794, 940]),
            (.bt2390, [160, 314, 436, 584, 714, 855, 923, 940]),
            (.clip, [160, 314, 436, 584, 716, 940, 940, 940]),
        ] as [(ToneMap, [Double])]
    )
    func tones(toneMap: ToneMap, codes: [Double]) throws {
        let mapping = try conversion(Self.pq, Self.sdr, toneMap)
        for (luminance, wanted) in zip([1.0, 10, 26, 58, 100, 203, 400, 1000], codes) {
            #expect(abs(grey(code(luminance), mapping) - wanted) < 1, "\(luminance) cd/m²")
        }
    }

    @Test("the patches of the ColorChecker are those of another program, in both directions")
    func checker() throws {
        for patch in ColourChecker.patches {
            let (sdr, pq, hlg) = (colour(patch.sdr), colour(patch.pq), colour(patch.hlg))
            for (source, target, toneMap, from, to) in [
                (Self.sdr, Self.pq, nil, sdr, pq), (Self.sdr, Self.hlg, nil, sdr, hlg),
                (Self.pq, Self.hlg, nil, pq, hlg), (Self.hlg, Self.pq, nil, hlg, pq),
                (Self.pq, Self.sdr, ToneMap.clip, pq, sdr), (Self.hlg, Self.sdr, .clip, hlg, sdr),
            ] {
                let found = try conversion(source, target, toneMap).signal(from)
                for place in 0..<3 {
                    // SDR is compared by its light, because it is steep near 0. A ten-thousandth is a tenth of a code.
                    let exponent = target == Self.sdr ? 2.4 : 1
                    let distance = pow(found[place], exponent) - pow(to[place], exponent)
                    #expect(abs(distance) < (target == Self.sdr ? 2e-5 : 1e-4), "\(patch.name): \(found) for \(to)")
                }
            }
        }
    }

    private func colour(_ numbers: [Double]) -> RGBMatrix.Colour { .init(numbers[0], numbers[1], numbers[2]) }

    @Test("greys rise with greys in every conversion")
    func ramps() throws {
        for (source, target) in [
            (Self.pq, Self.sdr), (Self.hlg, Self.sdr), (Self.pq, Self.hlg), (Self.hlg, Self.pq), (Self.sdr, Self.pq),
            (Self.sdr, Self.hlg),
        ] {
            for toneMap in ToneMap.allCases {
                for peak in [150.0, 600, 4000, 10_000] {
                    let conversion = try conversion(source, target, toneMap, peak: peak)
                    let codes = stride(from: 64.0, through: 940, by: 2).map { grey($0, conversion) }
                    #expect(zip(codes, codes.dropFirst()).allSatisfy { $0 <= $1 + 1e-9 })
                    #expect(abs(codes[0] - 64) < 1e-3 && codes[codes.count - 1] <= 940 + 1e-9)
                }
            }
        }
    }

    @Test("a colour that comes back from HDR is the same within a tenth of a code")
    func roundTrips() throws {
        for (first, second, toneMap) in [
            (Self.sdr, Self.hlg, ToneMap.clip), (Self.sdr, Self.pq, .clip), (Self.hlg, Self.pq, nil),
        ] as [(ColourDescription, ColourDescription, ToneMap?)] {
            let (there, back) = (try conversion(first, second), try conversion(second, first, toneMap))
            for red in stride(from: 0.05, through: 1, by: 0.19) {
                for green in stride(from: 0.05, through: 1, by: 0.19) {
                    for blue in stride(from: 0.05, through: 1, by: 0.19) {
                        let signal = RGBMatrix.Colour(red, green, blue)
                        let error: RGBMatrix.Colour = back.signal(there.signal(signal)) - signal
                        #expect(abs(error.max()) < 1.2e-4 && abs(error.min()) < 1.2e-4, "\(signal)")
                    }
                }
            }
        }
    }

    @Test("colours out of reach move towards grey of their luminance, and their hue stays")
    func gamut() throws {
        let wide = ColourDescription(primaries: 9, transfer: 1, matrix: 9)
        let narrow = try conversion(wide, Self.sdr)
        let weights = try #require(RGBMatrix.luminances(of: 1))
        let matrix = try #require(RGBMatrix(from: 9, to: 1))
        for numbers in [[0.8, 0.1, 0.1], [0.1, 0.9, 0.2], [0.2, 0.1, 0.9], [0.9, 0.9, 0.1]] {
            let signal = colour(numbers)
            let before = matrix(TransferFunction.sdr.light(of: signal, weights))
            let after = TransferFunction.sdr.light(of: narrow.signal(signal), weights)
            #expect(before.min() < 0)
            let (grey, distance) = ((before * weights).sum(), after - (after * weights).sum())
            #expect(abs((after * weights).sum() - grey) < 0.01)
            // The same direction from grey.
            let wanted: RGBMatrix.Colour = before - grey
            let share = (distance * wanted).sum() / (wanted * wanted).sum()
            let rest: RGBMatrix.Colour = distance - wanted * share
            #expect(share > 0 && share < 1 && abs(rest.max()) < 0.05 && abs(rest.min()) < 0.05)
        }
    }

    @Test("other primaries, transfers and matrices have a reason against their conversion")
    func obstacles() {
        for (primaries, transfer, matrix, words) in [
            (8, 1, 1, "primaries"), (1, 8, 1, "transfer"), (1, 1, 14, "matrix"), (2, 1, 1, "primaries"),
            (1, 2, 1, "transfer"), (1, 1, 2, "matrix"),
        ] as [(UInt8, UInt8, UInt8, String)] {
            let colour = ColourDescription(primaries: primaries, transfer: transfer, matrix: matrix)
            #expect(colour.obstacleToConversion?.contains(words) == true)
            #expect(ColourConversion.Terms(from: colour, to: Self.pq) == nil)
            #expect(ColourConversion.Terms(from: Self.pq, to: colour) == nil)
        }
    }

    @Test("sRGB is converted by its own curve, to BT.709 and back")
    func sRGB() throws {
        let images = ColourDescription(primaries: 1, transfer: 13, matrix: 1)
        let there = ColourConversion(try #require(ColourConversion.Terms(from: images, to: Self.sdr)), peak: 1)
        let back = ColourConversion(try #require(ColourConversion.Terms(from: Self.sdr, to: images)), peak: 1)
        // IEC 61966-2-1: 0.5 is 0.21404 of the light, and 0.02 is in the straight part; BT.1886 has 2.4 throughout.
        for (value, light) in [(0.5, 0.2140411), (0.02, 0.0015480), (1, 1), (0, 0)] {
            let signal = there.signal(RGBMatrix.Colour(repeating: value))
            #expect(abs(signal.x - pow(light, 1 / 2.4)) < 1e-4, "\(value)")
            #expect(abs(back.signal(signal).y - value) < 1e-4)
        }
    }

    @Test("terms are read as they were written, and terms that nobody can write are refused")
    func coding() throws {
        let terms = try #require(ColourConversion.Terms(from: Self.pq, to: Self.sdr, toneMap: .bt2390))
        let bytes = try JSONEncoder().encode(terms)
        #expect(try JSONDecoder().decode(ColourConversion.Terms.self, from: bytes) == terms)
        let text = String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: ":16", with: ":99")
        #expect(text.contains("99"))
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(ColourConversion.Terms.self, from: Data(text.utf8))
        }
    }

    @Test("white has the luminance 1, and matrices to the same primaries change nothing")
    func matrices() throws {
        for primaries: UInt8 in [1, 5, 6, 9, 12] {
            #expect(abs(try #require(RGBMatrix.luminances(of: primaries)).sum() - 1) < 1e-12)
            let same = try #require(RGBMatrix(from: primaries, to: primaries))
            let colour = RGBMatrix.Colour(0.2, 0.5, 0.9)
            #expect(abs((same(colour) - colour).max()) < 1e-12)
        }
        // BT.2087: BT.709 to BT.2020.
        let wide = try #require(RGBMatrix(from: 1, to: 9))
        for (colour, wanted) in [
            (RGBMatrix.Colour(1, 0, 0), RGBMatrix.Colour(0.6274, 0.0691, 0.0164)),
            (.init(0, 1, 0), .init(0.3293, 0.9195, 0.0880)), (.init(0, 0, 1), .init(0.0433, 0.0114, 0.8956)),
        ] {
            #expect(abs((wide(colour) - wanted).max()) < 6e-5 && abs((wide(colour) - wanted).min()) < 6e-5)
        }
    }

    @Test("a table is read as it was written, and greys are exactly grey in it")
    func table() throws {
        let table = ColourTable(try conversion(Self.pq, Self.sdr))
        let bytes = table.bytes
        let copy = try #require(ColourTable(bytes: bytes))
        #expect(copy.nodes == table.nodes && copy.weights == table.weights && copy != table)
        for place in 0..<ColourTable.side {
            let side = ColourTable.side
            let node = (place * side * side + place * side + place) * ColourTable.stride
            #expect(table.nodes[node + 1] == 0 && table.nodes[node + 2] == 0)
        }
        #expect(table.nodes[0] == -28672 && table.nodes[table.nodes.count - 4] == 27392)
        #expect(ColourTable(bytes: bytes.dropLast()) == nil)
        var changed = bytes
        changed[3] ^= 1
        #expect(ColourTable(bytes: changed) == nil)
        changed = bytes
        changed[24] ^= 0x40
        #expect(ColourTable(bytes: changed) == nil)
    }
}
