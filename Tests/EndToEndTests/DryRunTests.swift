import Foundation
import TestSupport
import Testing

extension WholeJobs {
    @Suite("Dry run of a job", .temporaryFolder)
    struct DryRunTests {
        private func forecast(_ bench: JobBench, _ more: String...) async throws -> [String: Any] {
            let words = [
                "run", bench.manifest.path, "--dry-run", "--json", "--jobs", bench.jobs.path, "--workers", "2",
            ]
            let outcome = try await Program.granary(words + more)
            try #require(outcome.code == 0, "\(outcome.errors)")
            return try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        }

        @Test("a dry run estimates ranges, disk and time with their basis, and leaves no files")
        func forecast() async throws {
            let bench = try JobBench(source: try await TestFilm.short.url)
            let tried = try await forecast(bench)
            #expect((tried["timeBasis"] as? String)?.hasPrefix("measured with ") == true)
            #expect((tried["timeUncertainty"] as? Double ?? 0) >= 0.1)
            let wall = try #require(tried["wallSeconds"] as? Double)
            #expect(wall > 0 && tried["remainingSeconds"] as? Double == wall)
            let ranges = try #require(tried["ranges"] as? [[String: Any]])
            #expect(!ranges.isEmpty && ranges[0]["start"] as? Double == 0)
            try await bench.expectNothing()
            #expect(!FileManager.default.fileExists(atPath: bench.jobs.path))

            let estimated = try await forecast(bench, "--no-trial")
            #expect((estimated["timeBasis"] as? String)?.contains("estimated") == true)
            #expect(estimated["timeUncertainty"] == nil)
            #expect(try await bench.run().code == 0)
            // A job with results needs no trial.
            let done = try await forecast(bench)
            #expect((done["timeBasis"] as? String)?.contains("finished work") == true)
            #expect((done["remainingSeconds"] as? Double ?? 1) < wall && done["isPlanned"] as? Bool == true)
        }

        @Test("options that the encoder does not accept together are refused before any work")
        func contradiction() async throws {
            let bench = try JobBench(
                source: try await TestFilm.short.url,
                video: "rate: {constant: 30}, options: {rc-lookahead: 2, bframes: 8, b-adapt: 2}"
            )
            let outcome = try await bench.run()
            #expect(outcome.code == 65 && outcome.errors.contains("rejects this combination"), "\(outcome.errors)")
            #expect(!FileManager.default.fileExists(atPath: bench.jobs.path))
        }

        @Test("--json and --no-trial are usage errors without --dry-run")
        func usage() async throws {
            for option in ["--json", "--no-trial"] {
                #expect(try await Program.granary("encode", "a.mov", "-o", "b.mp4", option).code == 64)
            }
        }
    }
}
