import Foundation
import Media
import Testing

@testable import Jobs
@testable import RateControl
@testable import RateModel

@Suite("The rough encode of parts of a film")
struct ScoutBitsTests {
    /// 720p, ten ranges of a hundred frames.
    private func film(_ bitsPerSecond: Int, _ scoutBits: ScoutBits?) throws -> (control: FilmRateControl, plan: Plan) {
        let fixture = try FilmFixture(frames: Array(repeating: 100, count: 10), bitsPerSecond: bitsPerSecond)
        var plan = fixture.plan
        plan.scoutBits = scoutBits
        return (fixture.control, plan)
    }

    private func bits(
        _ factor: Double,
        intra: Int,
        inter: Int,
        pictures: Int,
        samples: Int = 640 * 360,
        at frame: Int = 0
    ) -> ScoutBits {
        ScoutBits(
            rateFactor: factor,
            pictureSamples: samples,
            parts: [part(at: frame, intra: intra, count: 2, inter: inter, pictures: pictures)]
        )
    }

    private func part(at frame: Int, intra: Int, count: Int = 1, inter: Int, pictures: Int = 7) -> ScoutBits.Part {
        var part = ScoutBits.Part(firstFrame: frame)
        (part.intra.pictures, part.intra.textureBits) = (count, count * intra)
        (part.inter.pictures, part.inter.textureBits) = (pictures, pictures * inter)
        return part
    }

    @Test("the analysis is at the rate factor at which its model takes the film's bits", arguments: [300, 1000, 4000])
    func factor(kilobits: Int) throws {
        let (control, plan) = try film(kilobits * 1000, bits(26, intra: 60_000, inter: 4000, pictures: 18))
        #expect(control.encoder.size == PictureSize(width: 1280, height: 720))
        // Ten intra pictures and 990 others, 3.6 times as many bits in pictures of four times the size, at quantiser
        // 26. From 5.4 steps above it on that falls by 0.05 octaves a step; the bits fall by 1.1 / 6 octaves a step.
        let rough = 60_000.0 * 10 + 4000 * 990
        let budget = Double(kilobits) * 1000 * 1000 / 24
        // log2(3.6 rough) + (26 - q) 1.1 / 6 + (31.4 - q) 0.05 = log2(budget)
        let quantizer = (log2(3.6 * rough / budget) + 26 * 1.1 / 6 + 31.4 * 0.05) / (1.1 / 6 + 0.05)
        let factor = ((quantizer - 5.4) * 2).rounded() / 2
        #expect(control.analysisRateFactor(in: plan) == factor)
        let targets = control.analysis(of: plan).targets
        #expect(targets.count == 10 && targets.allSatisfy { $0.rateFactor == factor })
    }

    @Test("pictures of another size count by their samples")
    func size() throws {
        let (control, half) = try film(1_000_000, bits(26, intra: 60_000, inter: 4000, pictures: 18))
        let whole = try film(
            1_000_000,
            bits(26, intra: 240_000, inter: 16_000, pictures: 18, samples: 1280 * 720)
        ).plan
        #expect(control.analysisRateFactor(in: half) == control.analysisRateFactor(in: whole))
    }

    @Test("films of nothing and of noise are analysed within the bounds")
    func bounds() throws {
        let (control, still) = try film(1_000_000, bits(26, intra: 10, inter: 0, pictures: 18))
        #expect(control.analysisRateFactor(in: still) == 4)
        let noise = try film(20_000, bits(26, intra: 9_000_000, inter: 9_000_000, pictures: 18)).plan
        let slow = try film(20_000, nil).control
        #expect(slow.analysisRateFactor(in: noise) == 44)
    }

    @Test("without the scout's bits, or with those of intra pictures alone, the film is taken for a typical one")
    func typical() throws {
        let (control, plan) = try film(1_000_000, nil)
        #expect(control.analysisRateFactor(in: plan) == control.goal.analysisRateFactor(control.encoder))
        let one = try film(1_000_000, bits(26, intra: 60_000, inter: 0, pictures: 0)).plan
        #expect(control.analysisRateFactor(in: one) == control.analysisRateFactor(in: plan))
    }

