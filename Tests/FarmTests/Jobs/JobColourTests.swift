import Foundation
import Jobs
import Media
import Reporting
import Testing

@Suite("Job: colour and light metadata are carried or given, never invented")
struct JobColourTests {
    private static let given = "G(8500,39850)B(6550,2300)R(35400,14600)WP(15635,16450)L(40000000,50)"

    private func hlgSource() -> SourceDescription {
        var film = hdrSource()
        film.video.colour.transfer = 18
        film.video.masteringDisplay = nil
        film.video.contentLight = nil
        film.video.ambientViewing = AmbientViewing(illuminance: 3_140_000, x: 15635, y: 16450)
        return film
    }

    private func resolution(_ key: String, of job: ResolvedJob) -> Resolution? {
        job.resolutions.first { $0.key == key }
    }

    @Test("a given mastering display replaces that of the source, and the resolution names the replaced one")
    func masteringDisplay() throws {
        let job = try resolve("video: {masteringDisplay: '\(Self.given)'}", source: hdrSource())
        #expect(job.encoder.masteringDisplay?.text == Self.given)
        let line = try #require(resolution("video.masteringDisplay", of: job))
        #expect(line.value == Self.given)
        #expect(
            line.reason
                == "as given, in place of the source's "
                + "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)"
        )
    }

    @Test(
        "an invalid mastering display is rejected with its line and column",
        arguments: ["garbage", "G(1,2)", "L(1,2)"]
    )
    func garbage(text: String) throws {
        let error = try #require(throws: ManifestError.self) {
            try resolve("video:\n  masteringDisplay: '\(text)'", source: hdrSource())
        }
        let issue = try #require(error.issues.first)
        #expect(error.issues.count == 1 && issue.key == "video.masteringDisplay")
        #expect(issue.position?.column == 21 && issue.problem.contains("found \"\(text)\""))
    }

    @Test("warnings about the source stay, except those about replaced metadata")
    func warnings() throws {
        var film = hdrSource()
        film.video.masteringDisplay?.maximumLuminance = 1000
        let about = film.video.masteringDisplay?.oddities.map { "\($0.words): it is kept unchanged" } ?? []
        film.video.colourWarnings = ["primaries: something"] + about
        #expect(about.count == 1)
        #expect(try resolve("", source: film).warnings(about: film) == film.video.colourWarnings)
        let corrected = try resolve("video: {masteringDisplay: '\(Self.given)'}", source: film)
        #expect(corrected.warnings(about: film) == ["primaries: something"])
        let odd = "G(8500,39850)B(6550,2300)R(35400,14600)WP(15635,16450)L(1000,50)"
        let worse = try resolve("video: {masteringDisplay: '\(odd)'}", source: film)
        #expect(worse.warnings(about: film).last?.hasSuffix("as given in video.masteringDisplay") == true)
    }

    @Test("PQ without a mastering display stays without one, and warns what players assume")
    func bare() throws {
        var film = hdrSource()
        film.video.masteringDisplay = nil
        let job = try resolve("", source: film)
        #expect(job.encoder.masteringDisplay == nil)
        #expect(job.warnings(about: film).count == 1)
        #expect(job.warnings(about: film)[0].contains("players will assume"))
        #expect(try resolve("", source: source()).warnings(about: source()) == [])
    }

    @Test("the report has the warnings, in JSON and on its page")
    func report() throws {
        var report = try ReportFixtures.report()
        #expect(
            report.warnings == [] && !String(decoding: ReportPage(report).document, as: UTF8.self).contains("Warnings")
        )
        report.warnings = ["a <b>"]
        let page = String(decoding: ReportPage(report).document, as: UTF8.self)
        #expect(page.contains("<h2>Warnings</h2><ul><li>a &lt;b&gt;</li></ul>"))
        #expect(page.contains("SDR: bt709, bt709, bt709, limited range"))
        #expect(try FilmReport(document: report.document()).warnings == ["a <b>"])
    }

    @Test("ambient light and chroma sample location are carried and reported")
    func carried() throws {
        var film = hlgSource()
        film.video.chromaLocation = 2
        let job = try resolve("", source: film)
        #expect(job.encoder.ambientViewing == film.video.ambientViewing && job.encoder.chromaLocation == 2)
        #expect(resolution("video.ambientViewing", of: job)?.value == "314 lux, D65")
        #expect(resolution("video.chromaLocation", of: job)?.value == "top left")
    }

    @Test("HLG by SEI 147 becomes plain HLG; compatible signalling must be requested and is not a re-tag")
    func signalling() throws {
        var film = hlgSource()
        film.video.preferredTransfer = 18
        let plain = try resolve("video: {hdr: hlg}", source: film)
        #expect(plain.encoder.colour.transfer == 18 && plain.encoder.preferredTransfer == nil)
        #expect(resolution("video.colour.transfer", of: plain)?.value == "arib-std-b67")
        let compatible = try resolve("video: {hdr: hlg, colour: {transfer: bt2020-10}}", source: hlgSource())
        #expect(compatible.encoder.colour.transfer == 14 && compatible.encoder.preferredTransfer == 18)
        #expect(compatible.encoder.format == .yuv420p10)
        #expect(resolution("video.colour.transfer", of: compatible)?.value == "bt2020-10")
        // Another transfer is a conversion.
        for (yaml, film, transfer) in [
            ("{transfer: bt2020-10}", hdrSource(), 14), ("{transfer: bt709}", hlgSource(), 1),
            ("{transfer: smpte2084}", hlgSource(), 16),
        ] as [(String, SourceDescription, UInt8)] {
            let job = try resolve("video: {colour: \(yaml)}", source: film)
            #expect(job.colours?.first?.source == film.video.colour && job.colours?.first?.target == job.encoder.colour)
            #expect(job.encoder.colour.transfer == transfer && job.encoder.colour.primaries == 9)
        }
    }

    @Test(
        "hdr converts the source, and what holds no longer is dropped with a reason",
        arguments: ["sdr", "hlg", "hdr10"]
    )
    func conversions(range: String) throws {
        let usual: [String: [UInt8]] = ["sdr": [1, 1, 1], "hlg": [9, 18, 9], "hdr10": [9, 16, 9]]
        for film in [source(), hdrSource(), hlgSource()] {
            let job = try resolve("video: {hdr: \(range)}", source: film)
            let colour = job.encoder.colour
            func codes(_ colour: ColourDescription) -> [UInt8] { [colour.primaries, colour.transfer, colour.matrix] }
            let isSame = usual[range] == codes(film.video.colour)
            #expect(codes(colour) == usual[range])
            #expect((job.colours == nil) == isSame && job.needsScout)
            guard !isSame else { continue }
            #expect(job.encoder.masteringDisplay == nil && job.encoder.contentLight == nil)
            #expect(job.encoder.format == (film.video.format == .yuv420p10 || range != "sdr" ? .yuv420p10 : .yuv420p8))
            // Of what becomes PQ, the levels are measured as they become.
            #expect((job.measuresLight == true) == (range == "hdr10"))
            #expect(job.measuresDistribution == (film == hdrSource()))
            #expect((job.encoder.ambientViewing != nil) == (film.video.ambientViewing != nil && range != "sdr"))
            let isToned = range == "sdr"
            #expect((job.colours?.first?.toneMap == .bt2446a) == isToned && job.colours?.first?.toneMap != .clip)
            #expect(resolution("video.colour", of: job)?.reason.hasPrefix("as requested: converted from") == true)
            #expect((resolution("video.toneMap", of: job) != nil) == isToned)
            if film.video.masteringDisplay != nil {
                #expect(resolution("video.masteringDisplay", of: job)?.value == "none")
            }
            let copy = try JSONDecoder().decode(ResolvedJob.self, from: JSONEncoder().encode(job))
            #expect(copy == job && copy.isOver(film.identity))
        }
    }

    @Test("jobs with other tone maps have other ids, and a film that is not converted keeps its id")
    func conversionIDs() throws {
        let choices = [
            "", "hdr: hdr10", "hdr: sdr", "hdr: sdr, toneMap: clip", "hdr: sdr, toneMap: bt2390", "hdr: hlg",
        ]
        let ids = try choices.map { try resolve("video: {\($0)}", source: hdrSource()).id }
        #expect(ids[0] == ids[1] && Set(ids).count == 5)
        #expect(try resolve("video: {hdr: sdr, toneMap: bt2446a}", source: hdrSource()).id == ids[2])
    }

    @Test("colours without a known conversion are refused with the reason")
    func unknownColours() throws {
        var film = hdrSource()
        film.video.colour.primaries = 2
        let error = try #require(throws: ManifestError.self) { try resolve("video: {hdr: sdr}", source: film) }
        #expect(error.issues.map(\.key) == ["video.hdr"])
        #expect(error.issues[0].problem.contains("of the source, the primaries are unspecified"))
        #expect(error.issues[0].suggestion.hasPrefix("say in video.colour what the source has"))
        // The manifest may say what they are.
        let known = try resolve("video: {hdr: sdr, colour: {primaries: bt2020}}", source: film)
        #expect(known.colours?.first?.source.primaries == 9 && known.encoder.colour.primaries == 1)
    }

    @Test("RGB is converted from the Y'CbCr that it becomes")
    func convertedRGB() throws {
        var rgb = source()
        rgb.video.isRGB = true
        (rgb.video.colour.matrix, rgb.video.colour.isFullRange) = (0, true)
        let job = try resolve("video: {hdr: hlg}", source: rgb)
        let terms = try #require(job.colours?.first)
        #expect(terms.source == ColourDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: false))
        #expect(terms.target.transfer == 18 && job.encoder.colour == terms.target && job.terms(for: rgb) == 0)
        // Another matrix is no conversion.
        #expect(try resolve("video: {colour: {matrix: smpte170m}}", source: rgb).colours == nil)
    }

    @Test(
        "HDR in 8 bits is an error",
        arguments: [
            ("{bitDepth: 8}", "video.bitDepth"), ("{hdr: hdr10, bitDepth: 8}", "video.bitDepth"),
            ("{colour: {transfer: bt2020-10}, bitDepth: 8}", "video.bitDepth"),
        ]
    )
    func refusals(yaml: String, key: String) throws {
        let error = try #require(throws: ManifestError.self) { try resolve("video: \(yaml)", source: hlgSource()) }
        #expect(error.issues.map(\.key) == [key])
        #expect(error.issues.allSatisfy { $0.position != nil && !$0.problem.isEmpty })
    }

    @Test(
        "Dolby Vision with pictures that need its metadata is rejected at the source, with a remedy",
        arguments: [(5, 0), (10, 0), (20, 0)]
    )
    func proprietary(profile: Int, compatibility: Int) throws {
        var film = hdrSource()
        film.video.dolbyVision = DolbyVision(profile: UInt8(profile), level: 6, compatibility: UInt8(compatibility))
        let error = try #require(throws: ManifestError.self) { try resolve("", source: film) }
        let issue = try #require(error.issues.first)
        #expect(error.issues.count == 1 && issue.key == "source" && issue.position != nil)
        #expect(issue.problem.contains("it is Dolby Vision of profile \(profile)"))
        #expect(issue.suggestion.contains("libplacebo"))
        film.video.dolbyVision?.hasBaseLayer = false
        let layer = try #require(throws: ManifestError.self) { try resolve("", source: film) }
        #expect(layer.issues.count == 1)
        #expect(layer.issues[0].problem.contains("only the enhancement layer of Dolby Vision"))
    }

    @Test("Dolby Vision with a common base layer is dropped and reported, or is an error if nothing may be lost")
    func droppedMetadata() throws {
        var film = hdrSource()
        (film.audio, film.notCarried) = ([], [])
        for (profile, compatibility) in [(7, 6), (8, 1), (8, 4), (8, 0)] as [(UInt8, UInt8)] {
            let dolbyVision = DolbyVision(profile: profile, level: 6, compatibility: compatibility)
            film.video.dolbyVision = dolbyVision
            let job = try resolve("", source: film)
            #expect(job.encoder.colour.transfer == 16)
            let error = try #require(throws: ManifestError.self) { try resolve("onLoss: error", source: film) }
            #expect(error.issues.map(\.key) == ["onLoss"])
            let lost = "Dolby Vision metadata of the video track (\(dolbyVision))"
            #expect(error.issues[0].problem == "the film cannot carry \(lost)")
        }
        let kept = try #require(throws: ManifestError.self) {
            try resolve("video: {dynamicMetadata: keep}", source: film)
        }
        #expect(Set(kept.issues.map(\.key)) == ["video.dynamicMetadata"])
    }

    @Test("an ICC profile is carried and reported for any pictures, and does not change the id")
    func profile() throws {
        var film = source()
        let plain = try resolve("video: {size: 640x360}", source: film)
        film.video.colourProfile = ColourProfile(
            byteCount: 548,
            sha256: "00",
            words: "\"Display P3\", RGB display, version 4.0"
        )
        let job = try resolve("video: {size: 640x360}", source: film)
        #expect(
            resolution("video.colourProfile", of: job)?.value == "\"Display P3\", RGB display, version 4.0, 548 bytes"
        )
        #expect(job.id == plain.id && job.encoder == plain.encoder)
    }

    @Test("tags without a name in libx265 are carried unchanged")
    func unnamed() throws {
        var film = source()
        film.video.colour = ColourDescription(primaries: 22, transfer: 1, matrix: 15, isFullRange: false)
        #expect(try resolve("", source: film).encoder.colour == film.video.colour)
    }
}
