import Foundation
import Intake
import Media
import TestSupport
import Testing

@testable import Jobs
@testable import Worker

@Suite(.temporaryFolder, .enabled(if: FFmpegTool.isPresent, "ffmpeg is not installed"))
struct FilmTextTests {
    /// Makes a film of two seconds with subtitles, chapters, a title and a timecode.
    private func film(_ name: String, subtitles codec: String) throws -> String {
        let folder = TemporaryFolder.current
        let text = "1\n00:00:00,500 --> 00:00:01,000\n<b>Good</b> day\n\n2\n00:00:01,000 --> 00:00:01,500\nzwei\n"
        try Data(text.utf8).write(to: folder.appending(path: "a.srt"))
        let chapters = ["0", "750"].enumerated().map {
            "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\($0.element)\nEND=\($0.offset == 0 ? 750 : 2000)\n"
                + "title=Chapter \($0.offset)\n"
        }
        let tags = ";FFMETADATA1\ntitle=A small film\nartist=Nobody\ndate=2001\nmood=calm\n"
        try Data((tags + chapters.joined()).utf8).write(to: folder.appending(path: "tags.txt"))
        let path = folder.appending(path: name).path
        try #require(Tool("ffmpeg")).output(
            [
                "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=192x108:rate=24:duration=2", "-i",
                folder.appending(path: "a.srt").path, "-i", folder.appending(path: "tags.txt").path, "-map", "0:v",
                "-map", "1:s", "-map_metadata", "2", "-map_chapters", "2", "-metadata:s:s:0", "language=fra", "-c:v",
                "libx264", "-c:s", codec, "-timecode", "00:59:58:12", path,
            ]
        )
        return path
    }

    private func probed(_ film: String, _ words: [String]) throws -> [String] {
        try #require(Tool("ffprobe")).output(["-v", "error"] + words + ["-of", "csv=p=0", film])
            .split(separator: "\n").map(String.init)
    }

    /// The subtitles that FFmpeg shows, without the style of the whole track, which it repeats with each text.
    private func shown(_ film: String) throws -> String {
        let file = TemporaryFolder.current.appending(path: "\(UUID().uuidString).srt")
        try #require(Tool("ffmpeg")).output(["-nostdin", "-v", "error", "-i", film, "-map", "0:s:0", file.path])
        return try String(contentsOf: file, encoding: .utf8).replacing(#/</?font[^>]*>/#, with: "")
    }

    @Test(
        "Other readers find the same subtitles, chapters, timecode and metadata as in the source",
        arguments: [
            "srt mkv mp4", "ass mkv mp4", "webvtt mkv mp4", "mov_text mp4 mp4", "srt mkv mov", "mov_text mov mov",
        ]
    )
    func carried(kind: String) throws {
        let words = kind.split(separator: " ").map(String.init)
        let source = try film("source.\(words[1])", subtitles: words[0])
        let job = try SmallJob(ranges: 2, output: "film.\(words[2])", made: source)
        #expect(job.source.losses().isEmpty == (words[0] != "ass"), "\(job.source.losses())")
        try job.encode()
        let film = try job.mux().path
        #expect(try job.findings(in: film) == [])
        let texts = ["-select_streams", "s", "-show_entries", "packet=pts_time,duration_time,size"]
        #expect(try probed(film, ["-show_entries", "chapter=start_time"]) == ["0.000000", "0.750000"])
        #expect(try probed(film, ["-show_entries", "chapter_tags=title"]) == ["Chapter 0", "Chapter 1"])
        #expect(
            try probed(film, ["-select_streams", "s", "-show_entries", "stream=codec_name:stream_tags=language"]) == [
                "mov_text,fra"
            ]
        )
        let packets = try probed(film, texts)
        #expect(packets.map { $0.split(separator: ",").prefix(2).joined(separator: " ") }.contains("0.500000 0.500000"))
        let subtitles = try shown(film)
        #expect(subtitles == (try shown(source)))
        #expect(subtitles.contains("00:00:00,500 --> 00:00:01,000") && subtitles.contains("Good"))
        #expect(subtitles.contains("00:00:01,000 --> 00:00:01,500\nzwei"))
        #expect(words[1] == "mov" || subtitles.contains("<b>Good</b> day"))
        let prefix = words[2] == "mov" ? "com.apple.quicktime." : ""
        let tags = try probed(film, ["-show_entries", "format_tags"]).joined(separator: "|")
        #expect(tags.contains("A small film") && tags.contains("Nobody") && tags.contains("2001"), "\(prefix): \(tags)")
        #expect(words[1] != "mkv" || tags.contains("calm"))
        let timecode = try probed(film, ["-show_entries", "stream_tags=timecode"])
        #expect(timecode.contains("00:59:58:12"), "\(timecode)")
        if let tool = Tool("mediainfo") {
            let text = try tool.output([film])
            #expect(
                text.contains("A small film") && text.contains("00:59:58:12") && text.contains("Chapter 1"),
                "\(text)"
            )
        }
    }

    @Test("A text that differs from the source's is found")
    func altered() throws {
        let job = try SmallJob(ranges: 2, made: try film("source.mkv", subtitles: "srt"))
        try job.encode()
        let film = try job.mux().path
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: film)))
        let place = try #require(bytes.firstRange(of: Array("zwei".utf8)))
        bytes[place.lowerBound] = UInt8(ascii: "d")
        try Data(bytes).write(to: URL(filePath: film))
        #expect(try job.findings(in: film).contains("text track 0: 1 sample differs from the source"))
    }
}
