import Foundation
import Jobs
import Media
import Testing

@Suite("Manifest: joined films")
struct ManifestListTests {
    private func manifest(_ source: String) throws -> Manifest {
        try parse("apiVersion: granary/v1\nsource: \(source)\noutput: out.mp4\nonDamage: conceal\n")
    }

    @Test("a list names paths and parts, relative to the manifest")
    func list() throws {
        let manifest = try manifest("[a.mov, {path: /b.mov, start: 1.5s, duration: 500ms, track: 1}, ../c.mov]")
        #expect(manifest.films.map(\.path) == ["/jobs/a.mov", "/b.mov", "/c.mov"])
        #expect(manifest.source == "/jobs/a.mov" && manifest.start == nil && manifest.duration == nil)
        #expect(manifest.films[1].start == MediaTime(value: 3, timescale: 2))
        #expect(manifest.films[1].duration == MediaTime(value: 1, timescale: 2))
        #expect(manifest.films[1].reading == SourceReading(track: 1, concealsDamage: true))
        #expect(manifest.films[0].reading == SourceReading(concealsDamage: true))
    }

    @Test("a mapping with films selects a part of all of them together")
    func partOfAll() throws {
        let manifest = try manifest("{films: [a.mov, {path: b.mov, frameRate: 24}], start: 2s, duration: 3s}")
        #expect(manifest.films.map(\.path) == ["/jobs/a.mov", "/jobs/b.mov"])
        #expect(manifest.films[1].reading.frameRate == FrameRate(frames: 24, seconds: 1))
        #expect(manifest.start == MediaTime(value: 2, timescale: 1))
        #expect(manifest.duration == MediaTime(value: 3, timescale: 1))
        let timeline = try #require(
            FrameTimeline(timescale: 24, firstTick: 0, runs: [FrameTimeline.Run(count: 240, duration: 1)])
        )
        #expect(try manifest.frames(of: timeline) == 48..<120)
        #expect(try manifest.frames(of: timeline, ofFilm: 1) == nil)
    }

    @Test("the frame rate of a list is that of each film without one of its own")
    func listRate() throws {
        let manifest = try manifest("{films: [a.heic, {path: b.heic, frameRate: 1/5}], frameRate: 24}")
        let rates = manifest.films.map(\.reading.frameRate)
        #expect(rates == [FrameRate(frames: 24, seconds: 1), FrameRate(frames: 1, seconds: 5)])
    }

    @Test(
        "errors in a film of a list are reported at its position",
        arguments: [
            ("[]", "source"), ("[a.mov, [b.mov]]", "source[1]"), ("[a.mov, {start: 1s}]", "source[1].path"),
            ("[{path: a.mov, end: 1s}]", "source[0].end"), ("[{path: a.mov, duration: 0s}]", "source[0].duration"),
            ("{films: a.mov}", "source.films"), ("{films: []}", "source.films"),
            ("{films: [a.mov], path: b.mov}", "source.path"), ("{films: [a.mov], track: 1}", "source.track"),
            ("{films: [{path: a.mov, track: x}]}", "source.films[0].track"), ("['']", "source"),
        ]
    )
    func wrong(source: String, key: String) throws {
        let error = try #require(throws: ManifestError.self) { try manifest(source) }
        #expect(error.issues.map(\.key) == [key])
    }

    @Test("a part after the end of its film is rejected with its key")
    func behind() throws {
        let manifest = try manifest("[a.mov, {path: b.mov, start: 11s}]")
        let timeline = try #require(
            FrameTimeline(timescale: 24, firstTick: 0, runs: [FrameTimeline.Run(count: 240, duration: 1)])
        )
        let error = try #require(throws: ManifestError.self) { try manifest.frames(of: timeline, ofFilm: 1) }
        #expect(error.issues.map(\.key) == ["source[1].start"] && error.issues[0].position?.line == 2)
    }

    @Test("the output must not be one of the sources, and the job reports the order of the films")
    func job() throws {
        var film = source()
        film.audio = []
        var second = film
        second.path = "/jobs/b.mov"
        second.cut = SourceCut(24..<48, of: film.video.timeline)
        second.video.timeline = film.video.timeline.cut(to: 24..<48)
        var joined = film
        joined.films = [film, second]
        joined.video.timeline = try #require(FrameTimeline(joining: [film, second].map(\.video.timeline)))
        let job = try resolve(
            try parse("apiVersion: granary/v1\nsource: [in.mov, b.mov]\noutput: o.mp4\n"),
            source: joined
        )
        let lines = job.resolutions.filter { $0.key.hasPrefix("source[") }
        #expect(lines.map(\.value) == ["/jobs/in.mov", "/jobs/b.mov"])
        #expect(lines[0].reason == "all of it: frames 0 to 239 of the film, from 0 s on")
        #expect(lines[1].reason == "its frames 24 to 47: frames 240 to 263 of the film, from 10 s on")
        let error = try #require(throws: ManifestError.self) {
            try resolve(try parse("apiVersion: granary/v1\nsource: [in.mov, b.mov]\noutput: b.mov\n"), source: joined)
        }
        #expect(error.issues.map(\.key) == ["output"] && error.kind == .cannotCreate)
    }
}
