import Foundation
import GranaryKit
import TestSupport
import Testing

@Suite(
    "GranaryKit: reading films",
    .temporaryFolder,
    .enabled(if: Tool.arePresent("ffmpeg"), "FFmpeg's programs are not installed")
)
struct MovieReaderTests {
    /// A film of 96 frames with a group of pictures of 30 frames.
    private func film() throws -> URL {
        let url = TemporaryFolder.current.appending(path: "film.mp4")
        let input = ["-f", "lavfi", "-i", "testsrc2=size=160x96:rate=24:duration=4"]
        let output = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "30", "-pix_fmt", "yuv420p", url.path]
        _ = try #require(Tool("ffmpeg")).output(["-v", "error", "-nostdin"] + input + output)
        return url
    }

    private func pictures(_ reader: MovieReader, in ranges: [TimeRange]) throws -> [Picture] {
        try reader.reset(forReadingTimeRanges: ranges)
        var pictures: [Picture] = []
        while let picture = try reader.nextPicture() { pictures.append(picture) }
        return pictures
    }

    @Test("any time ranges give the same pictures as the whole film, again and again")
    func ranges() throws {
        let reader = try MovieReader(url: film())
        let video = reader.video
        #expect(video.codec == "h264" && video.width == 160 && video.height == 96 && video.frameCount == 96)
        #expect(video.hasConstantFrameRate && video.averageFrameDuration == MediaTime(value: 1, timescale: 24))
        let whole = try pictures(reader, in: [video.timeRange])
        #expect(whole.count == 96)
        #expect(whole.map(\.presentationTime) == (0..<96).map { MediaTime(value: $0, timescale: 24) })
        #expect(Set(whole.map(\.bytes)).count > 90)
        func range(_ frames: Range<Int>) -> TimeRange {
            TimeRange(
                start: MediaTime(value: Int64(frames.lowerBound), timescale: 24),
                end: MediaTime(value: Int64(frames.upperBound), timescale: 24)
            )
        }
        for parts in [[0..<1, 45..<60, 95..<96], [20..<21], [60..<96], []] {
            let expected = parts.flatMap { whole[$0] }
            let found = try pictures(reader, in: parts.map(range))
            #expect(found.map(\.presentationTime) == expected.map(\.presentationTime))
            #expect(found.map(\.bytes) == expected.map(\.bytes))
        }
        let overlap = #expect(throws: GranaryError.self) {
            try reader.reset(forReadingTimeRanges: [range(0..<9), range(8..<10)])
        }
        #expect(overlap?.code == .invalidTimeRanges)
        reader.markConfigurationAsFinal()
        let late = #expect(throws: GranaryError.self) { try reader.reset(forReadingTimeRanges: []) }
        #expect(late?.code == .misuse)
    }

    @Test("a file that is missing, empty or not a film is refused with its cause")
    func refusals() throws {
        let folder = TemporaryFolder.current
        func code(_ name: String) -> GranaryError.Code? {
            #expect(throws: GranaryError.self) { try MovieReader(url: folder.appending(path: name)) }?.code
        }
        try Data().write(to: folder.appending(path: "empty.mp4"))
        try Data("text".utf8).write(to: folder.appending(path: "text.mp4"))
        #expect(code("missing.mp4") == .missing)
        #expect(code("empty.mp4") == .unsupportedFilm)
        #expect(code("text.mp4") == .unsupportedFilm)
        #expect(code("") == .unsupportedFilm)
    }

    @Test(
        "a real film takes its rate within half a percent",
        .enabled(if: DemoFilm.url != nil, "the demo film was not fetched (make demo)")
    )
    func realFilm() throws {
        let reader = try MovieReader(url: try #require(DemoFilm.url))
        let video = reader.video
        var properties = CompressionProperties(of: video, goal: .averageBitRate(800_000))
        properties.preset = "superfast"
        (properties.minimumKeyFrameInterval, properties.maximumKeyFrameInterval) = (25, 50)
        let storage = MultiPassStorage(timeRange: video.timeRange)
        let silo = try FrameSilo(timeRange: video.timeRange)
        let session = try CompressionSession(properties, storage: storage)
        var ranges = session.timeRanges
        repeat {
            try silo.setTimeRangesForNextPass(ranges)
            try session.beginPass()
            try reader.reset(forReadingTimeRanges: ranges)
            while let picture = try reader.nextPicture() { try session.encode(picture) { try silo.add($0) } }
            ranges = try session.endPass { try silo.add($0) }.timeRangesForNextPass
        } while !ranges.isEmpty
        #expect(silo.sampleCount == video.frameCount)
        let rate = Double(silo.byteCount * 8) / video.timeRange.duration.seconds
        #expect(abs(rate / 800_000 - 1) <= 0.005, "\(rate) bit/s after \(session.pass) passes: \(session.explanation)")
    }
}
