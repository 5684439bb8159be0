import Testing

@testable import Media

/// Levels by the table of Dolby's document "Dolby Vision Profiles and Levels".
struct DolbyVisionLevelTests {
    @Test(
        "the level is the lowest one that allows size and rate",
        arguments: [
            (1280, 720, 24, 1, 1), (1280, 720, 30_000, 1001, 2), (1920, 1080, 24_000, 1001, 3),
            (1920, 1080, 25, 1, 4), (1920, 1080, 30, 1, 4), (2560, 1080, 24, 1, 5), (1920, 1080, 60, 1, 5),
            (3840, 2160, 24, 1, 6), (3840, 2160, 30, 1, 7), (3840, 2160, 48, 1, 8), (3840, 2160, 60, 1, 9),
            (3840, 2160, 120, 1, 10), (4096, 2160, 60, 1, 11), (7680, 4320, 60, 1, 12), (7680, 4320, 120, 1, 13),
            (480, 270, 30, 1, 1), (1921, 1080, 24, 1, 4),
        ] as [(Int, Int, Double, Double, UInt8)]
    )
    func levels(width: Int, height: Int, frames: Double, seconds: Double, level: UInt8) {
        let size = PictureSize(width: width, height: height)
        #expect(DolbyVision.limits(size: size, picturesPerSecond: frames / seconds)?.level == level)
        let record = DolbyVision(profile: 8, level: 40, hasEnhancementLayer: true, compatibility: 4)
        let made = record.ofBaseLayer.describing(size: size, picturesPerSecond: frames / seconds)
        #expect(made == DolbyVision(profile: 8, level: level, compatibility: 4))
    }

    @Test("levels are in order, and so are their rates")
    func order() {
        let all = DolbyVision.Limits.all
        #expect(all.map(\.level) == Array(1...13))
        for (low, high) in zip(all, all.dropFirst()) {
            #expect(low.mainMegabits <= high.mainMegabits && low.highMegabits <= high.highMegabits)
            #expect(low.samplesPerSecond <= high.samplesPerSecond && low.width <= high.width)
        }
        #expect(all.allSatisfy { $0.mainMegabits < $0.highMegabits })
    }

    @Test("no level allows more than 7680 columns")
    func beyond() {
        #expect(DolbyVision.limits(size: PictureSize(width: 8192, height: 4320), picturesPerSecond: 24) == nil)
    }

    @Test("the highest rate of a film of variable rate is that of its busiest second")
    func highestRate() throws {
        // Ten frames in half a second, then four of half a second each.
        let fast: [Int64] = (0..<10).map { Int64($0) * 30 }
        let ticks = fast + [300, 600, 900, 1200]
        let timeline = try #require(FrameTimeline(timescale: 600, presentationTicks: ticks, endTick: 1500))
        #expect(timeline.highestRate == 11)
        let constant = try #require(FrameTimeline(count: 50, rate: FrameRate(frames: 24_000, seconds: 1001)))
        #expect((constant.highestRate - 24_000.0 / 1001).magnitude < 1e-9)
    }
}
