import Foundation
import Glibc
import JobDocuments
import Jobs
import Reporting
import TestSupport
import Testing

extension WholeJobs {
    /// Whole jobs that make several films of one source.
    @Suite("Jobs of several films", .enabled(if: ColourFacts.canBeAsked, "ffprobe or mediainfo is not installed"))
    struct OutputJobs {
        /// The times of the key frames of a film, by ffprobe.
        private func keyFrames(_ film: URL) throws -> [String] {
            let words = ["-select_streams", "v:0", "-skip_frame", "nokey", "-show_entries", "frame=pts_time"]
            return try FFmpeg.ffprobe(words + ["-of", "default=nk=1:nw=1", film.path]).output
                .split(separator: "\n").map(String.init)
        }

        private func transfer(_ film: URL) throws -> String {
            let words = ["-select_streams", "v:0", "-show_entries", "stream=color_transfer,width", "-of", "csv=p=0"]
            let line = try FFmpeg.ffprobe(words + [film.path]).output
            return line.trimmingCharacters(in: .whitespacesAndNewlines.union([","]))
        }

        private func bench(
            _ others: [String],
            video: String = "speed: ultrafast, rate: {constant: 12}"
        ) throws -> JobBench {
            try JobBench(
                source: URL(filePath: try PQFilm.twoScenes()),
                video: video,
                others: others,
                ranges: "minimum: 200ms, maximum: 400ms",
                more: ""
            )
        }

        @Test("an HDR film and its SDR version: one scout, the same key frames, one report, events in order")
        func fallback() async throws {
            let sdr = "{path: sdr.mp4, id: sdr, hdr: sdr, bitDepth: 8, size: 64x64, rate: {constant: 20}}"
            let bench = try bench([sdr])
            let outcome = try await bench.run()
            try #require(outcome.code == 0, "\(outcome.errors)")
            let film = bench.folder.appending(path: "sdr.mp4")
            let transfers = try [bench.output, film].map(transfer)
            #expect(transfers == ["96,smpte2084", "64,bt709"])
            #expect(try keyFrames(bench.output) == keyFrames(film) && keyFrames(film).count > 2)

            let first = try bench.directory
            let second = try #require(first.outputs().first)
            #expect(try second.plan()?.ranges == first.plan()?.ranges)
            // One scout decodes the film for both: that of the second one has only its conclusion.
            let scouts = { (job: JobDirectory) in job.unitLogNames.filter { $0.hasPrefix("scout") } }
            #expect(scouts(first).contains { $0.hasPrefix("scout-unit") })
            #expect(scouts(second).allSatisfy { $0.hasPrefix("scout-cuts") } && scouts(second).count == 1)

            let report = try bench.report
            let listed = try #require(report.furtherOutputs?.first)
            #expect(listed.name == "sdr" && listed.path == film.path && listed.outcome.hasPrefix("finished; verif"))
            let page = try String(contentsOfFile: first.paths.reportPage, encoding: .utf8)
            #expect(page.contains("<a href=\"\(listed.page)\">sdr</a>"))
            #expect(FileManager.default.fileExists(atPath: "\(first.path)/\(listed.page)"))

            let lines = try outcome.output.split(separator: "\n").map { line in
                try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            }
            let ends = lines.filter { ["resolved", "finished"].contains($0["type"] as? String) }
                .map { "\($0["type"] ?? "") \($0["output"] ?? "-")" }
            #expect(ends == ["resolved -", "finished 1", "resolved sdr", "finished sdr", "finished -"])
            #expect((lines.first?["type"] as? String, lines.last?["type"] as? String) == ("resolved", "finished"))

            let status = try first.status()
            #expect(status.stateOfAll == .finished && status.furtherOutputs?.map(\.output) == [film.path])
            // Run again, nothing is done; verified by its film, the second job is found.
            #expect(try await bench.run().code == 0)
            let verified = try await Program.granary("verify", film.path, "--jobs", bench.jobs.path)
            #expect(verified.code == 0, "\(verified.errors)")
            #expect(try await Program.granary("clean", "--jobs", bench.jobs.path).code == 0)
            #expect(JobFolder(path: bench.jobs.path).jobs.isEmpty)
        }

