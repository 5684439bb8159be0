import Jobs
import Media
import Testing

@Suite("Job: temporal levels")
struct JobTemporalLevelTests {
    /// A film of the given frame rate; its last frame may last longer.
    private func film(_ frames: Int32, _ seconds: Int32 = 1, lastIsLonger: Bool = false) -> SourceDescription {
        var film = source()
        let duration = Int64(seconds)
        var runs = [FrameTimeline.Run(count: 480, duration: duration)]
        if lastIsLonger { runs.append(FrameTimeline.Run(count: 1, duration: duration * 4)) }
        film.video.timeline = FrameTimeline(timescale: frames, firstTick: 0, runs: runs)!
        return film
    }

    private func levels(_ temporal: String, _ film: SourceDescription, most: Int = 5) throws(ManifestError) -> Int {
        let job = try resolve(manifest("video: {temporal: \(temporal)}"), source: film, temporalLevels: most)
        return job.encoder.temporalLevels
    }

    @Test(
        "the rates of base and source give the number of levels; rates with 1000/1001 count as nominal rates",
        arguments: [
            ("30", 240, 1, 4), ("60", 240, 1, 3), ("15", 240, 1, 5), ("7.5", 120, 1, 5), ("30", 60, 1, 2),
            ("30", 60000, 1001, 2), ("29.97", 60000, 1001, 2), ("30", 240_000, 1001, 4), ("24", 24, 1, 1),
            ("29.97", 30000, 1001, 1),
        ] as [(String, Int32, Int32, Int)]
    )
    func baseRate(base: String, frames: Int32, seconds: Int32, expected: Int) throws {
        #expect(try levels("{baseLayerFrameRate: \(base)}", film(frames, seconds)) == expected)
    }

    @Test(
        "a base rate that is not the source's divided by a power of two is rejected with the valid ones",
        arguments: [("25", "240, 120, 60, 30, 15"), ("480", "240, 120"), ("7.5", "15")]
    )
    func impossibleRate(base: String, words: String) throws {
        let error = try #require(throws: ManifestError.self) { try levels("{baseLayerFrameRate: \(base)}", film(240)) }
        let issue = try #require(error.issues.first)
        #expect(error.issues.count == 1 && issue.key == "video.temporal.baseLayerFrameRate")
        #expect(issue.suggestion.contains(words))
    }

    @Test("more levels than this libx265 supports are rejected with the remedy")
    func tooMany() throws {
        #expect(try levels("{levels: 2}", film(240), most: 2) == 2)
        let error = try #require(throws: ManifestError.self) { try levels("{levels: 4}", film(240), most: 2) }
        #expect(error.issues.map(\.key) == ["video.temporal"])
        let issue = try #require(error.issues.first)
        #expect(issue.problem.contains("2 temporal levels") && issue.suggestion.contains("libx265 4"))
    }

    @Test("a film of varying frame rate has no levels, but one with a longer last frame has")
    func variable() throws {
        #expect(try levels("{levels: 3}", film(240, lastIsLonger: true)) == 3)
        var varying = film(240)
        varying.video.timeline = FrameTimeline(
            timescale: 240,
            firstTick: 0,
            runs: [FrameTimeline.Run(count: 100, duration: 1), FrameTimeline.Run(count: 100, duration: 3)]
        )!
        let error = try #require(throws: ManifestError.self) { try levels("{levels: 3}", varying) }
        #expect(error.issues.map(\.key) == ["video.temporal"])
    }

    @Test("options that contradict levels are rejected with levels and allowed without")
    func options() throws {
        let yaml = "video: {options: {bframes: 8, b-adapt: 1}"
        #expect(throws: Never.self) { try resolve(manifest("\(yaml)}")) }
        #expect(throws: Never.self) { try resolve(manifest("\(yaml), temporal: {levels: 1}}")) }
        let error = try #require(throws: ManifestError.self) {
            try resolve(manifest("\(yaml), temporal: {levels: 2}}"), source: film(240))
        }
        #expect(Set(error.issues.map(\.key)) == ["video.options.bframes", "video.options.b-adapt"])
    }

    @Test("levels change the id of a job; without levels it does not change")
    func identity() throws {
        let plain = try resolve(manifest(""), source: film(240), temporalLevels: 5)
        let one = try resolve(manifest("video: {temporal: {levels: 1}}"), source: film(240), temporalLevels: 5)
        let two = try resolve(manifest("video: {temporal: {levels: 2}}"), source: film(240), temporalLevels: 5)
        #expect(plain.id == one.id && one.id != two.id)
    }
}