    @Test("parts are a third of a second of every four, and at least eight pictures", arguments: [24.0, 60, 5])
    func parts(rate: Double) {
        let places = (0..<Int(12 * rate)).map { ScoutBits.startsPart($0, framesPerSecond: rate) }
        let count = max(Int((0.35 * rate).rounded()), 8)
        #expect(places.count { $0 != nil } == 3 * count)
        #expect(places.indices.filter { places[$0] == true } == [0, Int(4 * rate), Int(8 * rate)])
        #expect(places.prefix(count).allSatisfy { $0 != nil })
    }

    @Test("parts are in film order, whichever comes first; those of another rate factor cannot be added")
    func merging() {
        let parts = [0, 240, 480].map { bits(24, intra: 100 + $0, inter: 3, pictures: 7, at: $0) }
        let whole = parts[0].merged(with: parts[1]).merged(with: parts[2])
        #expect(whole == parts[2].merged(with: parts[0]).merged(with: parts[1]))
        #expect(whole.parts.map(\.firstFrame) == [0, 240, 480])
        let sum = ScoutBits.Share(sum: whole.parts.map(\.intra))
        #expect(sum.pictures == 6 && sum.textureBits == 2 * (300 + 720))
        let other = bits(25, intra: 1, inter: 1, pictures: 1)
        #expect(whole.merged(with: other) == other)
    }

    @Test("a range is expected to take what its own parts take, or the nearest part if none has its middle there")
    func ranges() throws {
        let known = ScoutBits(
            rateFactor: 26,
            pictureSamples: 640 * 360,
            parts: [
                part(at: 0, intra: 60_000, inter: 4000), part(at: 110, intra: 1000, inter: 10),
                part(at: 160, intra: 3000, inter: 30), part(at: 596, intra: 90_000, inter: 9000),
                part(at: 920, intra: 500, inter: 0, pictures: 0),
            ]
        )
        let (control, plan) = try film(1_000_000, known)
        let scouted = control.scouted(plan)
        #expect(scouted.map(\.range) == Array(0..<10))
        // At quantiser 31.4 the fitted scale is 3.6.
        let bits = scouted.map { ($0.rateCurve?.bits(atQuantizer: 31.4) ?? 0) / 3.6 * exp2(1.1 * 5.4 / 6) }
        func isNear(_ range: Int, _ intra: Double, _ inter: Double) -> Bool {
            abs(bits[range] / (intra + 99 * inter) - 1) < 0.01
        }
        #expect(isNear(0, 60_000, 4000))
        #expect(isNear(1, 2000, 20), "the mean of two parts")
        #expect(isNear(2, 3000, 30), "frame 164 is nearer than frame 600")
        #expect(isNear(5, 90_000, 9000))
        #expect(isNear(6, 90_000, 9000), "the part at frame 596 has its middle in the next range")
        #expect(isNear(9, 500, (4000 + 10 + 30 + 9000) / 4.0), "a part without inter pictures, and the film's")
        #expect(control.scouted(try film(1_000_000, nil).plan).isEmpty)
    }

    @Test("numbers that no encode has are refused wherever they are read")
    func flaws() throws {
        var forged = bits(24, intra: 1, inter: 1, pictures: 1)
        forged.parts[0].inter.motionBits = -1
        let flaw = "the bits of the scout's encode are out of bounds"
        let others = [
            ScoutBits(rateFactor: .nan, pictureSamples: 1), ScoutBits(rateFactor: 20, pictureSamples: 0),
            ScoutBits(rateFactor: 20, pictureSamples: 1, parts: [5, 5].map { part(at: $0, intra: 1, inter: 1) }),
            ScoutBits(rateFactor: 20, pictureSamples: 1, parts: [-1, 5].map { part(at: $0, intra: 1, inter: 1) }),
        ]
        for bad in [forged] + others {
            #expect(SceneCutList(job: "a", cuts: [], scoutBits: bad).flaw == flaw)
            #expect(try film(1_000_000, bad).plan.flaw == flaw)
        }
        let good = bits(24, intra: 1, inter: 1, pictures: 1)
        #expect(SceneCutList(job: "a", cuts: [], scoutBits: good).flaw == nil)
        #expect(try film(1_000_000, good).plan.flaw == nil)
    }
}
