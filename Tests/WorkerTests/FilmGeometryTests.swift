import Foundation
import ISOMedia
import Jobs
import Media
import TestSupport
import Testing

@testable import Worker

@Suite("Geometry of a film", .temporaryFolder, .enabled(if: FFmpegTool.isPresent, "no ffmpeg"))
struct FilmGeometryTests {
    private func job(_ encoded: PictureSize, shown: PictureSize? = nil, region: PictureRegion? = nil) -> ResolvedJob {
        ResolvedJob(
            name: "a",
            outputPath: "/a.mp4",
            source: SourceIdentity(byteCount: 1, duration: .zero, contentHash: "", coversWholeFile: false),
            part: SourcePart(reading: .standard, frames: nil, region: region),
            shownSize: shown,
            encoder: EncoderSettings(size: encoded, format: .yuv420p8, frameRate: FrameRate(frames: 24, seconds: 1)),
            rate: .constantRateFactor(21),
            passes: PassLimits(maximum: 1, reason: ""),
            builds: BuildIdentity(encoder: "", reader: "")
        )
    }

    private func track(_ size: PictureSize) -> VideoTrack {
        VideoTrack(
            streamIndex: 0,
            codec: "h264",
            size: size,
            sourcePixelFormat: "yuv420p",
            format: .yuv420p8,
            timeline: FrameTimeline(timescale: 24, firstTick: 0, runs: [FrameTimeline.Run(count: 1, duration: 1)])!
        )
    }

    @Test("padding is hidden, the source's aperture applies to whole pictures, and rotations shift by the film's size")
    func decided() {
        let (odd, even) = (PictureSize(width: 161, height: 121), PictureSize(width: 162, height: 122))
        let padded = FilmGeometry(job(even, shown: odd), source: track(odd))
        #expect(padded.cleanAperture == CleanAperture(odd, of: even) && padded.displayMatrix == nil)
        var source = track(PictureSize(width: 1920, height: 1080))
        source.cleanAperture = CleanAperture(PictureSize(width: 1888, height: 1062), of: source.size)
        source.displayMatrix = [0, 65536, 0, -65536, 0, 0, 1080 << 16, 0, 1 << 30]
        let whole = FilmGeometry(job(source.size), source: source)
        #expect(whole.cleanAperture == source.cleanAperture && whole.displayMatrix == source.displayMatrix)
        let small = FilmGeometry(job(PictureSize(width: 480, height: 270)), source: source)
        #expect(small.cleanAperture == nil && small.displayMatrix?[6] == 270 << 16)
        let region = PictureRegion(left: 0, top: 0, size: source.size)
        #expect(FilmGeometry(job(source.size, region: region), source: source).cleanAperture == nil)
    }

    @Test(
        "a mirrored or rotated film is shown in the same way after the encode",
        arguments: [(-65536, 65536), (65536, -65536)]
    )
    func mirrored(across: Int32, down: Int32) throws {
        let path = try FFmpegTool.film(frames: 18)
        var bytes = try Data(contentsOf: URL(filePath: path))
        func matrix(_ across: Int32, _ down: Int32) -> [Int32] {
            [across, 0, 0, 0, down, 0, across < 0 ? 192 << 16 : 0, down < 0 ? 108 << 16 : 0, 1 << 30]
        }
        func data(_ values: [Int32]) -> Data {
            Data(values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } })
        }
        // The header of the first track, which is the video track.
        let header = try #require(bytes.range(of: Data("tkhd".utf8)))
        let place = try #require(bytes.range(of: data(matrix(65536, 65536)), in: header.upperBound..<bytes.count))
        bytes.replaceSubrange(place, with: data(matrix(across, down)))
        try bytes.write(to: URL(filePath: path))
        let job = try SmallJob(ranges: 2, made: path)
        #expect(job.source.video.displayMatrix == matrix(across, down))
        try job.encode()
        let film = try job.mux().path
        #expect(try job.findings(in: film) == [])
        let track = try #require(try FilmUnderTest(path: film).movie.tracks.first { $0.handler == "vide" })
        #expect(track.header?.matrix.values == matrix(across, down))
    }

    @Test("a missing, altered or unrequested aperture, rotation or pixel aspect is found")
    func tampered() throws {
        let job = try SmallJob(frames: 18) { $0.pixelAspect = PixelAspect(horizontal: 4, vertical: 3) }
        try job.encode()
        _ = try job.mux()
        let samples = try job.samples().flatMap(\.self)
        let geometry = FilmGeometry(job.job, source: job.source.video)
        func findings(_ change: (inout VideoTrackConfiguration) -> Void) throws -> [String] {
            try FilmVerification(FilmUnderTest(path: job.stitch(samples, video: change))).checkGeometry(geometry)
        }
        #expect(try findings { _ in } == [])
        #expect(try findings { $0.pixelAspect = .square } == ["'pasp' says 1:1 instead of 4:3"])
        let turned = try findings { $0.displayMatrix = [0, 65536, 0, -65536, 0, 0, 0, 0, 1 << 30] }
        #expect(turned.count == 1 && turned[0].hasPrefix("'tkhd' has the display matrix"))
        let cut = try findings {
            $0.cleanAperture = CleanAperture(
                PictureSize(width: $0.size.width - 2, height: $0.size.height),
                of: $0.size
            )
        }
        #expect(cut.count == 1 && cut[0].contains("instead of no 'clap'"))
    }
}
