import Foundation
import Jobs
import Media
import Testing

@Suite("Job: films that differ")
struct CompositionJobTests {
    private func film(_ name: String, _ base: SourceDescription, _ change: (inout SourceDescription) -> Void = { _ in })
        -> SourceDescription
    {
        var film = base
        (film.path, film.audio, film.notCarried) = ("/jobs/\(name)", [], [])
        change(&film)
        return film
    }

    private var hlg: SourceDescription {
        film("hlg.mov", hdrSource()) {
            $0.video.colour.transfer = 18
            ($0.video.masteringDisplay, $0.video.contentLight) = (nil, nil)
        }
    }
    private var pq: SourceDescription { film("pq.mov", hdrSource()) }
    private var sdr: SourceDescription { film("sdr.mov", source()) }

    /// One source of films, as the probe describes it.
    private func composed(_ films: SourceDescription...) throws -> SourceDescription {
        var whole = films[0]
        let timeline = try #require(FrameTimeline(joining: films.map(\.video.timeline)))
        whole.films = films
        whole.video = FilmComposition(films, timeline: timeline).video
        (whole.fit, whole.isEnlarged) = (nil, nil)
        return whole
    }

    private func resolution(_ key: String, of job: ResolvedJob) throws -> Resolution {
        try #require(job.resolutions.first { $0.key == key }, "\(key) in \(job.resolutions.map(\.key))")
    }

