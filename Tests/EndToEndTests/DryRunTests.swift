import Foundation
import TestSupport
import Testing

extension WholeJobs {
    @Suite("A job that is only foretold", .temporaryFolder)
    struct DryRunTests {
        private func forecast(_ bench: JobBench, _ more: String...) async throws -> [String: Any] {
            let words = [
                "run", bench.manifest.path, "--dry-run", "--json", "--jobs", bench.jobs.path, "--workers", "2",
            ]
            let told = try await Program.granary(words + more)
            try #require(told.code == 0, "\(told.errors)")
            return try #require(JSONSerialization.jsonObject(with: Data(told.output.utf8)) as? [String: Any])
        }

        @Test("tells ranges, disk and time, says what they come from, and leaves nothing behind")
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
            // Of a job that is there nothing is tried.
            let done = try await forecast(bench)
            #expect((done["timeBasis"] as? String)?.contains("done so far") == true)
            #expect((done["remainingSeconds"] as? Double ?? 1) < wall && done["isPlanned"] as? Bool == true)
        }

        @Test("is refused where the encoder does not take its options together, before anything is done")
        func contradiction() async throws {
            let bench = try JobBench(
                source: try await TestFilm.short.url,
                video: "rate: {constant: 30}, options: {rc-lookahead: 2, bframes: 8, b-adapt: 2}"
            )
            let outcome = try await bench.run()
            #expect(outcome.code == 65 && outcome.errors.contains("rejects this combination"), "\(outcome.errors)")
            #expect(!FileManager.default.fileExists(atPath: bench.jobs.path))
        }

        @Test("--json and --no-trial go with it alone")
        func usage() async throws {
            for option in ["--json", "--no-trial"] {
                #expect(try await Program.granary("encode", "a.mov", "-o", "b.mp4", option).code == 64)
            }
        }
    }
}