        @Test("a film that misses its goal takes no other with it, and the exit code is the worst")
        func missed() async throws {
            let bench = try bench(
                ["{path: good.mp4, rate: {constant: 30}}"],
                video: "speed: ultrafast, rate: {quality: {metric: psnr, target: 80}}"
            )
            let outcome = try await bench.run()
            #expect(outcome.code == 3, "\(outcome.errors)")
            #expect(FileManager.default.fileExists(atPath: bench.folder.appending(path: "good.mp4").path))
        }

        @Test("an output that cannot be made shows before anything is encoded")
        func refused() async throws {
            let bench = try bench(["{path: taken.mp4, rate: {constant: 30}}"])
            try Data("not a film of this job".utf8).write(to: bench.folder.appending(path: "taken.mp4"))
            let outcome = try await bench.run()
            #expect(outcome.code == 73 && outcome.errors.contains("taken.mp4"), "\(outcome.errors)")
            #expect(!FileManager.default.fileExists(atPath: bench.output.path))
            #expect(JobFolder(path: bench.jobs.path).jobs.isEmpty)
        }

        @Test("a killed job is continued by its directory and makes the same films")
        func killed() async throws {
            let others = ["{path: sdr.mp4, id: sdr, hdr: sdr, rate: {constant: 20}}"]
            let bench = try bench(others)
            let program = try bench.start()
            #expect(try await program.reaches { $0.type == "planned" })
            program.send(SIGKILL)
            try await program.end()
            let resumed = try await Program.granary("resume", try bench.directory.path, "--workers", "2")
            #expect(resumed.code == 0, "\(resumed.errors)")
            let undisturbed = try JobBench(
                "other",
                source: URL(filePath: try PQFilm.twoScenes()),
                video: "speed: ultrafast, rate: {constant: 12}",
                others: others,
                ranges: "minimum: 200ms, maximum: 400ms",
                more: ""
            )
            #expect(try await undisturbed.run().code == 0)
            #expect(bench.film == undisturbed.film)
            let films = [bench, undisturbed].map { try? Data(contentsOf: $0.folder.appending(path: "sdr.mp4")) }
            #expect(films[0] != nil && films[0] == films[1])
        }

        @Test("an interruption ends the whole job, and a film alone can be continued by its directory")
        func interrupted() async throws {
            let bench = try bench(["{path: sdr.mp4, id: sdr, hdr: sdr, rate: {constant: 20}}"])
            let program = try bench.start()
            #expect(try await program.reaches { $0.type == "planned" })
            program.send(SIGINT)
            #expect(try await program.end() == 130)
            let last = try #require(program.events.last)
            #expect(last.type == "failed" && last.object["output"] == nil && last.object["exitCode"] as? Int == 130)
            let film = try #require(bench.directory.outputs().first)
            #expect(try film.plan() == nil && bench.directory.status().stateOfAll == .stopped)
            let words = ["resume", film.path, "--workers", "2", "--progress", "json"]
            let alone = try RunningProgram(try Program.url, words, in: bench.folder)
            #expect(try await alone.end() == 0, "\(alone.errors)")
            #expect(alone.events.last?.type == "finished" && alone.events.last?.object["output"] == nil)
            #expect(!FileManager.default.fileExists(atPath: bench.output.path))
        }

        @Test("a dry run tells of every film")
        func dryRun() async throws {
            let bench = try bench(["{path: sdr.mp4, hdr: sdr, rate: {constant: 20}}"])
            let outcome = try await bench.run("--dry-run", "--no-trial")
            #expect(outcome.code == 0 && outcome.output.contains("out.mp4") && outcome.output.contains("sdr.mp4"))
        }
    }
}
