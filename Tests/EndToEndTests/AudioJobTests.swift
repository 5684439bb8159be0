import Foundation
import Media
import TestSupport
import Testing

extension WholeJobs {
    /// Sources with formats of audio and text that films cannot hold.
    @Suite("Jobs with audio and text")
    struct Sound {
        private func source() throws -> URL {
            let subtitles = TemporaryFolder.current.appending(path: "a.ass")
            let style =
                "[Script Info]\nScriptType: v4.00+\n[V4+ Styles]\nFormat: Name, Fontname\n"
                + "Style: Default,Arial\n[Events]\n"
            let format = "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
            let line = "Dialogue: 0,0:00:00.20,0:00:00.80,Default,,0,0,0,,Hello\n"
            try Data((style + format + line).utf8).write(to: subtitles)
            let film = TemporaryFolder.current.appending(path: "source.mkv")
            try #require(Tool("ffmpeg")).output(
                [
                    "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=64x64:rate=24:duration=1",
                    "-f",
                    "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=1", "-i", subtitles.path, "-map",
                    "0:v",
                    "-map", "1:a", "-map", "1:a", "-map", "2:s", "-c:v", "libx264", "-c:a:0", "libvorbis", "-c:a:1",
                    "libopus", "-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=fra", "-c:s", "ass",
                    film.path,
                ]
            )
            return film
        }

        private func encode(_ source: URL, _ options: [String]) async throws -> (Program.Outcome, URL) {
            let film = TemporaryFolder.current.appending(path: "film.mp4")
            let jobs = TemporaryFolder.current.appending(path: "jobs")
            let outcome = try await Program.granary(
                [
                    "encode", source.path, "-o", film.path, "--speed", "ultrafast", "--crf", "30", "--jobs", jobs.path,
                    "--progress", "none", "--overwrite",
                ] + options
            )
            return (outcome, film)
        }

        private func tracks(_ film: URL) throws -> [String] {
            try FFmpeg.ffprobe(
                ["-show_entries", "stream=codec_name:stream_tags=language", "-of", "csv=p=0", film.path]
            ).output.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("hevc") }
        }

        @Test("audio that MP4 can hold is copied, and other audio is encoded on request")
        func chosen() async throws {
            let source = try source()
            let (copied, film) = try await encode(source, [])
            try #require(copied.code == 0, "\(copied.errors)")
            #expect(try tracks(film) == ["opus,fra", "mov_text,und"])
            let (encoded, _) = try await encode(source, ["--audio", "aac"])
            try #require(encoded.code == 0, "\(encoded.errors)")
            #expect(try tracks(film) == ["aac,eng", "opus,fra", "mov_text,und"])
            let (one, _) = try await encode(source, ["--audio", "aac:eng"])
            try #require(one.code == 0, "\(one.errors)")
            #expect(try tracks(film) == ["aac,eng", "mov_text,und"])
            let (refused, _) = try await encode(source, ["--audio", "eng"])
            #expect(refused.code == 64 || refused.code == 65)
            #expect(refused.errors.contains("cannot hold vorbis") && refused.errors.contains("codec: aac"))
        }

        @Test("with onLoss: error, a job that would lose audio or text styles is refused before it begins")
        func losses() async throws {
            let manifest = TemporaryFolder.current.appending(path: "job.yaml")
            let text = "apiVersion: granary/v1\nsource: \(try source().path)\noutput: film.mp4\nonLoss: error\n"
            try Data(text.utf8).write(to: manifest)
            let jobs = TemporaryFolder.current.appending(path: "jobs").path
            let outcome = try await Program.granary("run", manifest.path, "--jobs", jobs, "--progress", "none")
            #expect(outcome.code == 65)
            #expect(outcome.errors.contains("vorbis") && outcome.errors.contains("colours, fonts and positions"))
            #expect(!FileManager.default.fileExists(atPath: TemporaryFolder.current.appending(path: "film.mp4").path))
        }
    }
}
