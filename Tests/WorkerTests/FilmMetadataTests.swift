import Foundation
import HEVC
import ISOMedia
import Media
import Storage
import TestSupport
import Testing

@testable import JobDocuments
@testable import Jobs
@testable import Worker

/// Colour and HDR metadata: a film has those that the job requested, and the verification finds changes.
@Suite("Colour and HDR metadata of a film", .temporaryFolder, .enabled(if: FFmpegTool.isPresent, "no ffmpeg"))
struct FilmMetadataTests {
    private static let display = HDR10Example.display
    private static let light = HDR10Example.light
    private static let ambient = HDR10Example.ambient

    /// A job of three ranges with metadata that do not fit its pictures, which these tests do not look at.
    private func job(
        _ colour: ColourDescription,
        output: String = "film.mp4",
        _ change: (inout EncoderSettings) -> Void = { _ in }
    ) throws -> SmallJob {
        let job = try SmallJob(frames: 18, pixelFormat: "yuv420p10le", output: output) { settings in
            settings.colour = colour
            change(&settings)
        }
        try job.encode()
        return job
    }

    private func hdr10(output: String = "film.mp4") throws -> SmallJob {
        try job(ColourDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: false), output: output) {
            $0.masteringDisplay = Self.display
            $0.contentLight = Self.light
            $0.chromaLocation = 2
        }
    }

    private func hlg(output: String = "film.mp4") throws -> SmallJob {
        try job(ColourDescription(primaries: 9, transfer: 14, matrix: 9, isFullRange: false), output: output) {
            $0.preferredTransfer = 18
            $0.ambientViewing = Self.ambient
        }
    }

    private func video(of path: String) throws -> VideoFormat {
        let movie = try MovieInspection.parse(try FileSource(path: path))
        #expect(movie.findings == [])
        return try #require(movie.tracks[0].video)
    }

    private func units(_ type: NALUnitType, of format: VideoFormat) -> [[UInt8]] {
        format.hevc?.arrays.filter { $0.unitType == type.rawValue }.flatMap(\.units) ?? []
    }

    @Test("HDR10 metadata are in boxes and hvcC, without findings", arguments: ["film.mp4", "film.mov"])
    func wholeHDR10(output: String) throws {
        let job = try hdr10(output: output)
        let mux = try job.mux()
        let format = try video(of: mux.path)
        let isFullRange = output == "film.mp4" ? false : nil
        #expect(format.colour == ColourDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: isFullRange))
        #expect(format.masteringDisplay == Self.display && format.contentLight == Self.light)
        #expect(format.ambientViewing == nil)
        let metadata = StaticMetadata(masteringDisplay: Self.display, contentLight: Self.light)
        #expect(units(.prefixSEI, of: format) == metadata.units)
        #expect(mux.notes.allSatisfy { !$0.contains("mastering display") })
        #expect(try job.findings(in: mux.path) == [])
    }

    @Test("HLG with a compatible transfer is HLG in colr, with ambient light in amve", arguments: ["a.mp4", "a.mov"])
    func wholeHLG(output: String) throws {
        let job = try hlg(output: output)
        let mux = try job.mux()
        let format = try video(of: mux.path)
        #expect(format.colour?.transfer == 18)
        #expect(format.ambientViewing == Self.ambient)
        #expect(format.masteringDisplay == nil && format.contentLight == nil)
        let metadata = StaticMetadata(preferredTransfer: 18, ambientViewing: Self.ambient)
        #expect(units(.prefixSEI, of: format) == metadata.units)
        let sps = try #require(units(.sps, of: format).first)
        let sequence = try sps.withRawSpan { try SequenceParameterSet(unit: $0) }
        #expect(sequence.usability?.colour.transfer == 14)
        #expect(try job.findings(in: mux.path) == [])
    }

    @Test("a missing mastering display is not invented, and the report says what players assume")
    func noDisplay() throws {
        let colour = ColourDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: false)
        let job = try job(colour)
        let mux = try job.mux()
        #expect(try video(of: mux.path).masteringDisplay == nil)
        #expect(try units(.prefixSEI, of: video(of: mux.path)) == [])
        #expect(mux.notes.contains { $0.contains("none is invented") && $0.contains("10000 cd/m²") }, "\(mux.notes)")
        #expect(try job.findings(in: mux.path) == [])
    }

    @Test("an MP4 and a QuickTime film have the same video and audio samples")
    func containers() throws {
        let (one, other) = (try hdr10(), try hdr10(output: "film.mov"))
        #expect(one.job.id != other.job.id && other.job.container == .quickTime)
        let films = try [one.mux().path, other.mux().path].map { try FilmUnderTest(path: $0) }
        #expect(films[1].movie.majorBrand == "qt  ")
        #expect(films[0].samples.map(\.presentationTick) == films[1].samples.map(\.presentationTick))
        for index in films[0].samples.indices { #expect(try films[0].bytes(of: index) == films[1].bytes(of: index)) }
        #expect(films[1].movie.tracks.map(\.samples?.count) == films[0].movie.tracks.map(\.samples?.count))
    }

    @Test("an SEI message that is missing, doubled or altered in an IDR picture is found in every range")
    func tamperedSamples() throws {
        let job = try hdr10()
        _ = try job.mux()
        let ranges = try job.samples()
        let units = StaticMetadata(masteringDisplay: Self.display, contentLight: Self.light).units
        func prefixed(_ unit: [UInt8]) -> [UInt8] { [0, 0, 0, UInt8(unit.count)] + unit }
        for (index, unit) in units.enumerated() {
            var samples = ranges
            let place = try #require(samples[index + 1][0].bytes.firstRange(of: prefixed(unit)))
            samples[index + 1][0].bytes.removeSubrange(place)
            let name = "sample \((index + 1) * 6): the \(["mastering display", "content light level"][index]) (SEI "
            var findings = try job.findings(in: job.stitch(samples.flatMap(\.self)))
            #expect(findings.contains { $0.hasPrefix(name) && $0.hasSuffix("is missing") }, "\(findings)")
            samples = ranges
            samples[index + 1][0].bytes[place.upperBound - 2] ^= 1
            findings = try job.findings(in: job.stitch(samples.flatMap(\.self)))
            #expect(findings.contains { $0.hasPrefix(name) && $0.contains("instead of") }, "\(findings)")
            samples = ranges
            samples[index + 1][0].bytes = prefixed(unit) + samples[index + 1][0].bytes
            findings = try job.findings(in: job.stitch(samples.flatMap(\.self)))
            #expect(findings.contains { $0.hasPrefix(name) && $0.hasSuffix("appears 2 times") }, "\(findings)")
            samples = ranges
            samples[0][3].bytes = prefixed(unit) + samples[0][3].bytes
            findings = try job.findings(in: job.stitch(samples.flatMap(\.self)))
            #expect(findings.contains { $0.hasPrefix("sample 3: ") && $0.hasSuffix("not requested") }, "\(findings)")
        }
    }

    @Test("a missing, altered or unrequested box or unit of hvcC is found")
    func tamperedHeader() throws {
        let job = try hdr10()
        _ = try job.mux()
        let samples = try job.samples().flatMap(\.self)
        var light = Self.light
        light.maximumContentLightLevel += 1
        let changes: [(finding: String, change: (inout VideoTrackConfiguration) -> Void)] = [
            ("the film has no box 'mdcv'", { $0.masteringDisplay = nil }),
            ("'mdcv' has other values", { $0.masteringDisplay?.minimumLuminance = 2 }),
            ("the film has no box 'clli'", { $0.contentLight = nil }),
            ("'clli' has other values", { $0.contentLight = light }),
            ("the film has the box 'amve', which was not requested", { $0.ambientViewing = Self.ambient }),
            ("SEI in 'hvcC': the content light level (SEI 144) is missing", { $0.prefixSEI.removeLast() }),
            ("SEI in 'hvcC': the mastering display (SEI 137) is missing", { $0.prefixSEI.removeFirst() }),
            ("'colr' says transfer characteristics 18 instead of 16", { $0.colour.transfer = 18 }),
            ("'colr' says colour primaries 2 instead of 9", { $0.colour = .unspecified }),
            ("'colr' says full range instead of limited", { $0.colour.isFullRange = true }),
        ]
        for (finding, change) in changes {
            let findings = try job.findings(in: job.stitch(samples, video: change))
            #expect(findings.contains { $0.hasPrefix(finding) }, "\(finding): \(findings)")
        }
        #expect(try job.findings(in: job.stitch(samples)) == [])
    }

    @Test("the film has the source's ICC profile, and a missing, altered or unrequested one is found")
    func profile() throws {
        let handmade = HandmadeProfile("Display P3")
        let job = try SmallJob(frames: 18, output: "film.mp4", profile: handmade.box()) { _ in }
        try job.encode()
        let mux = try job.mux()
        #expect(job.source.video.colourProfile?.words == "\"Display P3\", RGB display, version 4.3")
        #expect(try video(of: mux.path).colourProfile?.bytes == handmade.bytes)
        #expect(try job.findings(in: mux.path) == [])
        let samples = try job.samples().flatMap(\.self)
        let other = HandmadeProfile("Display P4").bytes
        for (finding, profile) in [
            ("the film has no 'colr' with the source's ICC profile \"Display P3\"", nil),
            ("'colr' has another ICC profile (\"Display P4\"", other),
        ] as [(String, [UInt8]?)] {
            let findings = try job.findings(in: job.stitch(samples, video: { $0.colourProfile = profile }))
            #expect(findings.count == 1 && findings[0].hasPrefix(finding), "\(findings)")
        }
        let plain = try SmallJob(frames: 18) { _ in }
        try plain.encode()
        _ = try plain.mux()
        let film = try plain.stitch(plain.samples().flatMap(\.self), video: { $0.colourProfile = other })
        #expect(try plain.findings(in: film).contains { $0.contains("but the source has none") })
    }

    @Test("parameter sets with another colour are found")
    func otherParameterSets() throws {
        let (job, other) = (try hdr10(), try hlg())
        _ = try other.mux()
        let sets = try #require(try other.directory.result(pass: 1, range: 0)?.parameterSets)
        _ = try job.mux()
        let film = try job.stitch(job.samples().flatMap(\.self), video: { $0.parameterSets = sets })
        let findings = try job.findings(in: film)
        #expect(findings.contains("the VUI says transfer characteristics 14 instead of 16"), "\(findings)")
        #expect(findings.contains { $0.contains("the chroma sample location unspecified instead of as type 2") })
    }
}
