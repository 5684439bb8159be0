import Foundation
import Media
import TestSupport
import Testing

@testable import Intake

@Suite("Subtitles, chapters and metadata", .temporaryFolder)
struct TextTests {
    @Test("styles of timed text stay, others are left out and reported")
    func styles() {
        let text = StyledText(event: "0,0,Default,,0,0,0,,{\\i1}Two{\\i0} {\\b1}wörds{\\b0}\\Nbelow, and{\\an8} more")
        #expect(text.text == "Two wörds\nbelow, and more")
        #expect(text.styles == [StyledText.Style(range: 0..<3, face: 2), StyledText.Style(range: 4..<9, face: 1)])
        #expect(text.isSimplified)
        #expect(StyledText(event: "0,0,Default,,0,0,0,,{\\p1}m 0 0 l 1 1{\\p0}x").text == "x")
        let reset = StyledText(event: "0,0,D,,0,0,0,,{\\b1\\i1}ab{\\r} c")
        #expect(reset.styles == [StyledText.Style(range: 0..<2, face: 3)] && !reset.isSimplified)
        #expect(StyledText(event: "broken").text == "")
        let bytes = TimedTextSample.bytes(of: StyledText(event: "0,0,D,,0,0,0,,{\\u1}ab"), fontSize: 12)
        #expect(
            bytes == [0, 2, 97, 98, 0, 0, 0, 22] + Array("styl".utf8) + [0, 1, 0, 0, 0, 2, 0, 1, 4, 12] + [
                255, 255, 255, 255,
            ]
        )
    }

    private func entry(_ ticks: Range<Int64>, _ text: String) -> (ticks: Range<Int64>, entry: SubtitleDecoder.Entry) {
        (ticks, SubtitleDecoder.Entry(ticks: ticks, events: ["0,0,Default,,0,0,0,,\(text)"], bytes: []))
    }

    @Test("texts become consecutive samples: with empty ones between them, and joined where they overlap")
    func tiling() {
        func told(_ cues: [(ticks: Range<Int64>, entry: SubtitleDecoder.Entry)]) -> [String] {
            SubtitleReader.tiled(cues, fontSize: 8).map {
                "\($0.duration):" + String(decoding: $0.bytes.dropFirst(2), as: UTF8.self)
            }
        }
        #expect(told([entry(10..<20, "a"), entry(30..<40, "b")]) == ["10:", "10:a", "10:", "10:b"])
        #expect(told([entry(0..<20, "a"), entry(10..<30, "b")]) == ["10:a", "10:a\nb", "10:b"])
        #expect(told([entry(5..<9, "b"), entry(0..<5, "a")]) == ["5:a", "4:b"])
        #expect(told([]) == [])
    }

    @Test("dates are counted from 1904")
    func creation() {
        #expect(CreationTime.seconds("1904-01-01T00:00:00.000000Z") == 0)
        #expect(CreationTime.seconds("1970-01-01T00:00:00Z") == 2_082_844_800)
        #expect(CreationTime.seconds("2024-02-29 12:00:01") == 3_792_052_801)
        #expect(CreationTime.seconds("2024-13-01T00:00:00Z") == nil && CreationTime.seconds("today") == nil)
    }

    @Test("a film's texts, chapters, title and timecode are found", .enabled(if: FFmpegTool.isPresent, "needs ffmpeg"))
    func found() throws {
        let folder = TemporaryFolder.current
        let subtitles = folder.appending(path: "a.srt")
        try Data("1\n00:00:00,500 --> 00:00:01,250\n<i>Hello</i> there\n\n2\n00:00:01,500 --> 00:00:02,000\nBye\n".utf8)
            .write(to: subtitles)
        let chapters = folder.appending(path: "chapters.txt")
        let lists = [
            "[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=1000\ntitle=First",
            "[CHAPTER]\nTIMEBASE=1/1000\nSTART=1000\nEND=4000\ntitle=Second",
        ]
        try Data((";FFMETADATA1\ntitle=A film\ndate=1999\n" + lists.joined(separator: "\n") + "\n").utf8).write(
            to: chapters
        )
        let path = folder.appending(path: "a.mkv").path
        try FFmpegTool.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=64x64:rate=24:duration=4", "-i",
                subtitles.path, "-i", chapters.path, "-map", "0:v", "-map", "1:s", "-map_metadata", "2",
                "-map_chapters", "2",
                "-metadata:s:s:0", "language=eng", "-c:v", "libx264", "-c:s", "subrip", "-timecode", "01:00:00:00",
                path,
            ]
        )
        let source = try FilmProbe.describe(path: path, hashWholeFile: false)
        #expect(source.chapters?.map(\.title) == ["First", "Second"])
        #expect(source.chapters?.map(\.start) == [.zero, MediaTime(value: 1, timescale: 1)])
        #expect(source.metadata?.contains(MetadataItem(key: "title", value: "A film")) == true)
        #expect(source.metadata?.contains { $0.key == "encoder" } == false)
        #expect(source.timecode?.firstFrame == 86400)
        let track = try #require(source.subtitles?.first)
        #expect(track.language == "eng" && track.textCount == 2 && track.obstacle == nil && track.loss == nil)
        let samples = try SubtitleReader(source: source, track: track).samples(fontSize: 20)
        #expect(samples.map(\.duration) == [500, 750, 250, 500])
        #expect(samples[1].bytes.starts(with: [0, 11] + Array("Hello there".utf8)))
        #expect(samples[3].bytes == [0, 3] + Array("Bye".utf8))
        let part = try FilmProbe.cut(source, to: 24..<48)
        #expect(part.chapters?.map(\.title) == ["Second"] && part.timecode?.firstFrame == 86424)
        let cut = try SubtitleReader(source: part, track: track).samples(fontSize: 20)
        #expect(cut.map(\.duration) == [250, 250, 500])
    }
}
