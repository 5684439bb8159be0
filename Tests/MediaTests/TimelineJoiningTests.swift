import Media
import Testing

@Suite("Joining frame timelines")
struct TimelineJoiningTests {
    private func timeline(_ timescale: Int32, from first: Int64 = 0, _ runs: (Int, Int64)...) throws -> FrameTimeline {
        try #require(
            FrameTimeline(
                timescale: timescale,
                firstTick: first,
                runs: runs.map { FrameTimeline.Run(count: $0.0, duration: $0.1) }
            )
        )
    }

    @Test("each film begins exactly where the one before ends, with any timescales")
    func joints() throws {
        let films = [
            try timeline(24000, (25, 1001)), try timeline(90000, from: 12600, (10, 3753), (1, 3757)),
            try timeline(1000, (3, 42)),
        ]
        let joined = try #require(FrameTimeline(joining: films))
        #expect(joined.count == 39 && joined.timescale == 360000)
        #expect(joined.time(of: 25) == films[0].timeRange.end)
        #expect(joined.time(of: 36) - joined.time(of: 25) == films[1].timeRange.duration)
        var frame = 0
        for film in films {
            for own in 0..<film.count {
                #expect(joined.duration(of: frame) == film.duration(of: own))
                frame += 1
            }
        }
        #expect(joined.timeRange.duration == films.reduce(.zero) { $0 + $1.timeRange.duration })
    }

    @Test("equal rates make one run, and the first film's start stays")
    func equalRates() throws {
        let films = [try timeline(12288, from: 512, (5, 512)), try timeline(24, (7, 1))]
        let joined = try #require(FrameTimeline(joining: films))
        #expect(joined.hasConstantRate && joined.count == 12 && joined.firstTick == 512)
        #expect(FrameTimeline(joining: [films[0]]) == films[0])
        #expect(FrameTimeline(joining: []) == nil)
    }

    @Test("timescales without a common one of 31 bits are refused")
    func noCommonClock() throws {
        let films = [try timeline(2_147_483_629, (2, 90_000_000)), try timeline(90000, (2, 3600))]
        #expect(FrameTimeline(joining: films) == nil)
    }

    @Test("a part of a part has the sum of both offsets")
    func narrowed() throws {
        let whole = try timeline(24, (240, 1))
        let cut = SourceCut(24..<96, of: whole)
        let part = whole.cut(to: 24..<96)
        let narrower = cut.narrowed(to: 12..<24, of: part)
        #expect(narrower.frames == 36..<48 && narrower.startTick == whole.tick(of: 36))
        #expect(narrower == SourceCut(36..<48, of: whole))
    }
}
