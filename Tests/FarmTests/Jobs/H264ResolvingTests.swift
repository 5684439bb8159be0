import Jobs
import Media
import Testing

@Suite("Manifest: H.264")
struct H264ResolvingTests {
    private static let pq = ColourDescription(primaries: 9, transfer: 16, matrix: 9)

    private func source(_ colour: ColourDescription, bits: Int = 10) -> SourceDescription {
        var film = FarmTests.source()
        film.video.colour = colour
        film.video.format = bits == 8 ? .yuv420p8 : .yuv420p10
        return film
    }

    private func issues(_ yaml: String, _ film: SourceDescription = FarmTests.source()) throws -> [ManifestIssue] {
        try #require(throws: ManifestError.self) { try resolve(yaml, source: film) }.issues
    }

    @Test("an HDR film becomes SDR with 8 bits, because H.264 is SDR")
    func fallback() throws {
        let job = try resolve("video: {codec: h264}", source: source(Self.pq))
        #expect(job.encoder.codec == .h264 && job.encoder.format == .yuv420p8)
        #expect(job.encoder.colour.hasColours(of: ColourDescription(primaries: 1, transfer: 1, matrix: 1)))
        #expect(job.colours?.count == 1)
        let colour = job.resolutions.first { $0.key == "video.colour" }
        #expect(colour?.reason.hasPrefix("H.264 is SDR: converted from") == true)
        let hevc = try resolve("", source: source(Self.pq))
        #expect(hevc.encoder.codec == .hevc && hevc.encoder.format == .yuv420p10 && hevc.id != job.id)
    }

    @Test("an SDR film stays as it is, and the codec is a part of the job's id")
    func plain() throws {
        let job = try resolve("video: {codec: h264, options: {aq-mode: 2, deblock: '-1:1'}}")
        #expect(job.colours == nil && job.encoder.options == ["aq-mode": "2", "deblock": "-1:1"])
        #expect(try resolve("video: {codec: hevc}").id == resolve("").id)
        #expect(try resolve("video: {codec: h264}").id != resolve("").id)
    }

    @Test(
        "what H.264 films cannot have is reported at its key",
        arguments: [
            ("bitDepth: 10", "video.bitDepth"), ("hdr: hlg", "video.hdr"), ("temporal: {levels: 2}", "video.temporal"),
            ("rate: {average: 1M, maximum: 2M}, hrd: true", "video.hrd"), ("options: {ctu: 32}", "video.options.ctu"),
            ("options: {keyint: 5}", "video.options.keyint"), ("options: {subme: 12}", "video.options.subme"),
        ]
    )
    func refused(video: String, key: String) throws {
        let error = #expect(throws: ManifestError.self) { try resolve("video: {codec: h264, \(video)}") }
        #expect(error?.issues.map(\.key) == [key])
    }

    @Test("an unknown option names the one that is meant")
    func nearMiss() throws {
        let found = try issues("video: {codec: h264, options: {aqmode: 2}}")
        #expect(found.map(\.suggestion) == ["did you mean \"aq-mode\"?"])
    }

    @Test("an output of another codec leaves out what is only for the others")
    func output() throws {
        let manifest = try parse(
            "apiVersion: granary/v1\nsource: in.mov\n"
                + "video: {bitDepth: 10, hdr: hdr10, temporal: {levels: 2}, options: {rd: 4}, rate: {average: 9M}}\n"
                + "outputs: [{path: a.mp4}, {path: b.mp4, codec: h264, options: {trellis: 2}}, "
                + "{path: c.mp4, codec: hevc}]\n"
        )
        let second = manifest.furtherOutputs[0].video
        #expect(second.codec == .h264 && second.bitDepth == nil && second.range == nil && second.temporal == nil)
        #expect(second.options == ["trellis": "2"] && second.rate == .average(bitsPerSecond: 9_000_000))
        #expect(manifest.furtherOutputs[1].video.options == ["rd": "4"])
    }
}
