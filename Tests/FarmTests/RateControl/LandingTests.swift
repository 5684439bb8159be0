import Storage
import Testing

@testable import RateModel

@Suite("Predicted bits of a fed pass")
struct LandingTests {
    private var model: EncoderRateModel {
        let options = EncoderRateOptions(optionsLine: LandingFixture.optionsLine)
        return EncoderRateModel(
            LandingFixture.statistics.map {
                $0.plannedAsCoded(bidirectionalRatio: options.bidirectionalRatio).scaled(by: LandingFixture.scale)
            },
            options: options,
            frameSeconds: LandingFixture.frameSeconds
        )
    }

    private var rate: FedRate {
        FedRate(
            LandingFixture.statistics,
            scale: LandingFixture.scale,
            areOfEncode: false,
            optionsLine: LandingFixture.optionsLine,
            frameSeconds: LandingFixture.frameSeconds
        )
    }

    private func landing(_ kilobitsPerSecond: Int) -> Double {
        let bits = Double(kilobitsPerSecond) * 1000 * model.seconds
        return model.landing(atQuantizer: model.quantizer(forBits: bits)) { model.bits(of: model.entries[$0], at: $1) }
    }

    @Test("Given the actual bits of frames, the effect of x265's feedback is predicted within 0.2 %")
    func feedback() {
        let options = EncoderRateOptions(optionsLine: LandingFixture.optionsLine)
        // The statistics of the fed pass give the bits of its frames at other quantisers.
        let truth = EncoderRateModel(
            LandingFixture.taken.map(\.statistics),
            options: options,
            frameSeconds: LandingFixture.frameSeconds
        )
        let (model, target) = (model, Double(LandingFixture.kilobitsPerSecond) * 1000 * model.seconds)
        let landing = model.landing(atQuantizer: model.quantizer(forBits: target)) { index, scale in
            let (statistics, bits) = LandingFixture.taken[index]
            return truth.bits(of: truth.entries[index], at: scale) * Double(bits) / Double(statistics.bits)
        }
        let missed = Double(LandingFixture.takenBits) / target - 1
        #expect(missed < -0.03, "x265 itself missed its target by \(missed)")
        #expect((landing / Double(LandingFixture.takenBits) - 1).magnitude < 0.002)
    }

    @Test("The rate is never below that of the bits that no quantiser changes, which libx265 would refuse")
    func fixedBits() {
        let fixed = model.entries.reduce(0) { $0 + $1.misc }
        #expect(fixed > 20_000)
        for bits in [0, 1, Int(fixed / 2), Int(fixed)] {
            #expect(Double(rate.kilobitsPerSecond(landingOn: bits)) * 1000 * model.seconds > fixed)
        }
    }

    @Test("A pass misses its target by up to 5 % even if every frame takes its planned bits")
    func bias() {
        let misses = stride(from: 1600, through: 4800, by: 400).map {
            landing($0) / (Double($0) * 1000 * model.seconds) - 1
        }
        #expect(misses.contains { $0 < -0.01 })
        #expect(misses.allSatisfy { $0.magnitude < 0.05 })
    }

    @Test(
        "The chosen rate gives a smaller miss than the plain average",
        arguments: [400_000, 1_600_000, 6_436_108, 12_000_000]
    )
    func nearer(bits: Int) {
        let chosen = rate.kilobitsPerSecond(landingOn: bits)
        let plain = FedRate.kilobits(Double(bits) / model.seconds)
        let (missed, missedPlainly) = (landing(chosen) - Double(bits), landing(plain) - Double(bits))
        #expect(missed.magnitude <= missedPlainly.magnitude)
        // x265 rounds quantisers and rates, so a small miss is unavoidable.
        #expect(missed.magnitude < Double(bits) * 0.01 + 500 * model.seconds, "chosen \(chosen), plain \(plain)")
        #expect((Double(chosen) / Double(plain) - 1).magnitude < 0.061)
    }

    @Test(
        "With statistics of an encode the rate is lower, because referenced B pictures take more bits than planned"
    )
    func ownStatistics() {
        let written = LandingFixture.taken.map(\.statistics)
        func rate(areOfEncode: Bool) -> Int {
            FedRate(
                written,
                scale: 1,
                areOfEncode: areOfEncode,
                optionsLine: LandingFixture.optionsLine,
                frameSeconds: LandingFixture.frameSeconds
            ).kilobitsPerSecond(landingOn: LandingFixture.takenBits)
        }
        #expect(rate(areOfEncode: true) < rate(areOfEncode: false))
    }

    @Test("The plain average is used where there is no choice: one frame, more bits than can be taken")
    func nothingToChoose() {
        #expect(rate.kilobitsPerSecond(landingOn: 1 << 40) == Int((Double(1 << 40) / model.seconds / 1000).rounded()))
        let single = FedRate(
            Array(LandingFixture.statistics.prefix(1)),
            scale: 1,
            areOfEncode: true,
            optionsLine: LandingFixture.optionsLine,
            frameSeconds: 0.04
        )
        #expect(single.kilobitsPerSecond(landingOn: 40_000) == 1000)
        let none = FedRate([], scale: 1, areOfEncode: true, optionsLine: "", frameSeconds: 0.04)
        #expect(none.kilobitsPerSecond(landingOn: 1000) == Int(Int32.max))
    }
}
