import Foundation
import Media
import Testing

@testable import Bench

@Suite("Records of benchmark runs")
struct BenchRunTests {
    @Test("A record is read as it was written")
    func recordsComeBack() throws {
        let run = try BenchSamples.run()
        let bytes = try BenchCoding.bytes(of: run)
        #expect(try BenchCoding.value(BenchRun.self, of: bytes) == run)
        #expect(run.holes.map(\.hole.reason) == [.anchorMissing])
        #expect(run.measured(clip: "bars", anchor: "granary").count == 2)
        #expect(run.reference?.name == "x265")
    }

    @Test("A point that is both measured and a hole, or neither, is refused")
    func pointsAreOneOrTheOther() {
        let both = #"{"hole":{"reason":"clipMissing","story":"","commands":[]},"measured":{}}"#
        for text in ["{}", both] {
            #expect(throws: DecodingError.self) { try BenchCoding.value(BenchOutcome.self, of: text.utf8) }
        }
    }

    @Test(
        "Every rate has a label that identifies it",
        arguments: [
            (BenchRate.average(bitsPerSecond: 2_500_000), "2500k"), (.average(bitsPerSecond: 1_234_567), "1234567"),
            (.constant(21), "crf 21"), (.constant(20.5), "crf 20.5"),
        ]
    )
    func ratesHaveNames(rate: BenchRate, label: String) { #expect(rate.label == label) }
}
