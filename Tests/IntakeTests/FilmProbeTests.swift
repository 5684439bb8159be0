import Foundation
import Media
import TestSupport
import Testing

@testable import Intake

@Suite("Movie probe", .temporaryFolder, .doesNotHang)
struct FilmProbeTests {
    @Test("the main clip is described exactly", .enabled(if: SharedMedia.folder != nil, "needs the shared clips"))
    func sintel() throws {
        let clip = try #require(SharedMedia.clip("sdr-sintel-720p24.mp4"))
        let source = try FilmProbe.describe(path: clip.path, hashWholeFile: false)
        #expect(source.path == clip.resolvingSymlinksInPath().path)
        #expect(source.container.contains("mp4"))
        #expect(source.video.codec == "h264")
        #expect(source.video.size == PictureSize(width: 1280, height: 720))
        #expect(source.video.format == .yuv420p8)
        #expect(source.video.colour == .unspecified)
        #expect(source.video.pixelAspect == .square)
        #expect(source.video.displayMatrix == nil)
        let timeline = source.video.timeline
        #expect(timeline.count == 690)
        #expect(timeline.timescale == 12288)
        #expect(timeline.firstTick == 0)
        #expect(timeline.time(of: 24) == MediaTime(value: 1, timescale: 1))
        #expect(timeline.endTick == 354_816)
        #expect(source.audio.count == 1)
        #expect(source.identity.duration == MediaTime(value: 28_875, timescale: 1000))
        #expect(source.notCarried.isEmpty)
        #expect(source.readerBuild.contains("libavformat"))
        let copy = try JSONDecoder().decode(SourceDescription.self, from: JSONEncoder().encode(source))
        #expect(copy == source)
    }

    @Test("an iPhone clip keeps edits, colours and rotation", .enabled(if: SharedMedia.folder != nil, "needs clips"))
    func iPhone() throws {
        let clip = try #require(SharedMedia.clip("hlg-dv84-iphone-editlist-rotated.mp4"))
        let source = try FilmProbe.describe(path: clip.path, hashWholeFile: false)
        let timeline = source.video.timeline
        #expect(timeline.count == 78, "77 that start in the edit, and the one that is shown when it begins")
        #expect(timeline.firstTick == 0 && timeline.tick(of: 1) == 7)
        #expect(
            timeline.timeRange.duration == MediaTime(value: 1529, timescale: 600),
            "the edit ends in the last frame"
        )
        #expect(source.video.format == .yuv420p10)
        #expect(source.video.colour == ColourDescription(primaries: 9, transfer: 18, matrix: 9, isFullRange: false))
        #expect(source.video.displayMatrix == [0, 65536, 0, -65536, 0, 0, 70_778_880, 0, 1_073_741_824])
        #expect(source.video.dolbyVision == DolbyVision(profile: 8, level: 4, compatibility: 4))
        #expect(
            source.losses().contains(
                "Dolby Vision metadata of the video track (profile 8.4, level 4, with a base layer in HLG)"
            )
        )
        #expect(source.notCarried.contains("data track 2 (mebx)"))
    }

    @Test(
        "HDR10 metadata comes from boxes and from the bitstream",
        .enabled(if: SharedMedia.folder != nil, "needs clips")
    )
    func hdr10() throws {
        let boxes = try #require(SharedMedia.clip("hdr10-av1-mdcv-clli-1080p60.mp4"))
        let fromBoxes = try FilmProbe.describe(path: boxes.path, hashWholeFile: false).video
        #expect(fromBoxes.colour == ColourDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: false))
        #expect(fromBoxes.masteringDisplay?.green == .init(x: 12250, y: 35150))
        #expect(fromBoxes.masteringDisplay?.blue == .init(x: 6899, y: 2600))
        #expect(fromBoxes.masteringDisplay?.red == .init(x: 33899, y: 16099))
        #expect(fromBoxes.masteringDisplay?.maximumLuminance == 10_000_000)
        #expect(fromBoxes.contentLight?.maximumContentLightLevel == 1100)
        #expect(fromBoxes.contentLight?.maximumFrameAverageLightLevel == 180)
        let phone = try #require(SharedMedia.clip("hdr10-phone-1080p.mp4"))
        let fromStream = try FilmProbe.describe(path: phone.path, hashWholeFile: false)
        #expect(fromStream.video.masteringDisplay?.maximumLuminance == 1000, "as the phone wrote it")
        #expect(fromStream.video.masteringDisplay?.minimumLuminance == 50)
        #expect(fromStream.video.masteringDisplay?.green == .init(x: 34000, y: 16000))
        #expect(fromStream.video.contentLight?.maximumContentLightLevel == 1000)
        #expect(fromStream.video.colour.transfer == 16)
        #expect(fromStream.losses().contains("HDR10+ dynamic metadata of the video track"))
        #expect(fromStream.video.timeline.duration(of: 0) == MediaTime(value: 4649, timescale: 90_000))
    }

    @Test("a container's colour tags win over the bitstream's", .enabled(if: FFmpegTool.isPresent, "needs ffmpeg"))
    func colours() throws {
        let film = try FFmpegTool.film("tagged.mp4", video: ["-c:v", "libx264"] + ColourTags.bt709)
        let path = TemporaryFolder.current.appending(path: "both.mp4").path
        let rewrite = "h264_metadata=colour_primaries=9:transfer_characteristics=16:matrix_coefficients=9"
        try FFmpegTool.run("ffmpeg", ["-v", "error", "-i", film, "-c", "copy", "-bsf:v", rewrite, path])
        let source = try FilmProbe.describe(path: path, hashWholeFile: false)
        #expect(
            source.video.colourWarnings.contains {
                $0.hasPrefix("primaries: the container says bt709, the bitstream bt2020")
            }
        )
        #expect(source.video.colour == ColourDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: false))
        #expect(
            try OpeningPicture(SourceFile(path: path), stream: 0, reading: .standard).metadata.colour.primaries == 9,
            "the bitstream says otherwise"
        )
    }

    @Test(
        "languages are terminological",
        arguments: [
            ("ger", "deu"), ("deu", "deu"), ("eng", "eng"), ("en", "und"), ("de-CH", "und"), ("FRE", "fra"),
            ("", "und"), ("12é", "und"),
        ]
    )
    func languages(tag: String, code: String) {
        #expect(LanguageCode.terminological(tag) == code)
    }

    @Test("time bases become exact ticks")
    func timeBases() throws {
        let film = try #require(TickScale(secondsPerTick: 1001, over: 24000))
        #expect(film.timescale == 24000)
        #expect(film.ticks(3) == 3003)
        #expect(film.containerTick(notAfter: 3002) == 2)
        #expect(film.containerTick(notAfter: -1) == -1)
        #expect(film.ticks(.max) == nil)
        #expect(TickScale(secondsPerTick: 0, over: 1) == nil)
        #expect(TickScale(secondsPerTick: 2, over: 48000) == TickScale(secondsPerTick: 1, over: 24000))
    }
}
