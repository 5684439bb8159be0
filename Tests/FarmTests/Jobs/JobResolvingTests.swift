import Foundation
import Jobs
import Media
import Testing

@Suite("Job: every auto is resolved with its reason")
struct JobResolvingTests {
    @Test("only source and output: the defaults, each with its reason")
    func defaults() throws {
        let job = try resolve("")
        #expect(job.name == "out")
        #expect(job.encoder.size == PictureSize(width: 1280, height: 720))
        #expect(job.encoder.format == .yuv420p8 && job.encoder.speed == "medium" && job.encoder.tune == "none")
        #expect(job.encoder.frameRate == FrameRate(frames: 24, seconds: 1) && job.encoder.hasConstantRate)
        #expect(job.encoder.keyFrameInterval == 240)
        #expect(job.rate == .constantRateFactor(21))
        #expect(job.passes.maximum == 1)
        #expect(job.builds.encoder == "x265 3.5 (build 199)" && job.builds.reader == "reader 1")
        let keys = [
            "name", "video.hdr", "video.size", "video.bitDepth", "video.speed", "video.keyFrameInterval", "video.rate",
            "passes.maximum", "audio",
        ]
        #expect(Set(job.resolutions.map(\.key)) == Set(keys))
        #expect(job.resolutions.allSatisfy { !$0.value.isEmpty && !$0.reason.isEmpty })
        #expect(job.id.count == 16 && job.id.allSatisfy(\.isHexDigit))
    }

    @Test("a film of one range has threads for rows, unless it is an excerpt, has a buffer, or its codec has no rows")
    func rowThreads() {
        func threads(ranges: Int, change: (inout ResolvedJob) -> Void = { _ in }) -> Int? {
            var job = JobSample.job()
            change(&job)
            var plan = JobSample.plan(job)
            plan.ranges = Array(plan.ranges.prefix(ranges))
            return job.encoderSettings(plan).rowThreads
        }
        #expect(threads(ranges: 1) == 2)
        #expect(threads(ranges: 2) == nil)
        #expect(threads(ranges: 1) { $0.isExcerpt = true } == nil)
        #expect(threads(ranges: 1) { $0.encoder.codec = .h264 } == nil)
        let buffer = BufferLimits(bitsPerSecond: 1_000_000, bufferBits: 1_000_000)
        #expect(threads(ranges: 1) { $0.encoder.buffer = buffer } == nil)
    }

