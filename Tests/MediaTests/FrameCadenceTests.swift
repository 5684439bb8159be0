import Media
import Testing

struct FrameCadenceTests {
    private func rate(_ frames: [(tick: Int64, duration: Int64)]) -> FrameRate? {
        var cadence = FrameCadence()
        for frame in frames { cadence.add(tick: frame.tick, duration: frame.duration) }
        return cadence.rate(timescale: 240)
    }

    @Test("Frames of equal durations have a rate in any order, whatever the last one lasts")
    func constant() {
        #expect(rate([(0, 10), (10, 10), (20, 10)]) == FrameRate(frames: 24, seconds: 1))
        #expect(rate([(0, 10), (20, 3), (10, 10)]) == FrameRate(frames: 24, seconds: 1))
        #expect(rate([(20, 3), (0, 10), (10, 10)]) == FrameRate(frames: 24, seconds: 1))
        #expect(rate([(0, 10)]) == FrameRate(frames: 24, seconds: 1))
    }

    @Test("Others have none, and neither have no frames, nor durations that no rate has")
    func variable() {
        #expect(rate([(0, 10), (10, 20), (30, 10)]) == nil)
        #expect(rate([(30, 10), (10, 20), (0, 10)]) == nil)
        #expect(rate([]) == nil)
        #expect(rate([(0, 0), (10, 0)]) == nil)
        #expect(rate([(0, 1 << 40)]) == nil)
    }
}