    @Test("HLG, PQ and SDR become HLG, and the job says why and from what")
    func mixed() throws {
        let source = try composed(pq, sdr, hlg)
        let job = try resolve("", source: source)
        #expect(job.encoder.colour.hasColours(of: hlg.video.colour) && job.encoder.format == .yuv420p10)
        let terms = try #require(job.colours)
        #expect(terms.map(\.source.transfer) == [16, 1] && terms.allSatisfy { $0.target == job.encoder.colour })
        #expect(source.parts.map { job.terms(for: $0) } == [0, 1, nil])
        #expect(job.encoder.masteringDisplay == nil && job.encoder.contentLight == nil && job.measuresLight == nil)
        let reason = try resolution("video.colour", of: job).reason
        #expect(
            reason.hasPrefix(
                "HLG wins over PQ and SDR, and the gamut is the widest of all films: the colours of hlg.mov"
            )
        )
        #expect(try resolution("video.hdr", of: job).value == "hlg")
        #expect(job.measuresDistribution && job.needsScout && job.isPlaced == nil)
        let copy = try JSONDecoder().decode(ResolvedJob.self, from: JSONEncoder().encode(job))
        #expect(copy == job)
    }

    @Test("PQ and SDR become PQ; its mastering display is kept, and its light is measured as it becomes")
    func light() throws {
        let job = try resolve("", source: try composed(sdr, pq))
        #expect(job.encoder.colour.transfer == 16 && job.encoder.masteringDisplay == pq.video.masteringDisplay)
        #expect(job.measuresLight == true && !job.measuresDistribution)
        #expect(try resolution("video.contentLight", of: job).value == "measure")
        let given = try resolve("video: {contentLight: '900,200'}", source: try composed(sdr, pq))
        #expect(given.encoder.contentLight?.maximumContentLightLevel == 900 && given.measuresLight == nil)
        // Films of one kind have the levels of the brightest.
        let alike = try resolve("", source: try composed(pq, pq))
        #expect(alike.encoder.contentLight == pq.video.contentLight && alike.measuresLight == nil)
    }

    @Test("hdr: sdr makes SDR of all of them, and drops what no longer holds")
    func fallback() throws {
        let source = try composed(pq, sdr, hlg)
        let job = try resolve("video: {hdr: sdr}", source: source)
        #expect(source.parts.map { job.terms(for: $0) } == [0, nil, 1])
        #expect(job.colours?.map(\.toneMap) == [.bt2446a, .bt2446a])
        #expect(!job.encoder.colour.isHDR && job.encoder.masteringDisplay == nil)
        #expect(try resolution("video.colour", of: job).reason.hasPrefix("as requested: converted from"))
        let clipped = try resolve("video: {hdr: sdr, toneMap: clip}", source: source)
        #expect(!clipped.measuresDistribution && clipped.id != job.id)
    }

    @Test("films that differ in shape get one frame, and each its place in it")
    func frame() throws {
        let small = film("small.mov", source()) { $0.video.size = PictureSize(width: 640, height: 480) }
        let upright = film("phone.mov", source()) {
            $0.video.size = PictureSize(width: 1920, height: 1080)
            $0.video.displayMatrix = [0, 65536, 0, -65536, 0, 0, 0, 0, 1 << 30]
        }
        let source = try composed(sdr, small, upright)
        let job = try resolve("", source: source)
        #expect(job.isPlaced == true && job.encoder.size == PictureSize(width: 1280, height: 720))
        #expect(job.encoder.pixelAspect == .square && job.shownSize == nil)
        #expect(try resolution("video.size", of: job).reason == "the shown size of the first film, with square pixels")
        #expect(try resolution("source.fit", of: job).reason == "fills the frame, not scaled")
        let asked = try resolve("video: {size: 1921x1080}", source: source)
        #expect(asked.encoder.size == PictureSize(width: 1920, height: 1080) && asked.id != job.id)
        let preset = try resolve("preset: hevc1920x1080", source: try composed(upright, sdr))
        #expect(preset.encoder.size == PictureSize(width: 608, height: 1080))
        let error = try #require(throws: ManifestError.self) {
            try resolve("video: {crop: {left: 2, top: 0, right: 0, bottom: 0}}", source: source)
        }
        #expect(error.issues.map(\.key) == ["video.crop"] && error.issues[0].suggestion.contains("fit: crop"))
    }

    @Test("a turn that pixels cannot make is refused where films need one frame")
    func skewed() throws {
        let skewed = film("skewed.mov", source()) {
            $0.video.displayMatrix = [46341, 46341, 0, -46341, 46341, 0, 0, 0, 1 << 30]
        }
        #expect(try resolve("", source: try composed(skewed, skewed)).isPlaced == nil)
        let error = try #require(throws: ManifestError.self) { try resolve("", source: try composed(sdr, skewed)) }
        #expect(error.issues.count == 1 && error.issues[0].problem.contains("by other than quarters"))
    }

    @Test("colours that nobody says are refused in a mix, and so are those that contradict the file")
    func unsaid() throws {
        let unsaid = film("unsaid.mov", source()) { $0.video.colour = ColourDescription() }
        let error = try #require(throws: ManifestError.self) { try resolve("", source: try composed(hlg, unsaid)) }
        #expect(error.issues.contains { $0.problem.contains("unsaid.mov does not say all of its colours") })
        // Without a mix nothing is needed, as for a single film.
        #expect(try resolve("", source: try composed(unsaid, unsaid)).colours == nil)
        let wrong = film("wrong.mov", source()) {
            $0.reading = SourceReading(colour: ColourDescription(primaries: 9, transfer: 1, matrix: 1))
        }
        let contradiction = try #require(throws: ManifestError.self) { try resolve("", source: wrong) }
        #expect(contradiction.issues.map(\.key) == ["source.colour"])
        #expect(contradiction.issues[0].problem.contains("primaries from bt709 to bt2020"))
    }

    @Test("dynamic metadata is refused where frames are not those of the source")
    func dynamic() throws {
        let rich = film("rich.mov", hdrSource()) {
            $0.video.dynamicMetadata = DynamicMetadataSummary(
                pictureCount: 240,
                hdr10PlusCount: 240,
                dolbyVisionCount: 0,
                hdr10PlusProfiles: ["B"],
                windowCount: 1,
                dolbyVisionProfiles: []
            )
        }
        #expect(try resolve("video: {dynamicMetadata: keep}", source: try composed(rich, rich)).dynamicMetadata != nil)
        let error = try #require(throws: ManifestError.self) {
            try resolve("video: {dynamicMetadata: keep}", source: try composed(rich, sdr))
        }
        #expect(error.issues.contains { $0.problem.contains("the films have different colours") })
    }

    @Test("another frame rate is settled with its cost")
    func rate() throws {
        var repeated = sdr
        let rate = FrameRate(frames: 25, seconds: 1)
        let repetition = FrameRepetition(of: sdr.video.timeline, at: rate)
        repeated.repetition = repetition
        repeated.video.timeline = try #require(repetition.timeline)
        let job = try resolve("video: {outputFrameRate: 25}", source: try composed(repeated))
        #expect(job.encoder.frameRate == rate && job.encoder.hasConstantRate)
        #expect(
            try resolution("video.outputFrameRate", of: job).reason == "as requested: 10 frames shown again, 0 left out"
        )
    }

    @Test("audio that differs is encoded even when it would be copied, with the reason")
    func audio() throws {
        var whole = try composed(sdr, sdr)
        var track = source().audio[0]
        track.difference = "rates of 44100 and 48000 Hz"
        (track.obstacle, track.isDecodable) = ("its films differ: rates of 44100 and 48000 Hz", true)
        whole.audio = [track]
        for choice in ["copy", "aac", "[0]"] {
            let job = try resolve("audio: \(choice)", source: whole)
            #expect(job.encodedAudio(of: whole) == [0], "\(choice)")
            #expect(try resolution("audio[0]", of: job).reason.contains("rates of 44100 and 48000 Hz"))
        }
        track.isDecodable = nil
        whole.audio = [track]
        #expect(try resolve("", source: whole).carriedAudio(of: whole) == [])
    }

    @Test("the manifest says how films fit, their colours and the frame rate")
    func manifest() throws {
        let yaml = """
            apiVersion: granary/v1
            source:
              - {path: a.mov, fit: crop, enlarge: true}
              - {path: b.mov, colour: {primaries: bt709, transfer: bt709, matrix: bt709, range: full}}
            output: out.mp4
            video: {size: 1920x1080, fit: stretch, enlarge: false, outputFrameRate: 29.97}
            """
        let manifest = try parse(yaml)
        #expect(manifest.films.map(\.fit) == [.crop, nil] && manifest.films.map(\.isEnlarged) == [true, nil])
        let colour = ColourDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: true)
        #expect(manifest.films.map(\.reading.colour) == [nil, colour])
        #expect(manifest.video.fit == .stretch && manifest.video.isEnlarged == false)
        #expect(manifest.video.outputFrameRate == FrameRate(frames: 30000, seconds: 1001))
        let single = try parse(
            "apiVersion: granary/v1\nsource: {path: a.mov, fit: contain}\noutput: o.mp4\n"
                + "video: {outputFrameRate: source}"
        )
        #expect(single.fit == .contain && single.video.outputFrameRate == nil)
        for (wrong, key) in [
            ("source: {path: a.mov, fit: fill}", "source.fit"), ("source: {path: a.mov, enlarge: 3}", "source.enlarge"),
            ("source: [{path: a.mov, colour: {primaries: rec709}}]", "source[0].colour.primaries"),
            ("source: {films: [a.mov], fit: crop}", "source.fit"),
            ("source: a.mov\nvideo: {outputFrameRate: fast}", "video.outputFrameRate"),
        ] {
            let error = try #require(throws: ManifestError.self) {
                try parse("apiVersion: granary/v1\noutput: o.mp4\n\(wrong)")
            }
            #expect(error.issues.map(\.key) == [key], "\(error.issues)")
        }
    }
}
