import Foundation
import Media
import TestSupport
import Testing

@testable import Intake

@Suite("Presentation times from decode order", .temporaryFolder)
struct ReferenceOrderTests {
    private typealias Picture = ReferenceOrder.Picture

    /// Pictures I P B B P B B P in decode order, each 3600 ticks; those at `stamped` have a time.
    private func pictures(stamped: Set<Int>) -> [Picture] {
        let times: [Int64] = [1, 4, 2, 3, 7, 5, 6, 8]
        return times.indices.map { index in
            Picture(
                presentationTick: stamped.contains(index) ? times[index] * 3600 : nil,
                decodeTick: Int64(index) * 3600,
                duration: 3600,
                isBidirectional: [2, 3, 5, 6].contains(index)
            )
        }
    }

    @Test("reference pictures are presented when the next one is decoded, all others at once")
    func derived() {
        let expected: [Int64] = [1, 4, 2, 3, 7, 5, 6, 8].map { $0 * 3600 }
        // Decoding begins a frame before presentation: the I picture is presented when P is decoded.
        #expect(ReferenceOrder.presentationTicks(pictures(stamped: [0, 2])) == expected)
        #expect(ReferenceOrder.presentationTicks(pictures(stamped: Set(0..<8))) == expected)
    }

    @Test("contradictory times, a gap or no times at all give no result")
    func refused() {
        #expect(ReferenceOrder.presentationTicks(pictures(stamped: [])) == nil)
        var contradicting = pictures(stamped: [0, 4])
        contradicting[4].presentationTick = 6 * 3600
        #expect(ReferenceOrder.presentationTicks(contradicting) == nil)
        var gap = pictures(stamped: [0])
        for index in 3..<8 { gap[index].decodeTick? += 3600 }
        #expect(ReferenceOrder.presentationTicks(gap) == nil)
        var unknown = pictures(stamped: [0])
        unknown[3].isBidirectional = nil
        #expect(ReferenceOrder.presentationTicks(unknown) == nil)
        var untimed = pictures(stamped: [0])
        untimed[5].decodeTick = nil
        #expect(ReferenceOrder.presentationTicks(untimed) == nil)
    }

    @Test(
        "a program stream with B pictures has all of its frames at their times, in any order of reading",
        .enabled(if: FFmpegTool.isPresent, "needs the ffmpeg command"),
        arguments: [("mpeg2video", "film.mpg"), ("mpeg1video", "film.mpg"), ("mpeg2video", "film.vob")]
    )
    func programStream(codec: String, name: String) throws {
        let path = try FFmpegTool.film(
            name,
            video: ["-c:v", codec, "-bf", "2", "-g", "12", "-b:v", "300k", "-r", "25"],
            audio: ["-c:a", "mp2"],
            picture: "testsrc2=size=192x108:rate=25:duration=4"
        )
        let stamps = try FFmpegTool.numbers("packet", "pts", of: path, stream: "v").count
        let source = try FilmProbe.describe(path: path, hashWholeFile: false)
        let timeline = source.video.timeline
        #expect(timeline.count == 100 && timeline.hasConstantRate && stamps < 100, "\(stamps) packets are stamped")
        #expect(timeline.averageRate == FrameRate(frames: 25, seconds: 1))
        let expected = try FFmpegTool.pictureHashes(of: path, pixelFormat: "yuv420p")
        #expect(try Reading.digests(source) == expected)
        try Reading.expectSamePictures(of: path, parts: 5, seeds: 1...3)
        // The part without the last frame, and the last frame alone, which has no time of its own.
        for frames in [0..<99, 99..<100, 40..<100] {
            let part = try FilmProbe.cut(source, to: frames)
            #expect(try Reading.digests(part) == Array(expected[frames]))
        }
    }
}
