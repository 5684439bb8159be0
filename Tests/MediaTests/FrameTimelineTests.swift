import Foundation
import Media
import Testing

@Suite("FrameTimeline")
struct FrameTimelineTests {
    /// Frames of 100, 100, 50, 200, 200 and 200 ticks from tick 30 on.
    private let uneven = FrameTimeline(
        timescale: 1000,
        presentationTicks: [30, 130, 230, 280, 480, 680],
        endTick: 880
    )!

    @Test("durations are kept as runs")
    func runs() {
        #expect(
            uneven.runs == [
                FrameTimeline.Run(count: 2, duration: 100), FrameTimeline.Run(count: 1, duration: 50),
                FrameTimeline.Run(count: 3, duration: 200),
            ]
        )
        #expect(uneven.count == 6)
        #expect(uneven.firstTick == 30)
        #expect(uneven.endTick == 880)
        #expect(!uneven.hasConstantRate)
    }

    @Test("every frame has its tick, and the tick finds the frame")
    func ticks() {
        let ticks: [Int64] = [30, 130, 230, 280, 480, 680, 880]
        #expect((0...6).map(uneven.tick(of:)) == ticks)
        #expect(ticks.map(uneven.frame(startingAt:)) == [0, 1, 2, 3, 4, 5, nil])
        for tick: Int64 in [.min, 29, 31, 129, 231, 279, 481, 679, 879, .max] {
            #expect(uneven.frame(startingAt: tick) == nil, "tick \(tick)")
        }
        #expect(uneven.duration(of: 2) == MediaTime(value: 50, timescale: 1000))
        #expect(uneven.duration(of: 5) == MediaTime(value: 200, timescale: 1000))
    }

    @Test("a range of frames and its time range are converted to each other", arguments: 0..<6)
    func ranges(start: Int) {
        for end in start...6 {
            #expect(uneven.frames(in: uneven.timeRange(of: start..<end)) == start..<end)
        }
    }

    @Test("frames in a time range are those that start in it")
    func framesInside() {
        let range = TimeRange(start: MediaTime(value: 131, timescale: 1000), end: MediaTime(value: 48, timescale: 100))
        #expect(uneven.frames(in: range) == 2..<4)
        let before = TimeRange(start: MediaTime(value: -5, timescale: 1), end: .zero)
        #expect(uneven.frames(in: before).isEmpty)
        let after = TimeRange(start: MediaTime(value: 5, timescale: 1), end: MediaTime(value: 6, timescale: 1))
        #expect(uneven.frames(in: after).isEmpty)
        #expect(uneven.frames(in: uneven.timeRange) == 0..<6)
    }

    @Test("a long film of constant rate needs one run and keeps exact times")
    func constantRate() throws {
        let film = try #require(
            FrameTimeline(timescale: 30000, firstTick: 0, runs: [FrameTimeline.Run(count: 1_000_000, duration: 1001)])
        )
        #expect(film.hasConstantRate)
        #expect(film.time(of: 30000) == MediaTime(value: 1001, timescale: 1))
        #expect(film.frame(startingAt: 1001 * 999_999) == 999_999)
        #expect(film.averageRate == FrameRate(frames: 30000, seconds: 1001))
    }

    @Test("the average rate is exact if the fraction fits, else approximate")
    func averageRate() throws {
        // Six frames in 0.85 s.
        #expect(uneven.averageRate == FrameRate(frames: 120, seconds: 17))
        let odd = try #require(
            FrameTimeline(timescale: 2_147_483_647, presentationTicks: [0, 1], endTick: 4_294_967_291)
        )
        #expect(abs(odd.averageRate.framesPerSecond - 1) < 0.001)
    }

    @Test("without frames, ascending times or a timescale there is no timeline")
    func refuses() {
        #expect(FrameTimeline(timescale: 24, presentationTicks: [], endTick: 5) == nil)
        #expect(FrameTimeline(timescale: 0, presentationTicks: [0], endTick: 5) == nil)
        #expect(FrameTimeline(timescale: 24, presentationTicks: [0, 2, 2], endTick: 5) == nil)
        #expect(FrameTimeline(timescale: 24, presentationTicks: [0, 3, 2], endTick: 5) == nil)
        #expect(FrameTimeline(timescale: 24, presentationTicks: [0, 3], endTick: 3) == nil)
        #expect(FrameTimeline(timescale: 24, firstTick: 0, runs: []) == nil)
        #expect(FrameTimeline(timescale: 24, firstTick: 0, runs: [FrameTimeline.Run(count: 0, duration: 1)]) == nil)
        #expect(FrameTimeline(timescale: 24, firstTick: 0, runs: [FrameTimeline.Run(count: 1, duration: 0)]) == nil)
    }

    @Test("times that overflow 64 bits give no timeline")
    func refusesOverflow() {
        #expect(FrameTimeline(timescale: 24, presentationTicks: [.min, 0], endTick: 1) == nil)
        #expect(FrameTimeline(timescale: 24, presentationTicks: [.min + 1, 0], endTick: .max) == nil)
        let long = FrameTimeline.Run(count: 2, duration: .max)
        #expect(FrameTimeline(timescale: 24, firstTick: 0, runs: [long]) == nil)
        let many = FrameTimeline.Run(count: .max, duration: 1)
        #expect(FrameTimeline(timescale: 24, firstTick: -5, runs: [many, many]) == nil)
        #expect(FrameTimeline(timescale: 24, firstTick: 5, runs: [many]) == nil)
    }

    @Test("a written timeline is read back, an invalid one is refused")
    func coding() throws {
        let data = try JSONEncoder().encode(uneven)
        #expect(try JSONDecoder().decode(FrameTimeline.self, from: data) == uneven)
        let bad = Data(#"{"timescale":24,"firstTick":0,"runs":[{"count":-1,"duration":1}]}"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(FrameTimeline.self, from: bad) }
    }

    @Test("a part has its frames' durations and starts at 0")
    func cutting() throws {
        let runs = [(3, 10), (1, 5), (4, 20)].map { FrameTimeline.Run(count: $0.0, duration: Int64($0.1)) }
        let whole = try #require(FrameTimeline(timescale: 600, firstTick: 40, runs: runs))
        for lower in 0..<whole.count {
            for upper in lower + 1...whole.count {
                let part = whole.cut(to: lower..<upper)
                #expect(part.count == upper - lower && part.firstTick == 0)
                for frame in 0...part.count {
                    #expect(part.tick(of: frame) == whole.tick(of: lower + frame) - whole.tick(of: lower))
                }
            }
        }
        #expect(whole.cut(to: 0..<3).hasConstantRate)
    }

    @Test("a timeline of counted frames has one rate and a fine timescale")
    func counted() throws {
        let film = try #require(FrameTimeline(count: 100, rate: FrameRate(frames: 24, seconds: 1)))
        #expect(film.timescale >= 10_000 && film.averageRate == FrameRate(frames: 24, seconds: 1))
        #expect(film.time(of: 24) == MediaTime(value: 1, timescale: 1) && film.count == 100)
        let slow = try #require(FrameTimeline(count: 3, rate: FrameRate(frames: 1, seconds: 60)))
        #expect(slow.time(of: 1) == MediaTime(value: 60, timescale: 1))
        #expect(FrameTimeline(count: 0, rate: FrameRate(frames: 24, seconds: 1)) == nil)
    }
}
