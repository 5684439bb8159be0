import Foundation
import Jobs
import Media
import TestSupport
import Testing

@Suite("Manifest: a rate that a buffer limits", .temporaryFolder)
struct ManifestBufferTests {
    @Test("maximum and buffer are read with their units, with an average or a constant rate factor")
    func reading() throws {
        let bounded = try resolve("video: {rate: {average: 2500k, maximum: 5M, buffer: 2.5M}}")
        #expect(bounded.encoder.buffer == BufferLimits(bitsPerSecond: 5_000_000, bufferBits: 2_500_000))
        #expect(bounded.rate == .average(bitsPerSecond: 2_500_000))
        #expect(bounded.passes.maximum == 5)
        let constant = try resolve("video: {rate: {constant: 21, maximum: 5M, buffer: 5M}}")
        #expect(constant.rate == .constantRateFactor(21))
        #expect(constant.passes.maximum == 5 && !constant.isSinglePass)
        #expect(try resolve("video: {rate: {constant: 21}}").encoder.buffer == nil)
        let equal = try resolve("video: {rate: {average: 2500k, maximum: 2500k, buffer: 2500k}}")
        #expect(equal.encoder.buffer?.bitsPerSecond == 2_500_000)
    }

    @Test("the default buffer is one second at the maximum rate, and is reported")
    func standardBuffer() throws {
        let job = try resolve("video: {rate: {average: 2500k, maximum: 5M}}")
        #expect(job.encoder.buffer == BufferLimits(bitsPerSecond: 5_000_000, bufferBits: 5_000_000))
        let resolution = try #require(job.resolutions.first { $0.key == "video.rate.buffer" })
        #expect(resolution.value == "5000k" && resolution.reason == "one second at the maximum rate")
    }

    @Test("limits are part of the job's id and document")
    func identity() throws {
        let jobs = try ["", ", maximum: 5M", ", maximum: 5M, buffer: 4M", ", maximum: 6M"].map {
            try resolve("video: {rate: {average: 2500k\($0)}}")
        }
        #expect(Set(jobs.map(\.id)).count == 4)
        for job in jobs {
            let copy = try JSONDecoder().decode(ResolvedJob.self, from: JSONEncoder().encode(job))
            #expect(copy == job)
        }
    }

    @Test(
        "invalid values are reported at their positions",
        arguments: [
            (
                "{average: 4M, maximum: 3M}",
                "film.yaml:5:21: video.rate.maximum: is below the average of 4000k, so no film "
                    + "could reach the average (write 4000k or more, or lower the average)"
            ),
            (
                "{average: 4M, buffer: 3M}",
                "film.yaml:5:20: video.rate.buffer: sets the size of a buffer, but not how fast "
                    + "it fills (write maximum, too)"
            ),
            (
                "{average: 4M, maximum: fast}",
                "film.yaml:5:29: video.rate.maximum: expected a rate from 1k to 2000M bit/s, as in "
                    + "5000k or 5M, found \"fast\""
            ),
            (
                "{average: 4M, maximum: 8M, buffer: 1s}",
                "film.yaml:5:39: video.rate.buffer: expected a size from 1k to 2000M bit, "
                    + "as in 5000k or 5M, found \"1s\""
            ),
        ]
    )
    func refusals(rate: String, message: String) throws {
        let text = ManifestParsingTests.smallest + "video:\n  rate: \(rate)"
        let error = try #require(throws: ManifestError.self) { try parse(text) }
        let line = try #require(error.issues.first).line(in: error.file)
        // Positions depend on the lines before; the texts do not.
        #expect(line.drop { $0 != "v" } == message.drop { $0 != "v" })
        #expect(error.issues.count == 1)
        #expect(error.issues.first?.position != nil)
    }

    @Test("a rate and a buffer that no level of HEVC allows are rejected")
    func levels() throws {
        let rate = try #require(throws: ManifestError.self) {
            try resolve("video: {rate: {average: 1M, maximum: 900M, buffer: 1M}}")
        }
        #expect(rate.issues.map(\.key) == ["video.rate.maximum"])
        #expect(rate.issues.first?.problem.contains("880000k that level 6.2") == true)
        let buffer = try #require(throws: ManifestError.self) {
            try resolve("video: {rate: {average: 1M, maximum: 2M, buffer: 900M}}")
        }
        #expect(buffer.issues.map(\.key) == ["video.rate.buffer"])
    }
}
