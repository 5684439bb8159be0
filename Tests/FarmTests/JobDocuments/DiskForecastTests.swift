import Media
import Testing

@testable import JobDocuments
@testable import Jobs

@Suite("Estimate of a job's disk space")
struct DiskForecastTests {
    /// Jobs that were run, with the final sizes of their folders and films in bytes.
    struct Measured: Sendable, CustomTestStringConvertible {
        let size: PictureSize
        let frames: Int
        let kilobits: Int
        let ranges: Int
        let job: Int64

        var testDescription: String { "\(size), \(kilobits) kbit/s" }
    }

    @Test(
        "it is within a fifth of what jobs took",
        arguments: [400: 6_586_953, 800: 8_149_814, 1600: 11_254_813, 3200: 17_205_756]
            .map {
                Measured(size: PictureSize(width: 1280, height: 720), frames: 690, kilobits: $0, ranges: 12, job: $1)
            }
    )
    func measured(_ measured: Measured) throws {
        var film = source()
        film.audio = []
        film.video.size = measured.size
        film.video.timeline = try #require(
            FrameTimeline(
                timescale: 24_000,
                firstTick: 0,
                runs: [FrameTimeline.Run(count: measured.frames, duration: 1004)]
            )
        )
        let job = try resolve("video: {rate: {average: \(measured.kilobits)k}}", source: film)
        let forecast = DiskForecast(job: job, source: film)
        #expect(abs(Double(forecast.jobByteCount) / Double(measured.job) - 1) < 0.2, "\(forecast.jobByteCount)")
    }

    @Test("known bits replace those of the source, and the ranges of a plan replace a guess")
    func known() throws {
        let job = try resolve("video: {rate: {constant: 21}}")
        let guess = DiskForecast(job: job, source: source())
        let known = DiskForecast(job: job, source: source(), videoBits: 80_000_000)
        #expect(known.filmByteCount - guess.filmByteCount == 9_000_000)
        let whole = PlannedRange(index: 0, frames: 0..<240, timeRange: source().video.timeline.timeRange)
        let plan = Plan(job: job.id, ranges: [whole], sceneCuts: [])
        let planned = DiskForecast(job: job, source: source(), videoBits: 80_000_000, plan: plan)
        #expect(planned.filmByteCount == known.filmByteCount && planned.jobByteCount < known.jobByteCount)
    }

    @Test("a film of any length and rate has an estimate")
    func extremes() throws {
        let job = try resolve("video: {rate: {average: 2000M}}")
        let forecast = DiskForecast(job: job, source: source(), videoBits: .infinity)
        #expect(forecast.jobByteCount > 2_500_000_000)
        let film = DiskForecast(job: try resolve("video: {rate: {constant: 21}}"), source: source(), videoBits: .nan)
        #expect(film.filmByteCount == 0)
    }
}
