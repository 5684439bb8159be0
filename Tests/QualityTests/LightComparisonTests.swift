import Foundation
import Media
import Testing

@testable import Quality

@Suite("Measures of PQ and HLG pictures")
struct LightComparisonTests {
    private static let size = PictureSize(width: 16, height: 16)

    /// A ten-bit picture with one luma value.
    private static func grey(_ luma: Int) -> Picture {
        let count = Picture.byteCount(format: .yuv420p10, size: size)
        var storage = [UInt8](repeating: 0, count: count)
        for index in stride(from: 0, to: count, by: 2) {
            let value = index < 512 ? luma : 512
            storage[index] = UInt8(value & 255)
            storage[index + 1] = UInt8(value >> 8)
        }
        return Picture(
            format: .yuv420p10,
            size: size,
            frame: 0,
            presentationTime: .zero,
            duration: .zero,
            storage: storage
        )
    }

    private static func comparison(_ coding: LightCoding, _ source: Int, _ other: Int) throws -> LightComparison {
        let tables = LightTables(coding, format: .yuv420p10, isFullRange: false)
        return try tables.comparison(of: grey(other), against: grey(source))
    }

    @Test("PU21 gives the numbers of its authors' formula: 256 at 100 cd/m²")
    func perceptualUniformity() {
        #expect(abs(PerceptualUniformity.value(of: 100) - 256) < 0.5)
        #expect(abs(PerceptualUniformity.value(of: 10000) - PU.atPeak) < 1e-6)
        #expect(PerceptualUniformity.value(of: 0) == PerceptualUniformity.value(of: 0.005))
    }

    @Test("HLG's reference display shows 1000 cd/m² at 1 and 203 at 75 %")
    func hybridLogGamma() {
        #expect(abs(HybridLogGamma.luminance(ofGrey: 1) - 1000) < 0.001)
        #expect(abs(HybridLogGamma.luminance(ofGrey: 0.75) - 203) < 0.5)
        #expect(HybridLogGamma.luminance(ofGrey: 0) == 0)
    }

    @Test("the figures equal those calculated from the formulas", arguments: PU.cases)
    func formulas(_ figures: PU.Figures) throws {
        let pq = try Self.comparison(.perceptualQuantizer, figures.source, figures.other)
        let hlg = try Self.comparison(.hybridLogGamma, figures.source, figures.other)
        #expect(abs(pq.uniformPSNR - figures.pq) < 1e-3)
        #expect(abs(hlg.uniformPSNR - figures.hlg) < 1e-3)
        #expect(abs(try #require(pq.weightedPSNR) - figures.weighted) < 1e-9)
        #expect(hlg.weightedPSNR == nil)
    }

    @Test("identical pictures have the highest figures, and pictures of another format are refused")
    func ends() throws {
        let equal = try Self.comparison(.perceptualQuantizer, 500, 500)
        #expect(equal.uniformPSNR == 100 && equal.weightedPSNR == 100)
        let tables = LightTables(.perceptualQuantizer, format: .yuv420p8, isFullRange: false)
        #expect(throws: ComparisonError.self) { _ = try tables.comparison(of: Self.grey(1), against: Self.grey(1)) }
    }

    @Test("transfers of standard dynamic range have no coding")
    func codings() {
        #expect(LightCoding(transfer: 16) == .perceptualQuantizer && LightCoding(transfer: 18) == .hybridLogGamma)
        for transfer: UInt8 in [0, 1, 2, 13, 14, 15, 17] { #expect(LightCoding(transfer: transfer) == nil) }
    }

    /// Computed in Python from the formulas of the papers and of BT.2100, in doubles.
    enum PU {
        struct Figures: Sendable {
            let source: Int
            let other: Int
            let pq: Double
            let hlg: Double
            let weighted: Double
        }

        static let atPeak = 595.393920020095
        static let cases = [
            Figures(source: 400, other: 404, pq: 38.910671221, hlg: 43.999313354, weighted: 49.635953586999),
            Figures(source: 800, other: 790, pq: 29.921243292, hlg: 33.883429529, weighted: 35.656553500279),
            Figures(source: 150, other: 155, pq: 42.416277828, hlg: 37.316142664, weighted: 49.202903305158),
        ]
    }
}