    @Test("the id depends on settings and source, not on names, output, order or verification")
    func identity() throws {
        let one = try resolve("video: {speed: slow, rate: {average: 4M}, options: {aq-mode: 3, rect: true}}")
        let same = try resolve(
            "# a comment\nname: other\npriority: 9\nverify: none\nexternalId: x\nonFinish: x\npasses: {maximum: auto}\n"
                + "video: {options: {rect: true, aq_mode: 3}, rate: {average: 4000k}, speed: slow}\n"
                + "ranges: {minimum: 1000ms}"
        )
        #expect(one.id == same.id)
        var other = manifest("")
        for name in ["b.mp4", "c.M4V"] {
            other.output = "/elsewhere/\(name)"
            #expect(try resolve(other).id == resolve("").id)
        }
        let different = [
            "video: {rate: {average: 4001k}, speed: slow}", "passes: {tolerance: 1%}", "passes: {budget: 1%}",
            "ranges: {maximum: 9s}", "video: {tune: grain}", "video: {options: {aq-mode: 1}}", "video: {bitDepth: 10}",
            "audio: none", "video: {keyFrameInterval: 5s}", "video: {size: 640x360}",
        ]
        var ids: Set<String> = [one.id, try resolve("").id]
        for yaml in different { #expect(ids.insert(try resolve(yaml).id).inserted, "\(yaml)") }
        other.output = "/elsewhere/b.mov"
        let quickTime = try resolve(other)
        #expect(quickTime.container == .quickTime)
        #expect(ids.insert(quickTime.id).inserted, "a film of another format is another job")
        other.output = "/elsewhere/c.MOV"
        #expect(try resolve(other).id == quickTime.id)
        var changed = source()
        changed.identity.contentHash = String(repeating: "1", count: 64)
        #expect(ids.insert(try resolve("", source: changed).id).inserted)
    }

    @Test("a job survives its JSON form")
    func coding() throws {
        let job = try resolve("audio: [eng]\nvideo: {rate: {average: 4M}}")
        #expect(try JSONDecoder().decode(ResolvedJob.self, from: JSONEncoder().encode(job)) == job)
    }

    @Test("the id of a job does not change between builds")
    func stable() throws {
        let id = try resolve("video: {rate: {average: 4M}}").id
        #expect(id == "67626a8a1057ca29")
    }

    @Test(
        "presets supply only what is not given",
        arguments: [
            ("preset: hevcHighestQuality", "slow", 18.0, PictureSize(width: 3840, height: 1608)),
            ("preset: HEVC1920x1080", "medium", 21.0, PictureSize(width: 1920, height: 804)),
            ("preset: AVAssetExportPresetHEVC3840x2160", "medium", 21.0, PictureSize(width: 3840, height: 1608)),
            (
                "preset: hevc1920x1080\nvideo: {size: source, speed: fast, rate: {constant: 30}}", "fast", 30.0,
                PictureSize(width: 3840, height: 1608)
            ),
        ]
    )
    func presets(yaml: String, speed: String, factor: Double, size: PictureSize) throws {
        var wide = source()
        wide.video.size = PictureSize(width: 3840, height: 1608)
        let job = try resolve(yaml, source: wide)
        #expect(job.encoder.speed == speed)
        #expect(job.rate == .constantRateFactor(factor))
        #expect(job.encoder.size == size)
    }

    @Test(
        "a box keeps proportions, makes sides even and never enlarges",
        arguments: [
            ("1920x1080", 1280, 720, 1280, 720), ("640x640", 1280, 720, 640, 360), ("641x641", 1280, 720, 640, 360),
            ("1280x500", 1280, 720, 888, 500), ("100x100", 1998, 1080, 100, 54), ("200x2000", 1080, 1920, 200, 356),
        ]
    )
    func boxes(box: String, width: Int, height: Int, newWidth: Int, newHeight: Int) throws {
        var film = source()
        film.video.size = PictureSize(width: width, height: height)
        let job = try resolve("video: {size: \(box)}", source: film)
        #expect(job.encoder.size == PictureSize(width: newWidth, height: newHeight))
    }

    @Test(
        "passes depend on the rate and have a reason",
        arguments: [
            ("{average: 4M}", "auto", 5), ("{average: 4M}", "1", 1), ("{average: 4M}", "2", 2),
            ("{average: 4M}", "7", 7),
            ("{constant: 21}", "auto", 1), ("{constant: 21}", "1", 1), ("{constant: 21}", "3", 1),
            ("{quality: {metric: psnr, target: 40}}", "auto", 5), ("{quality: {metric: psnr, target: 40}}", "1", 1),
            ("{quality: {metric: psnr, target: 40}}", "2", 2),
        ]
    )
    func passes(rate: String, asked: String, maximum: Int) throws {
        let job = try resolve("video: {rate: \(rate)}\npasses: {maximum: \(asked)}")
        #expect(job.passes.maximum == maximum)
        #expect(!job.passes.reason.isEmpty)
        #expect(job.resolutions.contains { $0.key == "passes.maximum" } == (asked != "\(maximum)"))
    }

    @Test("HDR10 keeps colour, mastering display and light levels, in 10 bit")
    func hdr10() throws {
        let job = try resolve("", source: hdrSource())
        #expect(job.encoder.format == .yuv420p10)
        #expect(job.encoder.colour == ColourDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: false))
        #expect(job.encoder.masteringDisplay == hdrSource().video.masteringDisplay)
        #expect(job.encoder.contentLight == hdrSource().video.contentLight)
        #expect(job.resolutions.contains { $0.key == "video.hdr" && $0.value == "hdr10" })
    }

    @Test("a mastering display is never invented, light levels are measured, and both may be given")
    func metadata() throws {
        var bare = hdrSource()
        bare.video.masteringDisplay = nil
        bare.video.contentLight = nil
        let job = try resolve("", source: bare)
        #expect(job.encoder.masteringDisplay == nil && job.encoder.contentLight == nil)
        #expect(job.measuresLight == true)
        let text = "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(40000000,50)"
        let given = try resolve("video: {masteringDisplay: '\(text)', contentLight: '4000,100'}", source: bare)
        #expect(given.encoder.masteringDisplay?.text == text)
        #expect(given.encoder.contentLight?.maximumContentLightLevel == 4000)
        #expect(try resolve("video: {contentLight: none}", source: hdrSource()).encoder.contentLight == nil)
    }

    @Test("a film of varying frame rate is encoded at its average, without a constant rate")
    func variable() throws {
        var film = source()
        film.video.timeline = try #require(
            FrameTimeline(timescale: 1000, presentationTicks: [0, 40, 100, 120], endTick: 160)
        )
        let job = try resolve("", source: film)
        #expect(!job.encoder.hasConstantRate && job.encoder.frameRate == FrameRate(frames: 25, seconds: 1))
    }

    @Test("a picture smaller than a coding tree unit gets a smaller coding tree unit")
    func small() throws {
        var film = source()
        film.video.size = PictureSize(width: 96, height: 48)
        #expect(try resolve("", source: film).encoder.options == ["ctu": "32"])
        #expect(throws: ManifestError.self) { try resolve("video: {options: {ctu: 64}}", source: film) }
    }

    @Test("tracks are chosen by language and number")
    func audio() throws {
        let film = source()
        #expect(try resolve("audio: [eng]").audio == .tracks([0]))
        #expect(try resolve("audio: [0, eng]").audio == .tracks([0]))
        #expect(try resolve("").audio.carriedTracks(of: film) == [0])
        #expect(try resolve("audio: none").audio.carriedTracks(of: film).isEmpty)
        #expect(AudioChoice.copy.losses(of: film) == ["audio track 1 (vorbis, deu): MP4 holds no Vorbis"])
    }

