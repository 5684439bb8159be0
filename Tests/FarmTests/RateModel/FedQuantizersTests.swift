import Storage
import Testing

@testable import RateModel

@Suite("Quantisers of a pass that is fed with an encode")
struct FedQuantizersTests {
    private let written = LandingFixture.taken.map(\.statistics)

    private func quantizers(landingOn bits: Int) -> [Int32] {
        FedQuantizers(
            written,
            optionsLine: LandingFixture.optionsLine,
            frameSeconds: LandingFixture.frameSeconds
        ).hundredths(landingOn: bits)
    }

    @Test("I and P frames have the same quantiser, B frames a coarser one, and referenced B frames one between them")
    func types() throws {
        let found = quantizers(landingOn: written.reduce(0) { $0 + $1.bits })
        #expect(found.count == written.count)
        let byType = Dictionary(grouping: written, by: \.type).mapValues { frames in
            frames.map { found[$0.frame] }
        }
        let predicted = try #require(byType[.predicted]?.first)
        #expect(byType[.predicted]?.allSatisfy { abs($0 - predicted) <= 1 } == true)
        // Nothing is before the first I frame that x265 could plan it by.
        #expect(byType[.idr] == [predicted])
        // From P to B, x265's scale rises by 1.3; six steps double it.
        #expect(byType[.b]?.allSatisfy { abs(Int($0 - predicted) - 227) <= 2 } == true)
        #expect(byType[.referencedB]?.allSatisfy { abs(Int($0 - predicted) - 114) <= 2 } == true)
    }

    @Test("the bits of the encode give quantisers near its own, and more bits give finer ones")
    func bits() {
        let bits = written.reduce(0) { $0 + $1.bits }
        let mean = { (values: [Int32]) in Double(values.reduce(0) { $0 + Int($1) }) / Double(values.count) }
        let own = mean(written.sorted { $0.frame < $1.frame }.map(\.qpHundredths))
        #expect(abs(mean(quantizers(landingOn: bits)) - own) < 20)
        #expect(mean(quantizers(landingOn: bits * 2)) < own - 400)
        #expect(mean(quantizers(landingOn: bits / 2)) > own + 400)
    }

    @Test("a number of bits that no quantiser reaches gives the finest or the coarsest, which x265 accepts")
    func bounds() {
        #expect(quantizers(landingOn: 1).allSatisfy { (0...6900).contains($0) })
        #expect(quantizers(landingOn: 1 << 50).allSatisfy { (0...6900).contains($0) })
        #expect(FedQuantizers([], optionsLine: "", frameSeconds: 0.04).hundredths(landingOn: 100).isEmpty)
    }
}
