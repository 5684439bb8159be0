import Storage
import Testing

@testable import RateModel

@Suite("Where a fed pass lands")
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
        let asked = Double(kilobitsPerSecond) * 1000 * model.seconds
        return model.landing(atQuantizer: model.quantizer(forBits: asked)) { model.bits(of: model.entries[$0], at: $1) }
    }

    @Test("x265's feedback is followed to a fifth of a percent, given what frames took in truth")
    func feedback() {
        let options = EncoderRateOptions(optionsLine: LandingFixture.optionsLine)
        // The fed pass says what its frames take around the quantisers that they got.
        let truth = EncoderRateModel(
            LandingFixture.taken.map(\.statistics),
            options: options,
            frameSeconds: LandingFixture.frameSeconds
        )
        let (model, asked) = (model, Double(LandingFixture.kilobitsPerSecond) * 1000 * model.seconds)
        let landing = model.landing(atQuantizer: model.quantizer(forBits: asked)) { index, scale in
            let (statistics, bits) = LandingFixture.taken[index]
            return truth.bits(of: truth.entries[index], at: scale) * Double(bits) / Double(statistics.bits)
        }
        let missed = Double(LandingFixture.takenBits) / asked - 1
        #expect(missed < -0.03, "x265 itself lands \(missed) from what it was asked for")
        #expect((landing / Double(LandingFixture.takenBits) - 1).magnitude < 0.002)
    }

    @Test("A pass whose frames take just what was planned lands beside it all the same")
    func bias() {
        let misses = stride(from: 1600, through: 4800, by: 400).map {
            landing($0) / (Double($0) * 1000 * model.seconds) - 1
        }
        #expect(misses.contains { $0 < -0.01 })
        #expect(misses.allSatisfy { $0.magnitude < 0.05 })
    }

    @Test(
        "The rate that is told lands nearer than the plain average",
        arguments: [400_000, 1_600_000, 6_436_108, 12_000_000]
    )
    func nearer(bits: Int) {
        let told = rate.kilobitsPerSecond(landingOn: bits)
        let plain = FedRate.kilobits(Double(bits) / model.seconds)
        let (missed, missedPlainly) = (landing(told) - Double(bits), landing(plain) - Double(bits))
        #expect(missed.magnitude <= missedPlainly.magnitude)
        // Nearer than a step of x265's rounded quantisers and of its whole kilobits no rate may come.
        #expect(missed.magnitude < Double(bits) * 0.01 + 500 * model.seconds, "told \(told), plainly \(plain)")
        #expect((Double(told) / Double(plain) - 1).magnitude < 0.061)
    }

    @Test(
        "Referenced B pictures of an encode take more than is planned for them: less is asked for than of an analysis"
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

    @Test("Where nothing is to be chosen the average is told: no bits, one frame, more than any quantiser takes")
    func nothingToChoose() {
        #expect(rate.kilobitsPerSecond(landingOn: 0) == 1)
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