    @Test("audio that a film cannot hold is encoded if requested, and reported")
    func encodedAudio() throws {
        var film = source()
        film.audio[1].isDecodable = true
        let job = try resolve("audio: aac", source: film)
        #expect(job.audio == .aac(nil) && job.carriedAudio(of: film) == [0, 1] && job.encodedAudio(of: film) == [1])
        #expect(
            job.audio.conversions(of: film, in: .mp4)
                == ["audio track 1 (vorbis, deu) is encoded as AAC: MP4 holds no Vorbis"]
        )
        #expect(job.audio.losses(of: film).isEmpty)
        let one = try resolve("audio: {codec: aac, tracks: [deu]}", source: film)
        #expect(one.audio == .aac([1]) && one.id != job.id)
        #expect(try resolve("onLoss: warn", source: film).carriedAudio(of: film) == [0])
        #expect(throws: ManifestError.self) { try resolve("audio: [deu]", source: film) }
        film.audio[0].codec = "opus"
        #expect(AudioChoice.copy.carriedTracks(of: film, in: .quickTime).isEmpty)
        #expect(AudioChoice.copy.carriedTracks(of: film, in: .mp4) == [0])
        film.audio[0].codec = "pcm_u8"
        #expect(AudioChoice.copy.carriedTracks(of: film, in: .mp4).isEmpty)
    }

    @Test(
        "a choice of audio is read as it was written",
        arguments: [AudioChoice.aac(nil), .aac([0, 2]), .copy, .tracks([1])]
    )
    func choiceRoundTrip(choice: AudioChoice) throws {
        let bytes = try JSONEncoder().encode([choice])
        #expect(try JSONDecoder().decode([AudioChoice].self, from: bytes) == [choice])
    }

    @Test(
        "contradictions to source or encoder are reported at their positions, all at once",
        arguments: [
            ("video: {bitDepth: 8}", true, ["video.bitDepth"]),
            ("video: {hdr: sdr, colour: {transfer: arib-std-b67}}", true, ["video.hdr"]),
            ("video: {colour: {primaries: film}}", false, ["video.colour"]),
            ("video: {colour: {transfer: linear}}", true, ["video.colour"]),
            ("video: {toneMap: clip}", true, ["video.toneMap"]),
            ("video: {hdr: hlg, contentLight: measure}", false, ["video.contentLight"]),
            ("video: {colour: {range: full}}", true, ["video.colour.range"]),
            ("video: {masteringDisplay: 'G(1,2)B(3,4)R(5,6)WP(7,8)L(9,1)'}", false, ["video.masteringDisplay"]),
            ("video: {contentLight: '1000,400'}", false, ["video.contentLight"]),
            ("video: {contentLight: measure}", false, ["video.contentLight"]),
            ("audio: [fra, 7, deu]", false, ["audio", "audio", "audio"]),
            ("onLoss: error", false, ["onLoss", "onLoss"]),
            ("onLoss: error\nvideo: {colour: {matrix: ictcp}}", false, ["onLoss", "onLoss", "video.colour"]),
        ]
    )
    func contradictions(yaml: String, isHDR: Bool, keys: [String]) throws {
        let error = try #require(throws: ManifestError.self) {
            try resolve(yaml, source: isHDR ? hdrSource() : source())
        }
        #expect(error.issues.map(\.key) == keys)
        #expect(error.issues.allSatisfy { ($0.position?.line ?? 0) >= 4 })
    }

    @Test("untagged sources get the given tags")
    func tags() throws {
        var film = source()
        film.video.colour = .unspecified
        let job = try resolve("video: {colour: {primaries: bt709, range: limited}}", source: film)
        #expect(job.encoder.colour == ColourDescription(primaries: 1, isFullRange: false))
    }

    @Test("a source that is interlaced, tiny or its own output is rejected")
    func sources() {
        var interlaced = source()
        interlaced.video.isInterlaced = true
        var tiny = source()
        tiny.video.size = PictureSize(width: 8, height: 8)
        for film in [interlaced, tiny] {
            #expect(throws: ManifestError.self) { try resolve("", source: film) }
        }
        var same = manifest("")
        same.output = same.source
        #expect(throws: ManifestError.self) { try resolve(same) }
    }

    @Test("an output that is the source cannot be created, unless the manifest is wrong as well")
    func outputIsSource() {
        var same = manifest("")
        same.output = same.source
        #expect(#expect(throws: ManifestError.self) { try resolve(same) }?.kind == .cannotCreate)
        same = manifest("video: {bitDepth: 8}")
        same.output = same.source
        let error = #expect(throws: ManifestError.self) { try resolve(same, source: hdrSource()) }
        #expect(error?.kind == .badInput && error?.issues.count == 2, "\(error?.cause ?? "")")
    }

    @Test("a bit depth that this libx265 lacks is rejected")
    func capabilities() {
        let eightBit = EncoderCapabilities(
            version: "3.5",
            build: 199,
            bitDepths: [8],
            maximumTemporalLevels: 2,
            instructionSets: ""
        )
        #expect(throws: ManifestError.self) {
            try ResolvedJob.resolving(manifest("video: {bitDepth: 10}"), source: source(), capabilities: eightBit)
        }
    }
}
