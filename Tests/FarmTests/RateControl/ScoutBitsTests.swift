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

    private func bits(_ factor: Double, intra: Int, inter: Int, pictures: Int, samples: Int = 640 * 360) -> ScoutBits {
        var scoutBits = ScoutBits(rateFactor: factor, pictureSamples: samples)
        (scoutBits.intra.pictures, scoutBits.intra.textureBits) = (2, 2 * intra)
        (scoutBits.inter.pictures, scoutBits.inter.textureBits) = (pictures, pictures * inter)
        return scoutBits
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

    @Test("sums of parts are the same in any order; another rate factor cannot be added")
    func merging() {
        let parts = [(3, 100), (5, 7), (8, 1000)].map { bits(24, intra: $0.1, inter: $0.0, pictures: $0.0) }
        let sum = parts[0].merged(with: parts[1]).merged(with: parts[2])
        #expect(sum == parts[2].merged(with: parts[0]).merged(with: parts[1]))
        #expect(sum.intra.pictures == 6 && sum.intra.textureBits == 2 * 1107)
        #expect(sum.inter.pictures == 16 && sum.inter.textureBits == 9 + 25 + 64)
        let other = bits(25, intra: 1, inter: 1, pictures: 1)
        #expect(sum.merged(with: other) == other)
    }

    @Test("numbers that no encode has are refused wherever they are read")
    func flaws() throws {
        var forged = bits(24, intra: 1, inter: 1, pictures: 1)
        forged.inter.motionBits = -1
        let flaw = "the bits of the scout's encode are out of bounds"
        let others = [ScoutBits(rateFactor: .nan, pictureSamples: 1), ScoutBits(rateFactor: 20, pictureSamples: 0)]
        for bad in [forged] + others {
            #expect(SceneCutList(job: "a", cuts: [], scoutBits: bad).flaw == flaw)
            #expect(try film(1_000_000, bad).plan.flaw == flaw)
        }
        let good = bits(24, intra: 1, inter: 1, pictures: 1)
        #expect(SceneCutList(job: "a", cuts: [], scoutBits: good).flaw == nil)
        #expect(try film(1_000_000, good).plan.flaw == nil)
    }
}
