import Storage
import Testing

@testable import RateModel

@Suite("The model of x265's two-pass plan")
struct RateModelTests {
    @Test(
        "The model predicts the first quantiser of a second pass to the two decimals that x265 writes",
        arguments: RateModelFixture.all
    )
    func firstQuantizer(_ fixture: RateModelFixture) {
        for outcome in fixture.outcomes {
            let planned = plan(fixture, outcome)
            #expect(abs(planned[0] - outcome.first) < 0.006, "\(outcome.kilobitsPerSecond) kbit/s")
        }
    }

    @Test(
        "Quantisers of P frames start near their plan, and their mean stays near it despite feedback",
        arguments: RateModelFixture.all
    )
    func predictedFrames(_ fixture: RateModelFixture) {
        for outcome in fixture.outcomes {
            let planned = plan(fixture, outcome)
            #expect(abs(planned[3] - outcome.afterCut) < 0.75, "\(outcome.kilobitsPerSecond) kbit/s")
            let predicted = zip(fixture.statistics, planned).filter { $0.0.type == .predicted }.map(\.1)
            let mean = predicted.reduce(0, +) / Double(predicted.count)
            #expect(abs(mean - outcome.mean) < 1, "\(outcome.kilobitsPerSecond) kbit/s")
        }
    }

    @Test(
        "Planned bits fall as the quantiser rises, but not below the bits that do not depend on it",
        arguments: RateModelFixture.all
    )
    func falls(_ fixture: RateModelFixture) {
        let model = model(fixture)
        let bits = stride(from: 0.0, through: 69, by: 0.25).map(model.plannedBits(atQuantizer:))
        #expect(zip(bits, bits.dropFirst()).allSatisfy { $0 > $1 })
        let fixedBits = Double(fixture.statistics.reduce(0) { $0 + $1.miscBits })
        #expect(bits.allSatisfy { $0 > fixedBits })
    }

    @Test("The quantiser of planned bits is found again from the bits", arguments: RateModelFixture.all)
    func inverts(_ fixture: RateModelFixture) {
        let model = model(fixture)
        for quantizer in [5.0, 18.5, 27, 40, 55] {
            let bits = model.plannedBits(atQuantizer: quantizer)
            #expect(abs(model.quantizer(forBits: bits) - quantizer) < 1e-6)
        }
        #expect(model.quantizer(forBits: .infinity) < 1e-9)
        #expect(model.quantizer(forBits: 0) > 69 - 1e-9)
    }

    @Test("The model does not depend on the order of the statistics", arguments: RateModelFixture.all)
    func order(_ fixture: RateModelFixture) {
        let reversed = EncoderRateModel(
            fixture.statistics.reversed(),
            options: EncoderRateOptions(optionsLine: fixture.optionsLine),
            frameSeconds: RateModelFixture.frameSeconds
        )
        #expect(reversed.plannedBits(atQuantizer: 28) == model(fixture).plannedBits(atQuantizer: 28))
        #expect(reversed.entries.count == fixture.statistics.count)
        #expect(reversed.seconds == Double(fixture.statistics.count) / 24)
    }

    @Test("With cutree P frames share one quantiser, and that of b frames is higher by pbratio")
    func sharedQuantizer() {
        let fixture = RateModelFixture.withCutree
        let planned = model(fixture).plannedQuantizers(atQuantizer: 34.5)
        // The first P frame has no residual: x265 gives it another scale.
        for (frame, quantizer) in zip(fixture.statistics, planned).dropFirst(3) where frame.type == .predicted {
            #expect(abs(quantizer - 34.5) < 1e-6)
        }
        let highest = zip(fixture.statistics, planned).filter { $0.0.type == .b }.map(\.1).max()
        #expect(abs((highest ?? 0) - 34.5 - 6 * 0.3785) < 0.05)
    }

    @Test("A range of pictures without residual is planned with a finite number of bits")
    func emptyFrames() {
        var frame = RateModelFixture.withCutree.statistics[0]
        frame.textureBits = 0
        frame.motionBits = 0
        frame.miscBits = 0
        for options in RateModelFixture.all.map(\.optionsLine) + [""] {
            let model = EncoderRateModel(
                [frame],
                options: EncoderRateOptions(optionsLine: options),
                frameSeconds: RateModelFixture.frameSeconds
            )
            let bits = model.plannedBits(atQuantizer: 30)
            #expect(bits.isFinite && bits > 0)
        }
    }

    @Test("Options are read from x265's line, and missing options have x265's defaults")
    func options() {
        let defaults = EncoderRateOptions(optionsLine: "")
        #expect(defaults == EncoderRateOptions(optionsLine: "#options: cutree qcomp= ipratio=x input-res=32"))
        #expect(defaults.usesCutree && defaults.intraRatio == 1.4 && defaults.bidirectionalRatio == 1.3)
        let line = """
            #options: no-cutree input-res=1920x1080 bframes=0 qcomp=0.80 qpstep=1 ipratio=1.10 pbratio=1.00 qblur=0.7 \
            cplxblur=10 qpmin=4 qpmax=51
            """
        let options = EncoderRateOptions(optionsLine: line)
        #expect(!options.usesCutree)
        #expect(options.unitCount == 120 * 68)
        #expect(options.standardComplexity == 120 * 68 * 80)
        #expect(options.quantizerCompression == 0.8 && options.intraRatio == 1.1 && options.bidirectionalRatio == 1)
        #expect(options.quantizerBlur == 0.7 && options.complexityBlur == 10)
        #expect(options.quantizerMinimum == 4 && options.quantizerMaximum == 51)
        #expect(abs(options.stepScale - 1.122462) < 1e-6)
    }

    private func model(_ fixture: RateModelFixture) -> EncoderRateModel {
        EncoderRateModel(
            fixture.statistics,
            options: EncoderRateOptions(optionsLine: fixture.optionsLine),
            frameSeconds: RateModelFixture.frameSeconds
        )
    }

    /// The quantisers that are planned for the rate of an outcome.
    private func plan(_ fixture: RateModelFixture, _ outcome: RateModelFixture.Outcome) -> [Double] {
        let model = model(fixture)
        let bits = (outcome.kilobitsPerSecond * 1000 * model.seconds).rounded(.down)
        return model.plannedQuantizers(atQuantizer: model.quantizer(forBits: bits))
    }
}
