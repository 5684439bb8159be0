import Foundation
import TestSupport
import Testing

/// Suites of jobs with films and settings of all kinds, one after the other: each job uses every core.
@Suite(
    "Whole jobs",
    .serialized,
    .temporaryFolder,
    .enabled(if: FFmpeg.isPresent, "FFmpeg's programs are not installed")
)
enum WholeJobs {
    /// The bytes of an undisturbed job with the short film, made by two workers.
    static func undisturbed() async throws -> Data { try await reference.value }

    private static let reference = Task.detached { () async throws -> Data in
        let folder = TestFilm.folder.appending(path: "reference")
        return try await TemporaryFolder.$current.withValue(folder) {
            let bench = try JobBench(source: try await TestFilm.short.url)
            let outcome = try await bench.run()
            try #require(outcome.code == 0, "\(outcome.errors)")
            return try Data(contentsOf: bench.output)
        }
    }
}

/// Suites of jobs that are refused, killed, attacked or short of disk space, one after the other. They run beside
/// `WholeJobs`, because they wait more than they compute.
@Suite(
    "Disturbed jobs",
    .serialized,
    .temporaryFolder,
    .enabled(if: FFmpeg.isPresent, "FFmpeg's programs are not installed")
)
enum DisturbedJobs {}
