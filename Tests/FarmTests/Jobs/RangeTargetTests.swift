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
        let rate = RateTarget.average(kilobitsPerSecond: 1)
        let target = RangeTarget(range: 0, role: .fed, rate: rate, targetBits: 1000, tolerance: 0.01)
        #expect(target.isMissed(bits: bits, quality: nil) == isMissed)
        #expect(target.isMissed(bits: bits, quality: quality(40)) == isMissed)
    }

    @Test("an analysis, and a target without bits, are never missed")
    func withoutBits() {
        let rate = RateTarget.constantRateFactor(28)
        #expect(!RangeTarget(range: 0, role: .alone, rate: rate).isMissed(bits: 1, quality: nil))
        #expect(!RangeTarget(range: 0, role: .analysis, rate: rate, targetBits: 5).isMissed(bits: 900, quality: nil))
    }

    @Test("a target in quality is missed beyond its tolerance and below its floor")
    func figures() {
        var target = RangeTarget(range: 0, role: .alone, rate: .constantRateFactor(28))
        target.quality = QualityAim(metric: .psnr, wanted: 40, floor: 39.8, tolerance: 0.5)
        #expect(!target.isMissed(bits: 1, quality: quality(40.4)))
        #expect(target.isMissed(bits: 1, quality: quality(40.6)))
        #expect(target.isMissed(bits: 1, quality: quality(39.7)))
    }
}
