import Foundation
import JobDocuments
import Media
import Reporting
import TestSupport
import Testing

extension WholeJobs {
    /// Films that are made from several sources.
    @Suite("Jobs with joined films")
    struct Joined {
        private var folder: URL { TemporaryFolder.current }

        private func manifest(_ source: String) throws -> URL {
            let text = """
                apiVersion: granary/v1
                source: \(source)
                output: film.mp4
                video: {speed: ultrafast, rate: {constant: 30}}
                """
            let url = folder.appending(path: "film.yaml")
            try Data(text.utf8).write(to: url)
            return url
        }

        private func run(_ manifest: URL, _ options: String...) async throws -> Program.Outcome {
            let jobs = folder.appending(path: "jobs").path
            return try await Program.granary(
                ["run", manifest.path, "--jobs", jobs, "--workers", "2", "--progress", "none"] + options
            )
        }

        @Test("joined films are encoded and verified against their sources, and a changed source is detected")
        func list() async throws {
            let whole = try await TestFilm.short.url
            let copy = folder.appending(path: "copy.mp4")
            try FileManager.default.copyItem(at: whole, to: copy)
            let manifest = try manifest("[\(whole.path), {path: copy.mp4, start: 1s, duration: 1s}]")
            #expect(try await Program.granary("validate", manifest.path).code == 0)
            let dry = try await run(manifest, "--dry-run")
            #expect(
                dry.code == 0 && dry.output.contains("source[1]: \(copy.path) (its frames 24 to 47: "),
                "\(dry.output)"
            )
            // 204 frames; the last excerpt crosses the joint.
            #expect(dry.output.contains("measured with 4 excerpts, 100 frames in total"), "\(dry.output)\(dry.errors)")
            let outcome = try await run(manifest)
            try #require(outcome.code == 0, "\(outcome.errors)")

            let job = try #require(JobFolder(path: folder.appending(path: "jobs").path).jobs.first)
            let report = try FilmReport(document: [UInt8](Data(contentsOf: URL(filePath: job.paths.report))))
            let films = try #require(report.source.films)
            #expect(films.count == 2 && films[1].cut?.frames == 24..<48)
            let count = films[0].video.timeline.count + 24
            #expect(report.source.video.timeline.count == count && report.verification?.findings == [])
            let page = try String(contentsOfFile: job.paths.reportPage, encoding: .utf8)
            #expect(page.contains("copy.mp4"))

            let film = folder.appending(path: "film.mp4").path
            let verdict = try await Program.granary(
                "verify",
                film,
                "--against",
                whole.path,
                "--against",
                copy.path,
                "--jobs",
                folder.appending(path: "jobs").path
            )
            #expect(
                verdict.code == 0 && verdict.output.contains("\(count) pictures with the source"),
                "\(verdict.output)"
            )

            let again = try await run(manifest)
            #expect(again.code == 0 && JobFolder(path: folder.appending(path: "jobs").path).jobs.count == 1)
            var bytes = try Data(contentsOf: copy)
            // In the last of the blocks that are hashed.
            bytes[bytes.count - 1] ^= 1
            try bytes.write(to: copy)
            let resumed = try await Program.granary("resume", job.path)
            #expect(resumed.code != 0 && resumed.errors.contains("copy.mp4"), "\(resumed.errors)")
        }

        @Test("a film of one frame in a list has the parameter sets of the others")
        func oneFrame() async throws {
            let whole = try await TestFilm.short.url
            let one = "{path: \(whole.path), start: 1s, duration: 10ms}"
            let manifest = try manifest("[\(one), {path: \(whole.path), duration: 1s}, \(one)]")
            let outcome = try await run(manifest)
            try #require(outcome.code == 0, "\(outcome.errors)")
            #expect(try FFmpeg.times(of: folder.appending(path: "film.mp4")).count == 26)
        }

        @Test("films of which only some say their colours are refused before anything is encoded")
        func untagged() async throws {
            let whole = try await TestFilm.short.url
            let tagged = folder.appending(path: "tagged.mp4")
            let tags = ["-color_primaries", "bt2020", "-color_trc", "arib-std-b67", "-colorspace", "bt2020nc"]
            let form = ["-c:v", "libx265", "-pix_fmt", "yuv420p10le", "-frames:v", "24", "-c:a", "copy"]
            let made = try FFmpeg.ffmpeg(["-i", whole.path] + form + tags + [tagged.path])
            try #require(made.status == 0, "\(made.errors)")
            let outcome = try await run(try manifest("[tagged.mp4, \(whole.path)]"))
            #expect(outcome.code == 65, "\(outcome.errors)")
            #expect(outcome.errors.contains("does not say all of its colours"), "\(outcome.errors)")
            #expect(outcome.errors.contains("say what they are, as in colour: {primaries: bt709"), "\(outcome.errors)")
            let probe = try await Program.granary("probe", whole.path, tagged.path)
            #expect(probe.code == 0 && probe.output.contains("tagged.mp4"), "\(probe.output)")
            let same = try await Program.granary("probe", whole.path, whole.path, "--json")
            #expect(same.code == 0 && same.output.contains("\"films\""))
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "film.mp4").path))
        }
    }
}
