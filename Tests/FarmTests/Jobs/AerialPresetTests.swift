import Jobs
import Media
import Testing

@Suite("Preset aerial: the settings of macOS' wallpapers")
struct AerialPresetTests {
    /// A 4K film in BT.709.
    private func film(_ frames: Int32 = 240, _ seconds: Int32 = 1) -> SourceDescription {
        var film = source()
        film.video.size = PictureSize(width: 3840, height: 2160)
        film.video.colour = ColourDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: false)
        film.video.timeline = FrameTimeline(
            timescale: frames,
            firstTick: 0,
            runs: [FrameTimeline.Run(count: 480, duration: Int64(seconds))]
        )!
        return film
    }

    private func job(_ more: String = "", _ film: SourceDescription) throws(ManifestError) -> ResolvedJob {
        try resolve(manifest("preset: aerial\n\(more)"), source: film, temporalLevels: 5)
    }

    @Test("4K at 240 frames a second: Main 10, five levels, a key frame every 5 s, no audio", arguments: [1, 1001])
    func settings(seconds: Int32) throws {
        let job = try job("", film(seconds == 1 ? 240 : 240_000, seconds))
        #expect(job.encoder.size == PictureSize(width: 3840, height: 2160))
        #expect(job.encoder.format == .yuv420p10 && job.encoder.speed == "medium")
        #expect(job.encoder.temporalLevels == 5)
        #expect(job.encoder.keyFrameInterval == (seconds == 1 ? 1200 : 1199))
        #expect(job.rate == .average(bitsPerSecond: 12_000_000))
        #expect(job.audio.carriedTracks(of: film()).isEmpty)
        let reasons = job.resolutions.filter { $0.reason.contains("preset aerial") }.map(\.key)
        let keys = ["bitDepth", "speed", "keyFrameInterval", "temporal.levels", "rate"].map { "video.\($0)" }
        #expect(Set(reasons).isSuperset(of: keys + ["audio"]))
    }

    @Test("given values take precedence")
    func given() throws {
        let yaml = """
            audio: copy
            video: {speed: fast, rate: {constant: 20}, keyFrameInterval: 2s, size: 1920x1080, temporal: {levels: 3}}
            """
        let job = try job(yaml, film(120))
        #expect(job.encoder.speed == "fast" && job.rate == .constantRateFactor(20))
        #expect(job.encoder.keyFrameInterval == 240 && job.encoder.temporalLevels == 3)
        #expect(job.encoder.size == PictureSize(width: 1920, height: 1080))
        #expect(job.audio == .copy)
    }

    @Test("another frame rate is rejected unless the levels are given", arguments: [24, 120, 480] as [Int32])
    func otherRate(rate: Int32) throws {
        let error = try #require(throws: ManifestError.self) { try job("", film(rate)) }
        #expect(error.issues.map(\.key) == ["preset"])
        let issue = try #require(error.issues.first)
        #expect(issue.problem.contains("from 15 to 240") && issue.problem.contains("has \(rate)"))
        #expect(issue.suggestion.contains("video.temporal"))
        #expect(try job("video: {temporal: {levels: 4}}", film(rate)).encoder.temporalLevels == 4)
    }

    @Test("a source without colour tags gets those of the preset; other colours are converted, another range is not")
    func colours() throws {
        var untagged = film()
        untagged.video.colour = .unspecified
        let job = try job("", untagged)
        #expect(job.encoder.colour == film().video.colour)
        #expect(job.resolutions.contains { $0.key == "video.colour" && $0.value == "bt709, limited range" })
        var other = film()
        other.video.format = .yuv420p10
        other.video.colour = ColourDescription(primaries: 9, transfer: 18, matrix: 9, isFullRange: false)
        let converted = try self.job("", other)
        #expect(converted.encoder.colour == film().video.colour && converted.colours?.first?.toneMap == .bt2446a)
        #expect(converted.resolutions.contains { $0.reason.hasPrefix("preset aerial: converted from") })
        for colour in [
            ColourDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: true),
            ColourDescription(primaries: 8, transfer: 1, matrix: 5, isFullRange: false),
        ] {
            other.video.colour = colour
            let error = try #require(throws: ManifestError.self) { try self.job("", other) }
            #expect(error.issues.map(\.key) == ["preset"])
            #expect(error.issues.first?.problem.contains("bt709, limited range") == true)
        }
    }

    @Test("each preset lists the manifest keys that it sets", arguments: ExportPreset.allCases)
    func listed(preset: ExportPreset) throws {
        #expect(!preset.purpose.isEmpty)
        var video: [String] = []
        var rest: [String] = []
        for setting in preset.settings {
            let line = "\(setting.key.split(separator: ".").last ?? ""): \(setting.value)"
            if setting.key.hasPrefix("video.") { video.append(line) } else { rest.append(line) }
        }
        let yaml = "video: {\(video.joined(separator: ", "))}\n" + rest.joined(separator: "\n")
        let written = try resolve(manifest(yaml), source: film(), temporalLevels: 5)
        let named = try resolve(manifest("preset: \(preset.rawValue)"), source: film(), temporalLevels: 5)
        #expect(written.encoder == named.encoder && written.rate == named.rate && written.id == named.id)
    }
}
