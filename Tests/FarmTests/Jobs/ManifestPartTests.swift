import Foundation
import Jobs
import Media
import Testing

@Suite("Manifest: a part of a film")
struct ManifestPartTests {
    private func manifest(_ keys: String) throws -> Manifest {
        try parse("apiVersion: granary/v1\nsource: {path: in.mov, \(keys)}\noutput: out.mp4\n")
    }

    @Test("track, frame rate, start and duration are read in their units")
    func keys() throws {
        let manifest = try self.manifest("track: 1, frameRate: 29.97, start: 1.5s, duration: 500ms")
        #expect(manifest.source == "/jobs/in.mov")
        #expect(manifest.reading == SourceReading(track: 1, frameRate: FrameRate(frames: 30000, seconds: 1001)))
        #expect(manifest.start == MediaTime(value: 3, timescale: 2))
        #expect(manifest.duration == MediaTime(value: 1, timescale: 2))
        #expect(try parse(ManifestParsingTests.smallest + "onDamage: conceal").reading.concealsDamage)
        #expect(try parse(ManifestParsingTests.smallest + "onDamage: error").reading == .standard)
        let crop = try #require(
            try parse(ManifestParsingTests.smallest + "video: {crop: {top: 140, right: 3}}").video.crop
        )
        let left = crop.region(of: PictureSize(width: 1280, height: 720))
        #expect(left == PictureRegion(left: 0, top: 140, size: PictureSize(width: 1277, height: 580)))
        #expect(crop.region(of: PictureSize(width: 3, height: 720)) == nil)
    }

    @Test(
        "invalid values are rejected with their keys",
        arguments: [
            ("track: first", "source.track"), ("track: -1", "source.track"), ("frameRate: 0", "source.frameRate"),
            ("frameRate: fast", "source.frameRate"), ("frameRate: 24/0", "source.frameRate"),
            ("duration: 0s", "source.duration"), ("start: 10", "source.start"), ("end: 10s", "source.end"),
        ]
    )
    func wrong(keys: String, key: String) throws {
        let error = try #require(throws: ManifestError.self) { try self.manifest(keys) }
        #expect(error.issues.map(\.key) == [key])
    }

    @Test("crops that begin at an odd position or are invalid are rejected")
    func wrongCrops() throws {
        for (keys, key) in [
            ("{left: 3}", "video.crop.left"), ("{top: 1}", "video.crop.top"), ("{right: -2}", "video.crop.right"),
            ("{middle: 2}", "video.crop.middle"), ("4", "video.crop"),
        ] {
            let text = ManifestParsingTests.smallest + "video: {crop: \(keys)}"
            let error = try #require(throws: ManifestError.self) { try parse(text) }
            #expect(error.issues.map(\.key) == [key], "\(keys)")
        }
    }

    @Test(
        "frame rates are read as users write them",
        arguments: [
            ("24", 24, 1), ("23.976", 24000, 1001), ("29.97", 30000, 1001), ("59.94", 60000, 1001),
            ("119.88", 120_000, 1001), ("12.5", 25, 2), ("30000/1001", 30000, 1001), ("25.0", 25, 1), ("0.5", 1, 2),
            ("7.2", 36, 5),
        ]
    )
    func rates(text: String, frames: Int32, seconds: Int32) {
        #expect(Quantity.frameRate(text) == FrameRate(frames: frames, seconds: seconds))
    }

    @Test(
        "invalid frame rates are rejected",
        arguments: ["", "0", "-24", "1e3", "1001", "24/", "/24", "24/1/1", "0.001"]
    )
    func noRates(text: String) { #expect(Quantity.frameRate(text) == nil) }

    @Test("a part has the frames that start in it, to the exact tick")
    func frames() throws {
        // 1/24 s each, from 0 on.
        let timeline = source().video.timeline
        #expect(try manifest("start: 0s").frames(of: timeline) == nil, "all of it is no part")
        #expect(try manifest("start: 1s").frames(of: timeline) == 24..<240)
        #expect(try manifest("start: 1.00001s").frames(of: timeline) == 25..<240)
        #expect(try manifest("start: 1s, duration: 2s").frames(of: timeline) == 24..<72)
        #expect(try manifest("duration: 1.5s").frames(of: timeline) == 0..<36)
        #expect(try manifest("start: 9.5s, duration: 10h").frames(of: timeline) == 228..<240)
        let late = FrameTimeline(timescale: 24, firstTick: 48, runs: [FrameTimeline.Run(count: 24, duration: 1)])!
        #expect(try manifest("start: 2.5s").frames(of: late) == 12..<24, "on the film's own clock")
        for (keys, key) in [
            ("start: 10s", "source.start"), ("start: 9.99s", "source.start"),
            ("start: 1.01s, duration: 1ms", "source.duration"),
        ] {
            let manifest = try self.manifest(keys)
            let error = try #require(throws: ManifestError.self) { try manifest.frames(of: timeline) }
            #expect(error.issues.map(\.key) == [key] && error.issues[0].position?.line == 2)
        }
    }

    @Test("settings that affect the bytes are in the id, and the id of a whole film does not change")
    func identity() throws {
        let whole = try resolve("")
        #expect(whole.part == nil && whole.shownSize == nil)
        var cut = source()
        cut.cut = SourceCut(24..<48, of: cut.video.timeline)
        cut.video.timeline = cut.video.timeline.cut(to: 24..<48)
        var other = source()
        other.cut = SourceCut(25..<49, of: other.video.timeline)
        other.video.timeline = other.video.timeline.cut(to: 25..<49)
        var track = source()
        track.reading = SourceReading(track: 1)
        var concealed = source()
        concealed.reading = SourceReading(concealsDamage: true)
        let jobs = [
            whole, try resolve("", source: cut), try resolve("", source: other), try resolve("", source: track),
            try resolve("", source: concealed), try resolve("video: {crop: {left: 2}}"),
            try resolve("video: {crop: {left: 4}}"),
        ]
        #expect(Set(jobs.map(\.id)).count == jobs.count)
        for job in jobs {
            #expect(job.isOver(source().identity))
            let data = try JSONEncoder().encode(job)
            #expect(try JSONDecoder().decode(ResolvedJob.self, from: data) == job)
        }
        #expect(try resolve("video: {crop: {left: 0}}").id == whole.id, "nothing is cut off")
        #expect(jobs[1].resolutions.contains { $0.key == "source" && $0.value == "frames 24 to 47" })
    }

    @Test("odd pictures are padded, which is reported; scaled ones are even")
    func oddSizes() throws {
        var odd = source()
        odd.video.size = PictureSize(width: 161, height: 121)
        let job = try resolve("", source: odd)
        #expect(job.encoder.size == PictureSize(width: 162, height: 122) && job.shownSize == odd.video.size)
        #expect(job.resolutions.contains { $0.key == "video.size" && $0.reason.contains("padded") })
        let small = try resolve("video: {size: 80x80}", source: odd)
        #expect(small.encoder.size == PictureSize(width: 80, height: 60) && small.shownSize == nil)
        let cropped = try resolve("video: {crop: {right: 1, bottom: 1}}", source: odd)
        #expect(cropped.encoder.size == PictureSize(width: 160, height: 120) && cropped.shownSize == nil)
        #expect(cropped.part?.region == PictureRegion(left: 0, top: 0, size: cropped.encoder.size))
    }

    @Test("a crop that leaves too little is rejected; a box applies to the remaining picture")
    func crops() throws {
        for keys in ["{right: 1280}", "{right: 1270}", "{top: 300, bottom: 500}"] {
            #expect(throws: ManifestError.self) { try resolve("video: {crop: \(keys)}") }
        }
        let job = try resolve("video: {crop: {top: 88, bottom: 88}, size: 640x640}")
        #expect(job.encoder.size == PictureSize(width: 640, height: 272))
    }

    @Test("what 4:2:0 cannot hold is reported; another range is a conversion")
    func sampling() throws {
        var film = source()
        (film.video.chromaSampling, film.video.sourceBitDepth) = ("4:2:2", 12)
        film.video.format = .yuv420p10
        film.video.colour.isFullRange = true
        let job = try resolve("video: {colour: {range: limited}}", source: film)
        #expect(job.resolutions.contains { $0.key == "video.chroma" && $0.reason.contains("4:2:2") })
        #expect(job.resolutions.contains { $0.key == "video.dither" && $0.reason.contains("12 bits") })
        #expect(job.encoder.colour.isFullRange == false)
        #expect(job.resolutions.contains { $0.key == "video.colour.range" && $0.reason.contains("converted") })
    }
}
