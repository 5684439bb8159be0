import Foundation
import Jobs
import Media
import Testing

@Suite("Targets of ranges")
struct RangeTargetTests {
    private func quality(_ psnr: Double) -> RangeQuality {
        RangeQuality(psnrY: psnr, psnrU: psnr, psnrV: psnr, ssim: 0.9, frameCount: 10)
    }

    @Test(
        "a target in bits is missed beyond its tolerance, in both directions",
        arguments: [
            (980, true), (990, false), (1000, false), (1010, false), (1020, true),
        ]
    )
    func bits(bits: Int, isMissed: Bool) {
        let target = RangeTarget(range: 0, .fed(FedTarget(bits: 1000, tolerance: 0.01)))
        #expect(target.isMissed(bits: bits, quality: nil) == isMissed)
        #expect(target.isMissed(bits: bits, quality: quality(40)) == isMissed)
    }

    @Test("an analysis, and a target without bits, are never missed")
    func withoutBits() {
        let rate = RateTarget.constantRateFactor(28)
        #expect(!RangeTarget(range: 0, .alone(rate)).isMissed(bits: 1, quality: nil))
        #expect(!RangeTarget(range: 0, .alone(rate, expectedBits: 5)).isMissed(bits: 900, quality: nil))
        #expect(!RangeTarget(range: 0, .analysis(rateFactor: 20)).isMissed(bits: 900, quality: nil))
    }

    @Test(
        "every target is read back unchanged",
        arguments: [
            .analysis(rateFactor: 28), .alone(.constantRateFactor(23)),
            .alone(.average(kilobitsPerSecond: 100)), .alone(.constantRateFactor(23), expectedBits: 7),
            .fed(FedTarget(bits: 5, aimBits: 6, tolerance: 0.1, statisticsPass: 2, statisticsScale: 0.9)),
            .fed(FedTarget(bits: 5)), .fed(FedTarget(bits: 5, statisticsPass: 2, keepsQuantizers: true)),
        ] as [RangeTarget.Work]
    )
    func coding(work: RangeTarget.Work) throws {
        var target = RangeTarget(range: 3, work, bufferStart: 9)
        target.quality = QualityAim(metric: .psnr, wanted: 40, floor: 39.8, tolerance: 0.5)
        let data = try JSONEncoder().encode(target)
        #expect(try JSONDecoder().decode(RangeTarget.self, from: data) == target)
    }

    @Test(
        "a target without the numbers of its role is refused",
        arguments: [
            #"{"range":0,"role":"fed","rate":{"constantRateFactor":{"_0":20}}}"#,
            #"{"range":0,"role":"alone","targetBits":5}"#,
            #"{"range":0,"role":"analysis","rate":{"average":{"kilobitsPerSecond":20}}}"#,
        ]
    )
    func incomplete(text: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(RangeTarget.self, from: Data(text.utf8)) }
    }

    @Test("a target in quality is missed beyond its tolerance and below its floor")
    func figures() {
        var target = RangeTarget(range: 0, .alone(.constantRateFactor(28)))
        target.quality = QualityAim(metric: .psnr, wanted: 40, floor: 39.8, tolerance: 0.5)
        #expect(!target.isMissed(bits: 1, quality: quality(40.4)))
        #expect(target.isMissed(bits: 1, quality: quality(40.6)))
        #expect(target.isMissed(bits: 1, quality: quality(39.7)))
    }
}
