import Foundation
import HEVC
import Media
import TestSupport
import Testing

@testable import Intake

@Suite(
    "Raw HEVC with a coded frame rate",
    .temporaryFolder,
    .enabled(if: FFmpegTool.isPresent, "needs ffmpeg"),
    .doesNotHang
)
struct CodedRateTests {
    private static let picture = "testsrc2=size=192x108:rate=24000/1001:duration=2.002"
    /// B pictures that other B pictures refer to, in a fixed pattern and lossless: decoded pictures equal the
    /// originals.
    private static let reordered = "lossless=1:bframes=3:b-adapt=0:b-pyramid=1:keyint=24:min-keyint=24:log-level=none"

    private func stream(_ name: String = "film.hevc", _ options: String = "", rate: String? = nil) throws -> String {
        let picture = rate.map { "testsrc2=size=192x108:rate=\($0):duration=1" } ?? Self.picture
        let words = options.isEmpty ? Self.reordered : "\(Self.reordered):\(options)"
        return try FFmpegTool.film(name, video: ["-c:v", "libx265", "-x265-params", words], picture: picture)
    }

    private func failure(_ path: String) -> IntakeError? {
        do throws(IntakeError) {
            _ = try FilmProbe.describe(path: path, hashWholeFile: false)
            return nil
        } catch {
            return error
        }
    }

    @Test("has its frames at that rate, exactly")
    func times() throws {
        let source = try FilmProbe.describe(path: stream(), hashWholeFile: false)
        #expect(source.codedRate == FrameRate(frames: 24000, seconds: 1001) && source.reading == nil)
        #expect(source.countsSamples == nil)
        let timeline = source.video.timeline
        #expect(timeline.count == 48 && timeline.hasConstantRate)
        for frame in 0..<48 {
            #expect(timeline.time(of: frame) == MediaTime(value: Int64(frame) * 1001, timescale: 24000))
        }
        #expect(timeline.timeRange.end == MediaTime(value: 48 * 1001, timescale: 24000))
        #expect(try JSONDecoder().decode(SourceDescription.self, from: JSONEncoder().encode(source)) == source)
    }

    @Test("has its pictures in presentation order, in all ranges")
    func order() throws {
        let path = try stream()
        let source = try FilmProbe.describe(path: path, hashWholeFile: false)
        // The pictures as they were before they were encoded.
        let filmed = try FFmpegTool.film(
            "filmed.y4m",
            video: ["-pix_fmt", "yuv420p"],
            picture: Self.picture
        )
        let expected = try FFmpegTool.pictureHashes(of: filmed, pixelFormat: "yuv420p")
        #expect(expected.count == 48 && Set(expected).count > 40)
        #expect(try Reading.digests(source) == expected)
        try Reading.expectSamePictures(of: path, parts: 5, seeds: 1...2)
    }

    @Test("has the requested rate if there is one")
    func named() throws {
        let rate = FrameRate(frames: 30, seconds: 1)
        let source = try FilmProbe.describe(
            path: stream(),
            hashWholeFile: false,
            reading: SourceReading(frameRate: rate)
        )
        #expect(source.codedRate == nil && source.reading?.frameRate == rate)
        #expect(source.video.timeline.averageRate == rate && source.video.timeline.count == 48)
    }

    @Test("is refused with a remedy without a coded rate")
    func silent() throws {
        let error = try #require(failure(try stream("silent.hevc", "vui-timing-info=0")))
        #expect(error.code == .unsupported && error.cause == "its frames have no presentation times")
        #expect(error.remedy.contains("--frame-rate 24"))
    }

    @Test("is refused when its pictures are fields")
    func fields() throws {
        let error = try #require(failure(try stream("fields.hevc", "interlace=tff")))
        #expect(error.code == .interlaced, "\(error)")
    }

    @Test("is refused when some pictures are to be shown twice")
    func repeated() throws {
        // The encoder declares pic_struct but writes none: the test adds it before a later picture.
        let path = try stream("twice.hevc", "pic-struct=0")
        #expect(failure(path) == nil)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let units = bytes.withRawSpan { NALUnitFraming.unitsOfAnnexB($0) }
        let slices = units.filter { (bytes[$0.lowerBound] >> 1) & 63 < 32 }
        let place = try #require(slices.dropFirst(30).first).lowerBound - 3
        let message = SupplementalMessage.unit([SupplementalMessage(payloadType: 1, payload: [0x70])])
        let marked = Array(bytes[..<place]) + [0, 0, 1] + message + Array(bytes[place...])
        try Data(marked).write(to: URL(filePath: path))
        let error = try #require(failure(path))
        #expect(error.code == .unsupported && error.cause.contains("shown two or three times"), "\(error)")
    }

    @Test("is refused with both rates when they change midway")
    func changes() throws {
        let parts = try ["24", "30"].map { (rate: String) in
            try Data(contentsOf: URL(filePath: stream("part-\(rate).hevc", rate: rate)))
        }
        let path = TemporaryFolder.current.appending(path: "both.hevc")
        try (parts[0] + parts[1]).write(to: path)
        let error = try #require(failure(path.path))
        #expect(error.code == .unsupported && error.cause.contains("changes from 24 to 30 per second"), "\(error)")
        try (parts[0] + parts[0]).write(to: path)
        #expect(try FilmProbe.describe(path: path.path, hashWholeFile: false).video.timeline.count == 48)
    }

    @Test("can be cut, and joined with similar streams")
    func parts() throws {
        let source = try FilmProbe.describe(path: stream(), hashWholeFile: false)
        let whole = try Reading.digests(source)
        let cut = try FilmProbe.cut(source, to: 10..<30)
        #expect(try Reading.digests(cut) == Array(whole[10..<30]))
        let joined = try FilmProbe.joined([source, cut])
        #expect(joined.codedRate == source.codedRate)
        #expect(try Reading.digests(joined) == whole + whole[10..<30])
    }

    @Test(
        "the units before the first slice include all that precede it",
        .enabled(if: SharedMedia.folder != nil, "needs clips")
    )
    func leadingUnits() throws {
        let clip = try #require(SharedMedia.clip("temporal-layers-derived-180p24.hevc"))
        let bytes = [UInt8](try Data(contentsOf: clip))
        let all = bytes.withRawSpan { NALUnitFraming.unitsOfAnnexB($0) }
        let leading = bytes.withRawSpan { NALUnitFraming.leadingUnitsOfAnnexB($0) }
        #expect(leading == Array(all.prefix { (bytes[$0.lowerBound] >> 1) & 63 >= 32 }) && leading.count >= 3)
        let source = try FilmProbe.describe(path: clip.path, hashWholeFile: false)
        #expect(source.codedRate == FrameRate(frames: 24, seconds: 1) && source.video.timeline.count == 96)
    }
}
