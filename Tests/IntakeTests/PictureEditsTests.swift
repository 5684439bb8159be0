import Media
import Testing

@testable import Intake

@Suite("The arithmetic of edit lists")
struct PictureEditsTests {
    /// 23.976 frames per second in a track of 24000 ticks, in a movie with a timescale of milliseconds.
    private static let pictures = (0..<100).map { Int64($0) * 1001 }

    private func shown(_ entries: [(duration: UInt64, mediaTime: Int64)]) throws -> PictureEdits.Presentation {
        let list = EditList(
            trackID: 1,
            movieTimescale: 1000,
            entries: entries.map { .init(duration: $0.duration, mediaTime: $0.mediaTime, isNormalSpeed: true) }
        )
        return try PictureEdits(list, timescale: 24000).presentation(of: Self.pictures, until: 100_100)
    }

    @Test(
        "a start within a tick of the movie from a picture's start is that start",
        arguments: [(2002, 0), (2003, 0), (2025, 0), (2001, 0), (1979, 0), (2026, -24), (1978, -977)]
            as [(Int64, Int64)]
    )
    func rounding(mediaTime: Int64, before: Int64) throws {
        let shown = try shown([(1000, mediaTime)])
        // The picture that is shown when the edit begins is shortened at its start.
        #expect(shown.ticks[0] == 0 && shown.ticks[1] == 1001 + before)
        #expect(shown.stretches[0].firstMediaTick == (mediaTime == 1978 ? 1001 : 2002))
        #expect(zip(shown.ticks.dropFirst(), shown.ticks.dropFirst(2)).allSatisfy { $1 - $0 == 1001 })
    }

    @Test("contiguous parts of the media are joined, as long as rounding does not accumulate")
    func continued() throws {
        // A second has 24000 ticks; each part begins a tick later than the one before ends.
        let parts = try shown([(1000, 1001), (1000, 25002), (1000, 49003)])
        #expect(parts.stretches.count == 1 && parts.ticks == (0..<72).map { $0 * 1001 })
        #expect(parts.stretches[0].frames == 0..<72)
        let apart = try shown([(1000, 1001), (1000, 25001 + 1001)])
        #expect(apart.stretches.count == 2)
        // The 24th frame ends where the second part begins.
        #expect(apart.ticks[23] == 23 * 1001 && apart.ticks[24] == 24000)
    }

    @Test("a rest of a picture due to rounding at the end of an inner part is no frame")
    func sliver() throws {
        // 42 ms are 1008 ticks: seven of them belong to the next picture.
        let shown = try shown([(42, 0), (1000, 50_050)])
        #expect(shown.ticks.prefix(3) == [0, 1008, 2009])
        #expect(shown.stretches.map(\.frames.lowerBound) == [0, 1])
    }

    @Test("absurd numbers are refused without a crash")
    func beyondReason() {
        let times: [(UInt64, Int64)] = [
            (.max, 0), (UInt64(Int64.max), 0), (1000, .max), (1 << 62, 1 << 62), (1000, .min),
        ]
        for (duration, mediaTime) in times {
            #expect(throws: PictureEdits.Obstacle.self) { try shown([(duration, -1), (duration, mediaTime)]) }
            #expect(throws: PictureEdits.Obstacle.self) { try shown([(1000, 0), (duration, mediaTime)]) }
        }
    }
}
