import Foundation
import Jobs
import Reporting
import TestSupport
import Testing

extension WholeJobs {
    @Suite("Jobs that optimise their rate for a metric")
    struct Optimization {
        @Test("the metric is measured in every pass, predicted, and reported with its result")
        func ssim() async throws {
            let bench = try JobBench(
                source: try await TestFilm.short.url,
                video: "speed: ultrafast, rate: {average: 200k}, optimize: ssim"
            )
            let outcome = try await bench.run()
            try #require(outcome.code == 0, "\(outcome.errors)")
            let report = try bench.report
            #expect(report.job.optimize == .ssim)
            let encodes = report.ranges.flatMap(\.encodes)
            #expect(encodes.allSatisfy { $0.quality?.ssim.isFinite == true })
            #expect(encodes.filter { $0.pass == 2 }.allSatisfy { $0.forecast?.metric == .ssim })
            let optimization = try #require(report.totals.optimization)
            #expect(optimization.mean == report.totals.quality?.ssim)
            #expect(try #require(optimization.forecast) >= #require(optimization.balanced))
            #expect(abs(try #require(optimization.forecast) - optimization.mean) < 0.03)
            #expect(report.verification?.findings == [])
        }

        @Test("confined workers measure VMAF with a separate program")
        func vmaf() async throws {
            let bench = try JobBench(
                source: try await TestFilm.short.url,
                video: "speed: ultrafast, rate: {quality: {metric: vmaf, target: 80}}"
            )
            let outcome = try await bench.run()
            try #require(outcome.code == 0 || outcome.code == 3, "\(outcome.errors)")
            let report = try bench.report
            let figures = report.ranges.flatMap(\.encodes).map { $0.quality?.vmaf ?? 0 }
            #expect(!figures.isEmpty && figures.allSatisfy { $0 > 1 }, "\(figures)")
            #expect(report.verification?.findings == [])
        }

        @Test(
            "a VMAF job without libvmaf ends with 69 before any work, and no other metric replaces VMAF"
        )
        func withoutLibrary() async throws {
            let bench = try JobBench(
                source: try await TestFilm.short.url,
                video: "speed: ultrafast, rate: {average: 200k}, optimize: vmaf"
            )
            // An ffmpeg that exists, but has only other filters.
            let script = bench.folder.appending(path: "ffmpeg")
            try Tool.script(at: script, "echo ' .. ssim  VV->V  SSIM'")
            let program = try bench.start(environment: ["GRANARY_FFMPEG": script.path])
            #expect(try await program.end() == 69)
            #expect(program.errors.contains("measure VMAF") && program.errors.contains(script.path))
            #expect(program.errors.contains("libvmaf") && program.errors.contains("Scripts/setup"))
            #expect(!FileManager.default.fileExists(atPath: bench.jobs.path) && bench.film == nil)
        }

        @Test("optimising a job without an average rate is refused before any work")
        func refused() async throws {
            let bench = try JobBench(
                source: try await TestFilm.short.url,
                video: "speed: ultrafast, rate: {constant: 30}, optimize: ssim"
            )
            let outcome = try await bench.run()
            #expect(outcome.code == 65)
            #expect(outcome.errors.contains("job.yaml:5:") && outcome.errors.contains("video.optimize"))
            #expect(!FileManager.default.fileExists(atPath: bench.jobs.path))
        }
    }
}
