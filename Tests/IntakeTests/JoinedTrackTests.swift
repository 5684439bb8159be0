import Foundation
import Media
import TestSupport
import Testing

@testable import Intake

/// Tracks of several films that become one.
@Suite("Tracks of films that differ", .temporaryFolder)
struct JoinedTrackTests {
    private func lanes(_ films: [String]) -> [[Int?]] {
        TrackLanes(
            films.map { film in
                film.split(separator: " ").map { word in
                    let parts = word.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
                    return TrackLanes.Key(
                        language: parts[0],
                        title: parts.count > 1 && !parts[1].isEmpty ? parts[1] : nil,
                        roles: parts.count > 2 ? [TrackRole(rawValue: parts[2])].compactMap(\.self) : nil
                    )
                }
            }
        )
        .positions
    }

    @Test("tracks follow those of their language, by title and then by order; a language that is not said fits any")
    func matching() {
        #expect(lanes(["eng", "eng"]) == [[0, 0]])
        #expect(lanes(["eng deu", "deu eng"]) == [[0, 1], [1, 0]])
        #expect(lanes(["eng", "", "eng"]) == [[0, nil, 0]])
        #expect(lanes(["", "eng"]) == [[nil, 0]])
        #expect(lanes(["eng eng/notes", "eng/notes eng"]) == [[0, 1], [1, 0]])
        #expect(lanes(["eng", "fra"]) == [[0, nil], [nil, 0]])
        #expect(lanes(["und", "eng"]) == [[0, 0]])
        #expect(lanes(["und und", "fra eng"]) == [[0, 0], [1, 1]])
        #expect(lanes(["eng", "eng und", "deu"]) == [[0, 0, nil], [nil, 1, 0]])
        #expect(lanes(["", ""]) == [])
    }

    @Test("a track follows none with another role")
    func roles() {
        #expect(lanes(["eng eng//commentary", "eng//commentary eng"]) == [[0, 1], [1, 0]])
        #expect(lanes(["eng", "eng//commentary"]) == [[0, nil], [nil, 0]])
        #expect(lanes(["und//dub und", "eng fra//dub"]) == [[0, 1], [1, 0]])
        #expect(lanes(["eng//forced-subtitle eng", "eng"]) == [[0, nil], [1, 0]])
        #expect(lanes(["eng/notes/commentary", "eng//commentary"]) == [[0, 0]])
    }

    private func film(_ name: String, sound: [String], seconds: Double = 1) throws -> SourceDescription {
        let path = TemporaryFolder.current.appending(path: name).path
        let picture = ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=24:duration=\(seconds)"]
        try FFmpegTool.run(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-y"] + picture + sound + ["-c:v", "libx264", "-threads", "1", path]
        )
        return try FilmProbe.describe(path: path, hashWholeFile: false)
    }

    private static func tone(_ rate: Int, _ channels: String) -> [String] {
        ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=\(rate):duration=1.1,pan=\(channels)|c0=c0"]
    }

    @Test(
        "unequal audio is encoded at the highest rate with the most channels; equal audio is copied",
        .enabled(if: FFmpegTool.isPresent, "needs the ffmpeg command")
    )
    func unequal() throws {
        let mono = try film("a.mp4", sound: Self.tone(44100, "mono") + ["-c:a", "aac"])
        let surround = try film("b.mp4", sound: Self.tone(48000, "5.1") + ["-c:a", "ac3"])
        let mute = try film("c.mp4", sound: [])
        let joined = try FilmProbe.joined([mono, mute, surround])
        let track = try #require(joined.audio.first)
        #expect(joined.audio.count == 1 && track.positions == [0, nil, 0] && track.isDecodable == true)
        #expect(
            track.difference == "codecs aac and ac3, rates of 44100 and 48000 Hz, numbers of channels: 1 and 6"
        )
        #expect(track.sampleRate == 48000 && track.channelCount == 6 && track.obstacle?.hasPrefix("its films") == true)
        let encoding = try AudioEncoding(source: joined, track: track)
        var packets = 0
        while let packet = try encoding.next() {
            packets += 1
            #expect(packet.duration == 1024)
        }
        let made = encoding.encoded
        #expect(made.obstacle == nil && made.packetCount == packets && made.channelCount == 6)
        // One stream with silence for the second film; the sound of the third is as long as it was.
        #expect(made.presentation.count == 1 && made.presentationStart == .zero && made.presentedFrom == 1024)
        let length = try #require(surround.audio.first).presentedDuration
        #expect(made.presentedDuration == 2 * 48000 + length && made.difference == nil)

        let copied = try FilmProbe.joined([mono, mono])
        #expect(copied.audio.first?.difference == nil && copied.audio.first?.obstacle == nil)
        #expect(copied.audio.first?.positions == nil)
    }

    @Test(
        "a track of another language is silent where it is missing",
        .enabled(if: FFmpegTool.isPresent, "needs ffmpeg")
    )
    func languages() throws {
        let words = ["-c:a", "aac", "-metadata:s:a:0", "language="]
        func spoken(_ name: String, _ language: String) throws -> SourceDescription {
            try film(name, sound: Self.tone(48000, "stereo") + words.dropLast() + ["language=\(language)"])
        }
        let joined = try FilmProbe.joined([try spoken("a.mp4", "eng"), try spoken("b.mp4", "fra")])
        #expect(
            joined.audio.map(\.language) == ["eng", "fra"] && joined.audio.map(\.positions) == [[0, nil], [nil, 0]]
        )
        #expect(Set(joined.audio.map(\.streamIndex)).count == 2 && joined.audio.allSatisfy { $0.obstacle == nil })
        #expect(joined.audio[1].presentationStart == MediaTime(value: 1, timescale: 1))
        for track in joined.audio {
            let reader = try AudioPacketReader(source: joined, track: track)
            var count = 0
            while try reader.next() != nil { count += 1 }
            #expect(count == track.packetCount)
        }
    }

    @Test("subtitles of one film of two are kept, at their time", .enabled(if: FFmpegTool.isPresent, "needs ffmpeg"))
    func subtitles() throws {
        let text = TemporaryFolder.current.appending(path: "t.srt")
        try Data("1\n00:00:00,200 --> 00:00:00,700\nHello\n".utf8).write(to: text)
        let plain = try film("a.mp4", sound: [])
        let titled = TemporaryFolder.current.appending(path: "b.mkv").path
        try FFmpegTool.run(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-y", "-i", plain.path, "-i", text.path, "-c:v", "copy", "-c:s", "srt", titled]
        )
        let joined = try FilmProbe.joined([plain, try FilmProbe.describe(path: titled, hashWholeFile: false)])
        let track = try #require(joined.subtitles?.first)
        #expect(track.positions == [nil, 0] && track.textCount == 1)
        let samples = try SubtitleReader(source: joined, track: track).samples(fontSize: 12)
        let start = samples.prefix { $0.bytes == TimedTextSample.empty }.reduce(0) { $0 + $1.duration }
        #expect(abs(Double(start) / Double(track.timescale) - 1.2) < 0.002)
    }
}
