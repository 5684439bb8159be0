import Media
import Testing

@Suite("Another frame rate by repeating and leaving out frames")
struct FrameRepetitionTests {
    private func film(_ count: Int, _ frames: Int32, _ seconds: Int32 = 1) throws -> FrameTimeline {
        try #require(FrameTimeline(count: count, rate: FrameRate(frames: frames, seconds: seconds)))
    }

    @Test("a frame is the one that the film shows in the middle of it")
    func middle() throws {
        let rates = [(24, 25), (25, 24), (30, 24), (24, 60), (60, 24), (25, 50), (50, 25)] as [(Int32, Int32)]
        for (own, new) in rates {
            let timeline = try film(Int(own) * 3, own)
            let repetition = FrameRepetition(of: timeline, at: FrameRate(frames: new, seconds: 1))
            let made = try #require(repetition.timeline)
            #expect(made.count == Int(new) * 3 && made.nominalRate == FrameRate(frames: new, seconds: 1))
            for frame in 0..<made.count {
                // floor((n + 1/2) / new * own), in whole numbers.
                #expect(repetition.ownFrame(of: frame) == (2 * frame + 1) * Int(own) / (2 * Int(new)))
            }
        }
    }

    @Test("the numbers of repeated and omitted frames are those of the list of frames")
    func changes() throws {
        for (count, own, new) in [(72, 24, 25), (90, 30, 24), (75, 25, 50), (100, 60, 25)] as [(Int, Int32, Int32)] {
            let repetition = FrameRepetition(of: try film(count, own), at: FrameRate(frames: new, seconds: 1))
            let made = try #require(repetition.timeline).count
            let frames = (0..<made).map { repetition.ownFrame(of: $0) }
            #expect(frames == frames.sorted())
            let changes = repetition.changes(in: made)
            #expect(changes.repeated == made - Set(frames).count)
            #expect(changes.leftOut == count - Set(frames).count)
        }
    }

    @Test("a film of a variable rate shows each frame as long as it lasts, to half a frame")
    func variable() throws {
        var generator = SeededGenerator(seed: 11)
        let ticks = (0..<200).map { _ in Int64.random(in: 5...120, using: &generator) }
        var starts = [Int64(250)]
        for length in ticks { starts.append(starts[starts.count - 1] + length) }
        let own = try #require(
            FrameTimeline(timescale: 1000, presentationTicks: Array(starts.dropLast()), endTick: starts[200])
        )
        let rate = FrameRate(frames: 30000, seconds: 1001)
        let repetition = FrameRepetition(of: own, at: rate)
        let made = try #require(repetition.timeline)
        #expect(made.time(of: 0) == own.time(of: 0))
        #expect(abs(made.timeRange.duration.seconds - own.timeRange.duration.seconds) <= 0.5 / rate.framesPerSecond)
        for frame in 0..<made.count {
            let middle = 0.25 + (Double(frame) + 0.5) / rate.framesPerSecond
            let shown = repetition.ownFrame(of: frame)
            let range = own.timeRange(of: shown..<shown + 1)
            let isInside = range.start.seconds <= middle + 1e-9 && middle - 1e-9 <= range.end.seconds
            #expect(isInside || shown == 199, "frame \(frame)")
        }
    }

    @Test("a part of the film has the same frames as the whole")
    func parts() throws {
        let repetition = FrameRepetition(of: try film(240, 24), at: FrameRate(frames: 25, seconds: 1))
        for first in [0, 1, 24, 25, 100, 249] {
            let part = repetition.from(first)
            for frame in 0..<250 - first { #expect(part.ownFrame(of: frame) == repetition.ownFrame(of: first + frame)) }
        }
        #expect(repetition.from(20).from(5) == repetition.from(25))
    }

    @Test("the shortest film has one frame, and a film of too many frames has no times")
    func bounds() throws {
        let short = FrameRepetition(of: try film(1, 1000), at: FrameRate(frames: 1, seconds: 10))
        #expect(short.timeline?.count == 1 && short.ownFrame(of: 0) == 0)
        let long = try #require(
            FrameTimeline(timescale: 1, firstTick: 0, runs: [.init(count: 1 << 20, duration: 1 << 20)])
        )
        #expect(FrameRepetition(of: long, at: FrameRate(frames: 1000, seconds: 1)).timeline == nil)
    }
}
