import Foundation
import Media
import TestSupport
import Testing

extension WholeJobs {
    /// Films into whose pictures subtitles are drawn.
    @Suite("Jobs that draw subtitles")
    struct BurnedSubtitles {
        private static let font = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

        private func source() throws -> URL {
            let text = TemporaryFolder.current.appending(path: "text.srt")
            try Data("1\n00:00:00,100 --> 00:00:00,900\nTEXT\n".utf8).write(to: text)
            let film = TemporaryFolder.current.appending(path: "source.mkv")
            try #require(Tool("ffmpeg")).output(
                [
                    "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i",
                    "color=0x507090:size=192x96:rate=25:duration=1",
                    "-i", text.path, "-map", "0:v", "-map", "1:s", "-c:v", "libx264", "-qp", "0", film.path,
                ]
            )
            return film
        }

        private func encode(_ source: URL, _ options: [String]) async throws -> (Program.Outcome, URL) {
            let film = TemporaryFolder.current.appending(path: "film.mp4")
            let outcome = try await Program.granary(
                [
                    "encode", source.path, "-o", film.path, "--speed", "ultrafast", "--crf", "12", "--jobs",
                    TemporaryFolder.current.appending(path: "jobs").path, "--progress", "none", "--overwrite",
                ] + options
            )
            return (outcome, film)
        }

        /// PSNR of the luma of a film to that of its source after a filter of ffmpeg, in dB.
        private func distance(_ film: URL, _ source: URL, _ filter: String) throws -> Double {
            let log = TemporaryFolder.current.appending(path: "psnr.txt").path
            try #require(Tool("ffmpeg")).output(
                [
                    "-nostdin", "-v", "error", "-i", film.path, "-i", source.path, "-lavfi",
                    "[1:v]\(filter)[peer];[0:v][peer]psnr=stats_file=\(log)", "-f", "null", "-",
                ]
            )
            let line = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")[12]
            let word = try #require(line.split(separator: " ").first { $0.hasPrefix("psnr_y:") })
            return try #require(Double(word.dropFirst(7)))
        }

        @Test(
            "a film has the text in its pictures and no track of it",
            .enabled(if: Self.hasFont, "needs DejaVu fonts")
        )
        func film() async throws {
            let source = try source()
            let (outcome, film) = try await encode(source, ["--burn", "0", "--font", Self.font])
            try #require(outcome.code == 0, "\(outcome.errors)")
            let streams = try FFmpeg.ffprobe(["-show_entries", "stream=codec_type", "-of", "csv=p=0", film.path]).output
            #expect(streams == "video\n")
            let style = "force_style=FontName=DejaVu Sans"
            let drawn = try distance(film, source, "subtitles=\(source.path):\(style)")
            let plain = try distance(film, source, "null")
            #expect(drawn > plain + 10, "\(drawn) dB with the text, \(plain) without")
        }

        @Test("a font that is missing is an error with its name", .enabled(if: Self.hasFont, "needs DejaVu fonts"))
        func missingFont() async throws {
            let (outcome, _) = try await encode(try source(), ["--burn", "0", "--font", "none.ttf"])
            #expect(outcome.code == 66 && outcome.errors.contains("none.ttf"), "\(outcome.errors)")
            let (alone, _) = try await encode(try source(), ["--burn", "0"])
            #expect(alone.code == 64 && alone.errors.contains("--burn"), "\(alone.errors)")
        }

        private static let hasFont = FileManager.default.fileExists(atPath: font)
    }
}
