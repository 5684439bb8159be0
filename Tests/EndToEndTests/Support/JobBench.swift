import Foundation
import JobDocuments
import Reporting
import TestSupport
import Testing

/// A job in a separate folder: its manifest, and everything that it makes.
struct JobBench {
    /// The folder that holds manifest, output and jobs.
    let folder: URL
    let manifest: URL
    let output: URL
    let jobs: URL

    /// How a run ended, and what it printed.
    struct Outcome {
        let code: Int32
        let output: String
        let errors: String
        let events: [Event]
        let seconds: Double
    }

    /// Writes a manifest.
    ///
    /// - Parameters:
    ///   - video: the contents of its `video` section.
    ///   - others: the further films of a job of several: entries of `outputs` with paths relative to the manifest.
    ///   - more: further lines; by default a tolerance that films of a few seconds meet with three passes.
    init(
        _ name: String = "film",
        source: URL,
        video: String = "speed: ultrafast, rate: {average: 200k}",
        output: String? = nil,
        others: [String] = [],
        jobs: String? = nil,
        ranges: String = "minimum: 1s, maximum: 2s",
        more: String = "passes: {tolerance: 20%}"
    ) throws {
        folder = TemporaryFolder.current.appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        manifest = folder.appending(path: "job.yaml")
        self.output = output.map { URL(filePath: $0) } ?? folder.appending(path: "out.mp4")
        self.jobs = jobs.map { URL(filePath: $0) } ?? folder.appending(path: "jobs")
        let first = "{path: \(self.output.path)}"
        let films =
            others.isEmpty
            ? "output: \(self.output.path)" : "outputs: [\(([first] + others).joined(separator: ", "))]"
        let text = """
            apiVersion: granary/v1
            name: \(name)
            source: \(source.path)
            \(films)
            video: {\(video)}
            ranges: {\(ranges)}
            \(more)

            """
        try Data(text.utf8).write(to: manifest)
    }

    /// Runs the job to its end.
    func run(workers: Int = 2, _ options: String...) async throws -> Outcome {
        let start = ContinuousClock.now
        let program = try self.start(workers: workers, options)
        let code = try await program.end()
        let seconds = start.duration(to: .now) / .seconds(1)
        return Outcome(
            code: code,
            output: program.output,
            errors: program.errors,
            events: program.events,
            seconds: seconds
        )
    }

    /// Starts the job.
    func start(
        workers: Int = 2,
        _ options: [String] = [],
        environment: [String: String] = [:]
    ) throws -> RunningProgram {
        let words = ["run", manifest.path, "--workers", "\(workers)", "--jobs", jobs.path, "--progress", "json"]
        return try RunningProgram(try Program.url, words + options, in: folder, environment: environment)
    }

    /// The directory of the job, which is the only one in its folder.
    var directory: JobDirectory {
        get throws {
            let all = JobFolder(path: jobs.path).jobs
            try #require(all.count == 1, "one job in \(jobs.path)")
            return all[0]
        }
    }

    /// The report that the job wrote.
    var report: FilmReport {
        get throws { try FilmReport(document: [UInt8](Data(contentsOf: URL(filePath: try directory.paths.report)))) }
    }

    /// The film's bytes; nil without one.
    var film: Data? { try? Data(contentsOf: output) }

    /// Expects the film that the same job makes in another folder without a disturbance.
    func expectUndisturbed() async throws {
        let expected = try await WholeJobs.undisturbed()
        #expect(film == expected, "the same bytes as those of an undisturbed job")
    }

    /// Expects that no film has the final name, and that no process of the job remains.
    func expectNothing(_ comment: Comment? = nil) async throws {
        #expect(!FileManager.default.fileExists(atPath: output.path), comment)
        #expect(try await Processes.areGone(naming: folder), comment)
    }
}
