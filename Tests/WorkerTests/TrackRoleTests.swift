import Foundation
import ISOMedia
import Intake
import Media
import TestSupport
import Testing

@testable import Jobs
@testable import Worker

/// What audio and subtitle tracks are for, from the source to what other readers say about the film.
@Suite("Roles of tracks", .temporaryFolder, .enabled(if: FFmpegTool.isPresent, "ffmpeg is not installed"))
struct TrackRoleTests {
    /// Makes a film of a second with three audio tracks and a subtitle track, which are marked.
    private func film(_ name: String, marks: [String]) throws -> String {
        let folder = TemporaryFolder.current
        let text = "1\n00:00:00,100 --> 00:00:00,900\nSchild\n"
        try Data(text.utf8).write(to: folder.appending(path: "a.srt"))
        let path = folder.appending(path: name).path
        let tones = [440, 660, 880].flatMap { ["-f", "lavfi", "-i", "sine=frequency=\($0):duration=1"] }
        try #require(Tool("ffmpeg")).output(
            ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=192x108:rate=24:duration=1"] + tones
                + ["-i", folder.appending(path: "a.srt").path]
                + ["-map", "0:v", "-map", "1:a", "-map", "2:a", "-map", "3:a", "-map", "4:s", "-c:v", "libx264"]
                + ["-c:a", "aac", "-c:s", name.hasSuffix("mkv") ? "srt" : "mov_text"] + marks + [path]
        )
        return path
    }

    /// The marks of each track that is not video, in ffprobe's words.
    private func marks(of film: String) throws -> [Set<String>] {
        let names = ["comment", "dub", "forced", "hearing_impaired", "visual_impaired"]
        let lines = try #require(Tool("ffprobe")).output(
            [
                "-v", "error", "-show_entries", "stream_disposition=\(names.joined(separator: ","))", "-of", "csv=p=0",
                film,
            ]
        )
        // The columns have ffprobe's own order: dub, original, comment, ...
        let columns = ["dub", "comment", "forced", "hearing_impaired", "visual_impaired"]
        return lines.split(separator: "\n").dropFirst().map { line in
            Set(zip(columns, line.split(separator: ",")).filter { $0.1 == "1" }.map(\.0))
        }
    }

    private static let marks = [
        "-disposition:a:0", "default", "-disposition:a:1", "comment", "-disposition:a:2", "visual_impaired",
        "-disposition:s:0", "forced",
    ]

    @Test(
        "ffprobe finds the same roles as in the source",
        arguments: [("source.mkv", "film.mp4"), ("source.mkv", "film.mov"), ("source.mp4", "film.mp4")]
    )
    func carried(name: String, output: String) throws {
        let source = try film(name, marks: Self.marks)
        #expect(try marks(of: source) == [[], ["comment"], ["visual_impaired"], ["forced"]])
        let job = try SmallJob(ranges: 1, output: output, made: source)
        #expect(job.source.audio.map(\.roles) == [nil, [.commentary], [.description]])
        #expect(job.source.subtitles?.map(\.roles) == [[.forcedSubtitle]])
        try job.encode()
        let film = try job.mux().path
        #expect(try job.findings(in: film) == [])
        #expect(try marks(of: film) == [[], ["comment"], ["visual_impaired"], ["forced"]])
        let tracks = try FilmUnderTest(path: film).movie.tracks.filter { $0.handler != "vide" }
        #expect(tracks.map(\.roles) == [[], [.commentary], [.description], [.forcedSubtitle]])
    }

    @Test("A role that differs from the source's is found")
    func altered() throws {
        let job = try SmallJob(ranges: 1, made: try film("source.mkv", marks: Self.marks))
        try job.encode()
        let film = try job.mux().path
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: film)))
        for word in ["commentary", "forced-subtitle"] {
            let place = try #require(bytes.firstRange(of: Array(word.utf8)))
            bytes[place.lowerBound] = UInt8(ascii: "x")
        }
        try Data(bytes).write(to: URL(filePath: film))
        let findings = try job.findings(in: film)
        #expect(findings.contains("audio track 1: its roles differ from the source's"), "\(findings)")
        #expect(findings.contains("text track 0: its roles differ from the source's"), "\(findings)")
    }

    @Test("A mark that a film cannot have is named")
    func unknown() throws {
        let source = try film("source.mkv", marks: ["-disposition:a:1", "original", "-disposition:s:0", "0"])
        let described = try FilmProbe.describe(path: source, hashWholeFile: false)
        #expect(described.notCarried == ["the mark 'original' of audio track 2"])
    }
}
