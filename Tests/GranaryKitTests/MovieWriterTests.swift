import Foundation
import GranaryKit
import TestSupport
import Testing

@Suite(
    "GranaryKit: writing films",
    .temporaryFolder,
    .enabled(if: Tool.arePresent("ffprobe"), "FFmpeg's programs are not installed")
)
struct MovieWriterTests {
    private func url(_ name: String) -> URL { TemporaryFolder.current.appending(path: name) }

    private func write(_ film: KitFilm, _ writer: MovieWriter) throws -> Int {
        var passes = 0
        while let ranges = try writer.beginNextPass() {
            passes += 1
            for range in ranges {
                for frame in film.frames(in: range) { try writer.append(film.picture(frame)) }
            }
            try writer.endPass()
        }
        try writer.finishWriting()
        return passes
    }

    private func probe(_ url: URL, _ entries: String) throws -> [String] {
        let words = ["-v", "error", "-count_frames", "-show_entries", entries, "-of", "csv=p=0", url.path]
        return try #require(Tool("ffprobe")).output(words).split(separator: "\n").map(String.init)
    }

    @Test(
        "a film of several passes plays, with its times, and leaves no other file",
        arguments: ["film.mp4", "film.mov"]
    )
    func severalPasses(name: String) throws {
        let film = KitFilm(count: 120, cuts: [50])
        var properties = film.properties(.averageBitRate(250_000))
        properties.colour = (9, 16, 9)
        let writer = try MovieWriter(url: url(name), video: properties, timeRange: film.timeRange)
        #expect(writer.canPerformMultiplePasses)
        #expect(try write(film, writer) >= 2)
        #expect(try FileManager.default.contentsOfDirectory(atPath: TemporaryFolder.current.path) == [name])
        let stream = try probe(url(name), "stream=codec_name,color_transfer,r_frame_rate,nb_read_frames")
        #expect(stream == ["hevc,smpte2084,24/1,120"])
        let times = try probe(url(name), "packet=pts_time")
            .compactMap { Double($0.trimmingCharacters(in: [","])) }.sorted()
        #expect(times.count == 120 && times[0] == 0 && abs((times.last ?? 0) - 119.0 / 24) < 1e-5)
    }

    @Test("a film with temporal levels has sample groups, and a single pass makes a film, too")
    func levels() throws {
        let film = KitFilm(count: 50)
        var properties = film.properties(.constantRateFactor(32))
        properties.temporalLevels = 2
        let writer = try MovieWriter(url: url("film.mp4"), video: properties, timeRange: film.timeRange)
        #expect(!writer.canPerformMultiplePasses)
        #expect(try write(film, writer) == 1)
        let bytes = try Data(contentsOf: url("film.mp4"))
        for box in ["tscl", "sgpd", "hvc1"] { #expect(bytes.range(of: Data(box.utf8)) != nil, "\(box)") }
        #expect(try probe(url("film.mp4"), "stream=nb_read_frames") == ["50"])
    }

    @Test("a film that is cancelled or released at any frame leaves no file")
    func cancelled() throws {
        let film = KitFilm(count: 40)
        let before = try FileManager.default.contentsOfDirectory(atPath: FileManager.default.temporaryDirectory.path)
            .filter { $0.hasSuffix(".multipass") || $0.hasSuffix(".silo") }
        for stop in stride(from: 0, to: 80, by: 7) {
            let writer = try MovieWriter(
                url: url("film.mp4"),
                video: film.properties(.averageBitRate(250_000)),
                timeRange: film.timeRange
            )
            var given = 0
            passes: while given < stop, let ranges = try writer.beginNextPass() {
                for frame in ranges.flatMap(film.frames) {
                    guard given < stop else { break passes }
                    try writer.append(film.picture(frame))
                    given += 1
                }
                try writer.endPass()
            }
            if stop % 2 == 0 { writer.cancelWriting() }
            #expect(try FileManager.default.contentsOfDirectory(atPath: TemporaryFolder.current.path).isEmpty)
        }
        let after = try FileManager.default.contentsOfDirectory(atPath: FileManager.default.temporaryDirectory.path)
            .filter { $0.hasSuffix(".multipass") || $0.hasSuffix(".silo") }
        // Other tests of this process may have files now.
        #expect(after.count <= before.count + 8)
    }

    @Test("an existing file is never replaced, not even one that appears while the film is made")
    func existing() throws {
        let film = KitFilm(count: 8)
        let properties = film.properties(.constantRateFactor(32))
        func code(_ body: () throws -> Void) -> GranaryError.Code? {
            #expect(throws: GranaryError.self, performing: body)?.code
        }
        try Data("mine".utf8).write(to: url("film.mp4"))
        let refused = code { _ = try MovieWriter(url: url("film.mp4"), video: properties, timeRange: film.timeRange) }
        #expect(refused == .alreadyExists)
        let writer = try MovieWriter(url: url("other.mp4"), video: properties, timeRange: film.timeRange)
        #expect(code { try writer.finishWriting() } == .misuse)
        try Data("mine".utf8).write(to: url("other.mp4"))
        #expect(code { _ = try write(film, writer) } == .alreadyExists)
        #expect(try Data(contentsOf: url("other.mp4")) == Data("mine".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: TemporaryFolder.current.path).count == 2)
    }
}
