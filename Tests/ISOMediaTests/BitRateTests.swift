import Media
import TestSupport
import Testing

@testable import ISOMedia

@Suite struct BitRateTests {
    private func samples(_ timescale: Int32, _ list: [(size: UInt32, delta: UInt32)]) -> TrackSamples {
        var samples = TrackSamples(timescale: timescale)
        var tick: Int64 = 0
        for (size, delta) in list {
            samples.append(byteCount: size, at: tick)
            samples.durations.append(delta: delta)
            tick += Int64(delta)
        }
        return samples
    }

    @Test("the maximum rate is that of the second with the most bits, at any start")
    func window() {
        let rate = samples(4, [(10, 1), (1, 1), (1, 1), (50, 1), (50, 1), (1, 1), (1, 1), (50, 1)]).bitRate
        // Samples 3 to 6, and 4 to 7, have 102 bytes in a second.
        #expect(rate.maximum == 816)
        #expect(rate.average == 656)
        #expect(rate.bufferByteCount == 50)
    }

    @Test("a window is half-open: a sample that is decoded exactly a second later is not in it")
    func halfOpen() {
        #expect(samples(1, [(100, 1), (100, 1)]).bitRate.maximum == 800)
        #expect(samples(2, [(100, 1), (100, 1), (100, 1)]).bitRate.maximum == 1600)
    }

    @Test("the maximum of a track shorter than a second is its average")
    func short() {
        let rate = samples(10, [(100, 1)]).bitRate
        #expect(rate.average == 8000)
        #expect(rate.maximum == 8000)
    }

    @Test("rates beyond 32 bits saturate")
    func saturation() {
        let rate = samples(1_000_000, [(.max, 1), (.max, 1)]).bitRate
        #expect(rate.maximum == .max)
        #expect(rate.average == .max)
    }

    @Test("the rates of random tracks equal those by the definition")
    func definition() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<50 {
            let list = (0..<60).map { _ in
                (size: UInt32.random(in: 1...1000, using: &random), delta: UInt32.random(in: 1...5, using: &random))
            }
            var starts: [UInt32] = []
            var tick: UInt32 = 0
            for item in list {
                starts.append(tick)
                tick += item.delta
            }
            var most: UInt32 = 0
            for start in 0..<tick {
                let inside = zip(starts, list).filter { $0.0 >= start && $0.0 < start + 12 }
                most = max(most, inside.reduce(0) { $0 + $1.1.size })
            }
            #expect(samples(12, list).bitRate.maximum == most * 8)
        }
    }
}
